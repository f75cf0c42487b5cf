/** What one asker of a run did from its first message to its last, in the form that training data is made of (specs/rethinker.md 1 and 5.3). */
import { withoutThoughts } from '../monitor/index.ts'
import type { AgentSegment } from './agent.ts'

export interface TrajectoryTurn {
  /** `user`: the prompt, results of code, evidence and sentences that were put in. `assistant`: what the model wrote, without its thoughts. */
  readonly who: 'user' | 'assistant'
  readonly text: string
}

/** Plain data. */
export interface RunTrajectory {
  /** Of the asker in its run: `critic.1/0`. */
  readonly path: string
  /** Role of the asker: the stage that the trajectory is a sample of. */
  readonly stage: string
  readonly turns: readonly TrajectoryTurn[]
  /** The final answer that it stands for; null for none. */
  readonly answer: string | null
  /** Whether the last turn has what its prompt asks for: an answer, a selection, the parts of a summary. */
  readonly hasForm: boolean
  /** What led to the output, thoughts and results included. */
  readonly thought: string
  /** From the final answer on. */
  readonly output: string
  /** Tools that it used; null for a stage without tools. */
  readonly tools: ToolUse | null
}

export interface ToolUse {
  /** Blocks of code that were run. */
  readonly calls: number
  /** Of these, those that failed, or whose web functions did. */
  readonly failed: number
  /** Whether the last call worked. */
  readonly endsWell: boolean
}

/** Neighbours of one kind stay apart: two of `user` in a row mean that the model wrote nothing between them. */
export function trajectoryTurns(prompt: string, segments: readonly AgentSegment[]): TrajectoryTurn[] {
  const rest = segments
    .filter(({ channel }) => channel === 'text')
    .map(
      ({ by, text }): TrajectoryTurn =>
        by === 'model' ? { who: 'assistant', text: withoutThoughts(text) } : { who: 'user', text },
    )
  return [{ who: 'user', text: prompt }, ...rest]
}

/** Splits all that was written where the last match of `mark` begins; without one all of it is thought. */
export function splitAtOutput(
  segments: readonly AgentSegment[],
  mark: RegExp,
): Pick<RunTrajectory, 'thought' | 'output'> {
  const written = segments.map(({ text }) => text).join('')
  const said = segments.map(({ channel, by, text }) =>
    channel === 'text' && by === 'model' ? text : ' '.repeat(text.length),
  )
  const at = [...said.join('').matchAll(mark)].at(-1)?.index ?? written.length
  return { thought: written.slice(0, at).trim(), output: written.slice(at).trim() }
}

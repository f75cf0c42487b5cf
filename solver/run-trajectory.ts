/** Defines trajectories: all that an asker did, in the form of training data (specs/rethinker.md 1 and 5.3). */
import { withoutThoughts } from '../monitor/index.ts'
import type { AgentSegment } from './agent.ts'

export interface TrajectoryTurn {
  /** `user`: the prompt, results of code, injected evidence and sentences. `assistant`: the model's text without its thoughts. */
  readonly who: 'user' | 'assistant'
  readonly text: string
}

/** A trajectory, as plain data. */
export interface RunTrajectory {
  /** Path of the asker in its run, such as `critic.1/0`. */
  readonly path: string
  /** Role of the asker, used as the stage of the training sample. */
  readonly stage: string
  readonly turns: readonly TrajectoryTurn[]
  /** Final answer of the trajectory, or null. */
  readonly answer: string | null
  /** Whether the last turn has the form that its prompt requires: an answer, a selection, the parts of a summary. */
  readonly hasForm: boolean
  /** Text before the output, including thoughts and results. */
  readonly thought: string
  /** Text from the final answer on. */
  readonly output: string
  /** Use of tools; null for a stage without tools. */
  readonly tools: ToolUse | null
}

export interface ToolUse {
  /** Blocks of code that were run. */
  readonly calls: number
  /** Calls that failed, or whose web functions did. */
  readonly failed: number
  /** Whether the last call worked. */
  readonly endsWell: boolean
}

/** Returns the turns without merging neighbours: two `user` turns in a row mean that the model wrote nothing between them. */
export function trajectoryTurns(prompt: string, segments: readonly AgentSegment[]): TrajectoryTurn[] {
  const rest = segments
    .filter(({ channel }) => channel === 'text')
    .map(
      ({ by, text }): TrajectoryTurn =>
        by === 'model' ? { who: 'assistant', text: withoutThoughts(text) } : { who: 'user', text },
    )
  return [{ who: 'user', text: prompt }, ...rest]
}

/** Splits the text where the last match of `mark` begins; without a match, all of it is thought. */
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

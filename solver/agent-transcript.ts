/** An agent as a reader follows it: what was written, by whom, and for what was put in also where it comes from. */
import type { FinishReason } from '../models/index.ts'
import type { InjectedUnit } from '../monitor/index.ts'
import { AGENT_KIND, type AgentRun, type AgentSegment } from './agent.ts'
import type { Journal } from './ports.ts'

export interface TranscriptSegment extends AgentSegment {
  /** Of injections: what was asked for, and what was found. */
  readonly queries?: readonly string[]
  readonly units?: readonly InjectedUnit[]
}

export interface AgentTranscript {
  readonly path: string
  readonly role: string
  /** An injection is one segment, also where another follows at once. */
  readonly segments: readonly TranscriptSegment[]
  readonly steps: number
  readonly finish: FinishReason
  /** Null where no tag was asked for. */
  readonly hasAnswer: boolean | null
}

const KEY_END = `/${AGENT_KIND}.0`

/** Null where it did not come to an end. */
export async function agentTranscript(journal: Journal, path: string): Promise<AgentTranscript | null> {
  const entry = await journal.read(`${path}${KEY_END}`)
  return entry === null || entry.failure !== null ? null : transcriptOf(entry.value as AgentRun)
}

/** Paths of the agents that came to their end, in the order in which they did. */
export async function endedAgents(journal: Journal): Promise<readonly string[]> {
  const answers = await journal.answersOf(KEY_END)
  return answers.map(({ key }) => key.slice(0, -KEY_END.length))
}

export function transcriptOf({
  path,
  role,
  segments,
  trace,
  steps,
  finish,
  hasAnswer,
}: AgentRun): AgentTranscript {
  const injections = trace.filter((event) => event.kind === 'injection')
  const split = segments.flatMap((segment): TranscriptSegment[] => {
    if (segment.by !== 'injection') return [segment]
    const parts: TranscriptSegment[] = []
    for (let rest = segment.text; rest !== ''; ) {
      const [next] = injections
      // Sentences of the loop itself are put in, too, and stand in no event.
      const injection = next !== undefined && rest.startsWith(next.text) ? injections.shift() : undefined
      const text = injection?.text ?? rest
      const { queries = [], units = [] } = injection ?? {}
      parts.push({ ...segment, text, queries, units })
      rest = rest.slice(text.length)
    }
    return parts
  })
  return { path, role, segments: split, steps, finish, hasAnswer }
}

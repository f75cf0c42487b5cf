/** Runs the loop over fakes of its ports and sorts its events. */

import type { Clock } from '../../core/index.ts'
import { defined, systemClock } from '../../core/index.ts'
import type { ContinuingChat } from '../../models/index.ts'
import {
  type AssistPorts,
  type Evidence,
  type Execute,
  type Look,
  type MonitorVerdict,
  type Task,
  type Thought,
  type TimedTraceEvent,
  think,
} from '../../monitor/index.ts'

export const NEVER = new AbortController().signal

export interface Ran {
  readonly text: string
  readonly reasoning: string
  /** The model's own words, without injections. */
  readonly said: string
  readonly trace: readonly TimedTraceEvent[]
  readonly thoughts: readonly Thought[]
}

export interface RunOptions extends Partial<Omit<Task, 'request'>> {
  readonly inquiry?: AssistPorts | null
  readonly execute?: Execute
  readonly clock?: Clock
  readonly maxTokens?: number
  readonly stop?: readonly string[]
  readonly signal?: AbortSignal
}

export async function runLoop(chat: ContinuingChat, options: RunOptions = {}): Promise<Ran> {
  const {
    inquiry = null,
    execute = null,
    clock = systemClock,
    maxTokens,
    stop,
    signal = NEVER,
    ...task
  } = options
  const request = {
    messages: [{ role: 'user' as const, content: 'What is the effective size?' }],
    ...defined({ maxTokens, stop }),
  }
  const thoughts: Thought[] = []
  for await (const thought of think({ ...task, request }, { chat, assist: inquiry, execute, clock }, signal))
    thoughts.push(thought)
  return sorted(thoughts)
}

export function sorted(thoughts: readonly Thought[]): Ran {
  const joined = (keep: (thought: Extract<Thought, { type: 'text' }>) => boolean) =>
    thoughts.flatMap((thought) => (thought.type === 'text' && keep(thought) ? [thought.text] : [])).join('')
  return {
    text: joined(({ channel }) => channel === 'text'),
    reasoning: joined(({ channel }) => channel === 'reasoning'),
    said: joined(({ by }) => by === 'model'),
    trace: thoughts.flatMap((thought) => (thought.type === 'trace' ? [thought.event] : [])),
    thoughts,
  }
}

/** Returns the events of one kind. */
export function eventsOfKind<Kind extends TimedTraceEvent['kind']>(
  { trace }: Pick<Ran, 'trace'>,
  kind: Kind,
): Extract<TimedTraceEvent, { kind: Kind }>[] {
  return trace.filter((event): event is Extract<TimedTraceEvent, { kind: Kind }> => event.kind === kind)
}

export function evidence(unit: string, text = `What ${unit} says.`): Evidence {
  return {
    unit,
    text,
    paper: 'p1',
    title: 'A paper',
    page: 3,
    locator: 'Results, p. 3',
    span: null,
    score: 1,
    similarity: 0.8,
    topicality: 1,
  }
}

export const NO: MonitorVerdict = { answer: 'no', reason: 'sure' }
export const YES: MonitorVerdict = { answer: 'yes', reason: 'doubt' }

export interface FakeInquiry extends AssistPorts {
  readonly looks: readonly Look[]
}

/** Returns an inquiry that gives `verdicts` in turn, then "no", and by default finds a new unit each time. */
export function fakeInquiry(
  verdicts: readonly MonitorVerdict[] | ((look: Look) => MonitorVerdict | Promise<MonitorVerdict>),
  ports: Partial<AssistPorts> = {},
): FakeInquiry {
  const looks: Look[] = []
  let found = 0
  return {
    looks,
    monitor: {
      name: 'fake',
      async look(look) {
        const n = looks.push(look) - 1
        return typeof verdicts === 'function' ? await verdicts(look) : (verdicts[n] ?? NO)
      },
    },
    querier: { name: 'fake', queries: async () => ({ queries: ['effective size'] }) },
    find: async () => [evidence(`u${++found}`)],
    sifter: null,
    injector: {
      name: 'fake',
      write: async ({ evidence: units }) => ({ text: `[${units.map(({ unit }) => unit).join(' ')}]` }),
    },
    clock: systemClock,
    ...ports,
  }
}

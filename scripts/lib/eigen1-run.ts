/** A run of Eigen-1 over fake ports: what each role says is up to the test, what it was asked is kept. */
import { systemClock } from '../../core/index.ts'
import { openSqliteRunStore } from '../../solver/adapters/sqlite-run-store.ts'
import { type Eigen1Details, eigen1 } from '../../solver/eigen1/pattern.ts'
import { NO_BUDGET, type RunEvent, type RunOutcome, runPattern } from '../../solver/index.ts'
import type { Asked, Saying } from './continuing-chat.ts'
import { FAKE_ENVIRONMENT, type FakePortsOptions, fakeRunPorts } from './fake-run-ports.ts'
import { NEVER } from './fake-thinking.ts'

export const QUERY = 'How many haplotypes are there?'

export const solved = (answer: string | number) => `It is so. <answer>\\boxed{${answer}}</answer>`
export const scored = (logic: number, answer: number, explanation: number, suggestion = 'Say more.') =>
  JSON.stringify({ quality_scores: [logic, answer, explanation], suggestion })

export interface Script {
  readonly [role: string]: (prompt: string, turn: Asked | null) => Saying
}

export interface Eigen1Run {
  readonly outcome: RunOutcome
  readonly details: Eigen1Details
  readonly events: readonly RunEvent[]
  /** Prompts by role, in the order in which they were asked. */
  promptsOf(role: string): readonly string[]
}

const store = openSqliteRunStore(':memory:')

/** Proposers answer 1, 2, 3 … in the order in which they are asked; others agree, and everything passes, unless the script says otherwise. */
export async function runEigen1(
  script: Script = {},
  settings: Readonly<Record<string, unknown>> = {},
  ports: Partial<FakePortsOptions> = {},
  question = QUERY,
): Promise<Eigen1Run> {
  const prompts: { role: string; prompt: string }[] = []
  let proposals = 0
  const whole: Script = {
    proposer: () => solved(++proposals),
    corrector: () => solved('corrected'),
    refiner: () => solved('refined'),
    evaluator: () => scored(5, 5, 5),
    ranker: () => 'FINAL DECISION: <select>Response 1</select>',
    ...script,
  }
  const fake = fakeRunPorts({
    say(role, asked) {
      const prompt = asked.request.messages.map(({ content }) => content).join('\n')
      prompts.push({ role, prompt })
      return whole[role]?.(prompt, asked) ?? ''
    },
    help(role, { messages }) {
      const prompt = messages.map(({ content }) => content).join('\n')
      prompts.push({ role, prompt })
      return String(whole[role]?.(prompt, null) ?? '')
    },
    ...ports,
  })
  const plan = {
    question: { id: 'q', text: question },
    pattern: 'eigen1',
    settings: { retrieval: 'none', ...settings },
    corpus: 'main',
    backend: 'auto',
    monitor: 'lexical',
    budget: NO_BUDGET,
  }
  const events: RunEvent[] = []
  const record = await store.create(plan, new Date(0).toISOString())
  const outcome = await runPattern(record, eigen1, {
    store,
    ports: fake,
    prices: new Map(),
    environment: async () => FAKE_ENVIRONMENT,
    clock: systemClock,
    signal: NEVER,
    onEvent: (event) => void events.push(event),
  })
  return {
    outcome,
    details: outcome.details as Eigen1Details,
    events,
    promptsOf: (role) => prompts.flatMap((one) => (one.role === role ? [one.prompt] : [])),
  }
}

/** Runs a pattern for one question, and stores the outcome whatever happens. */
import { type Clock, GlossError } from '../core/index.ts'
import type { PriceTable } from '../models/index.ts'
import type { Budget } from './budget.ts'
import { BEST_KIND, type RunEvent } from './events.ts'
import type { RunPorts } from './ports.ts'
import { conditionsAt, continuedConditions, endedConditions, type RunEnvironment } from './run-conditions.ts'
import type { RunOutcome, RunQuestion, RunRecord, RunStatus, RunStore, TimelineEvent } from './run-store.ts'
import { createRunner, type Runner, type RunState } from './runner.ts'

export interface PatternResult {
  /** Answer as its agent wrote it. */
  readonly answer: string
  readonly answerPath: string
  /** Details of the pattern, as plain data. */
  readonly details: unknown
}

/** A function whose requests must depend only on the question, the settings and earlier answers. */
export type Pattern<Settings> = (
  question: RunQuestion,
  settings: Settings,
  runner: Runner,
) => Promise<PatternResult>

export interface SolveOptions {
  readonly store: RunStore
  readonly ports: RunPorts
  readonly prices: PriceTable
  /** Returns the conditions; called at the start and at the end of the work. */
  readonly environment: () => Promise<RunEnvironment>
  readonly clock: Clock
  readonly onEvent: (event: RunEvent) => void
  readonly signal: AbortSignal
  /** Replaces the budget of the plan when a run is resumed. */
  readonly budget?: Budget
}

/**
 * Works on a new or stopped run until it ends, without asking again what the journal has. Throws only for bugs;
 * failures, the end of the budget and an abort are outcomes.
 */
export async function runPattern<Settings>(
  record: RunRecord,
  pattern: Pattern<Settings>,
  options: SolveOptions,
): Promise<RunOutcome> {
  const { store, ports, prices, environment, clock, onEvent, signal } = options
  const journal = store.journal(record.id)
  const { plan, id } = record
  const secondsBefore = record.outcome?.seconds ?? 0
  const startedMs = clock.nowMs()
  const begun = conditionsAt(await environment(), new Date().toISOString())
  await store.setStatus(id, 'running')
  await store.setConditions(id, continuedConditions(record.conditions, begun))
  const course = createTimeline()
  const state = createRunner({
    ports,
    journal,
    budget: options.budget ?? plan.budget,
    prices,
    secondsBefore,
    onEvent(event) {
      course.add(event)
      onEvent(event)
      if (event.type !== 'thought' && event.type !== 'stage')
        onEvent({ type: 'ledgers', ledgers: ledgersOf(state) })
    },
    clock,
    signal,
  })
  for (const { key, calls } of await journal.calls()) for (const call of calls) state.ledger.add(key, call)
  const ended = await endOf(
    () => pattern(plan.question, plan.settings as Settings, state.runner),
    state,
    signal,
  )
  state.close()
  const conditions = endedConditions(begun, state.used(), await seqAtEnd(environment))
  await store.setConditions(id, continuedConditions(record.conditions, conditions))
  const seconds = secondsBefore + (clock.nowMs() - startedMs) / 1_000
  const outcome = {
    ...ended,
    course: course.taken(),
    evidence: state.evidence(),
    watch: state.watch(),
    ledgers: ledgersOf(state),
    seconds,
  }
  await store.finish(id, outcome)
  return outcome
}

/** Returns the corpus's `seq`; null if the corpus can no longer be read, as the outcome is stored anyway. */
async function seqAtEnd(environment: SolveOptions['environment']): Promise<number | null> {
  try {
    return (await environment()).corpus.seq
  } catch (error) {
    if (error instanceof GlossError) return null
    throw error
  }
}

type PatternOutcome = Omit<RunOutcome, 'course' | 'evidence' | 'watch' | 'ledgers' | 'seconds'>

async function endOf(
  run: () => Promise<PatternResult>,
  state: RunState,
  signal: AbortSignal,
): Promise<PatternOutcome> {
  try {
    return { status: 'done', failure: null, ...(await run()) }
  } catch (thrown) {
    const error = state.ended() ?? thrown
    const status = statusOf(error, signal)
    if (status === null) throw error
    const best = state.best()
    return {
      status,
      answer: best?.answer ?? null,
      answerPath: best?.path ?? null,
      failure: error instanceof GlossError ? { code: error.code, message: error.message } : null,
      details: null,
    }
  }
}

/** Returns the status for an error; null for a bug. */
function statusOf(error: unknown, signal: AbortSignal): RunStatus | null {
  if (signal.aborted) return 'cancelled'
  if (!(error instanceof GlossError)) return null
  return error.code === 'BUDGET_REACHED' ? 'budget' : 'failed'
}

function ledgersOf({ ledger, steps }: RunState): RunOutcome['ledgers'] {
  return { byRole: ledger.byRole(), byStage: ledger.byStage(), total: ledger.total(), steps: steps() }
}

const BY_PATH = new Intl.Collator('en', { numeric: true })

export function createTimeline() {
  const stages: TimelineEvent[][] = [[]]

  function keep(event: TimelineEvent): void {
    if (event.type === 'stage') stages.push([])
    stages.at(-1)?.push(event)
  }

  return {
    add(event: RunEvent) {
      if (event.type === 'thought' || event.type === 'ledgers') return
      if (event.type === 'report' && event.kind === BEST_KIND) return
      keep(event.type === 'agent' ? { type: 'agent', path: event.path } : event)
    },
    taken: () => stages.flatMap((events) => events.toSorted(inOrder)),
  }
}

function inOrder(one: TimelineEvent, other: TimelineEvent): number {
  if (one.type === 'stage') return -1
  if (other.type === 'stage') return 1
  return BY_PATH.compare(one.path, other.path)
}

/** Runs every pattern to its end on a real model server and reports its stages, its looks and whether its counts equal the server's. */
import { join } from 'node:path'
import { continueRun, startRun } from '../../../app/index.ts'
import type { LedgerCall } from '../../../models/index.ts'
import { NEVER } from '../fake-thinking.ts'
import { rethinkerForm } from './answer-forms.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { type LedgerCheck, ledgerCheck } from './ledger-check.ts'
import { openRealGloss, type RealSolverPlan, shortQuestions } from './real-solver.ts'

export interface PatternCase {
  readonly pattern: string
  readonly settings: Readonly<Record<string, unknown>>
  /** Whether ReThinker's agents answer in a form that the server enforces by a grammar. */
  readonly hasForm: boolean
}

export interface PatternRun {
  readonly pattern: string
  readonly status: string
  readonly stages: readonly string[]
  readonly answer: string | null
  readonly details: unknown
  readonly watch: { readonly looks: number; readonly codeBlocks: number; readonly injections: number } | null
  /** Names of functions that code called. */
  readonly functionCalls: readonly string[]
  readonly ledger: LedgerCheck
  readonly seconds: number
}

const FEW_ROUNDS = { paths: 2, solverRounds: 1, criticRounds: 1, reselections: 0 }

/** Cases with every stage as small as it can be. */
export const SMALL_CASES: readonly PatternCase[] = [
  ...['single', 'hmaw', 'pace', 'phase', 'schema'].map((pattern) => ({
    pattern,
    settings: {},
    hasForm: false,
  })),
  {
    pattern: 'rethinker',
    settings: { ...FEW_ROUNDS, maxSteps: 1, maxNudges: 0, maxTokens: 24 },
    hasForm: true,
  },
]

export type PatternPlan = Omit<RealSolverPlan, 'questions' | 'kills'>

/** Runs the cases one after another, each in its own workspace. */
export async function solvePatterns(plan: PatternPlan, cases: readonly PatternCase[]): Promise<PatternRun[]> {
  const runs: PatternRun[] = []
  for (const one of cases) {
    const run = await solvePattern(plan, one)
    plan.onLine(lineOf(run))
    runs.push(run)
  }
  return runs
}

async function solvePattern(
  { url, scratch, seed, maxTokens }: PatternPlan,
  { pattern, settings, hasForm }: PatternCase,
): Promise<PatternRun> {
  const fields = (asked: object) => (hasForm ? rethinkerForm(asked) : {})
  await using proxy = await startCountingProxy(url, { fields })
  await using opened = await openRealGloss(join(scratch, pattern), proxy.url, {})
  const { gloss } = opened
  const [question] = shortQuestions(1)
  if (question === undefined) throw new Error('There is no question.')
  const startedMs = performance.now()
  const record = await startRun(gloss, {
    question: { id: question.id, text: question.query },
    pattern,
    settings: { seed, maxTokens, temperature: 0, ...settings },
  })
  const stages: string[] = []
  const {
    status,
    answer,
    details,
    watch = null,
  } = await continueRun(gloss, record, {
    signal: NEVER,
    onEvent: (event) => void (event.type === 'stage' && stages.push(event.stage)),
  })
  const journal = gloss.runs().journal(record.id)
  const ledger: LedgerCall[] = []
  for (const { calls } of await journal.calls()) ledger.push(...calls)
  return {
    pattern,
    status,
    stages,
    answer,
    details,
    watch,
    functionCalls: functionsIn(await journal.answersOf('')),
    ledger: ledgerCheck(ledger, proxy.calls),
    seconds: Math.round((performance.now() - startedMs) / 1_000),
  }
}

/** Returns the names of functions that code called, once for each call. */
function functionsIn(entries: readonly { readonly key: string }[]): string[] {
  return entries.flatMap(({ key }) => /\/(web_search|web_parse)\.\d+$/.exec(key)?.[1] ?? [])
}

function lineOf({ pattern, status, stages, watch, ledger, seconds, functionCalls }: PatternRun): string {
  const { looks = 0, codeBlocks = 0, injections = 0 } = watch ?? {}
  return (
    `${pattern}: ${status} through ${stages.join(', ')}; ${ledger.calls} calls, ${ledger.promptTokens} + ${ledger.completionTokens} tokens; ` +
    `${looks} looks, ${injections} injections, ${codeBlocks} blocks of code, functions ${functionCalls.join(', ') || 'none'}; ${seconds} s`
  )
}

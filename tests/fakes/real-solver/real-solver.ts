/**
 * Runs the whole pipeline over real questions on a real model server: whether every run ends and reaches every stage, whether its counts
 * equal the server's, and whether a run that was killed and resumed has the result of an undisturbed one.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { continueRun, type Gloss, importPath, loadConfig, openGloss, startRun } from '../../../app/index.ts'
import type { LedgerCall } from '../../../models/index.ts'
import { readCsvSheet } from '../../../solver/adapters/csv-sheet.ts'
import { readQuestions } from '../../../solver/index.ts'
import { sharedPath } from '../../fixtures/shared.ts'
import { killRuns, type SolverKillReport } from '../../fixtures/solver-kills.ts'
import { NEVER } from '../fake-thinking.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { type LedgerCheck, ledgerCheck } from './ledger-check.ts'

export interface RealSolverPlan {
  /** Address of the model server, with `/v1`. */
  readonly url: string
  /** Folder for workspaces. */
  readonly scratch: string
  readonly questions: number
  readonly kills: number
  readonly seed: number
  readonly maxTokens: number
  readonly onLine: (line: string) => void
}

export interface RealRuns {
  readonly runs: readonly {
    readonly question: string
    readonly status: string
    readonly stages: readonly string[]
  }[]
  readonly ledger: LedgerCheck
}

const STAGES = ['propose', 'correct', 'refine', 'evaluate.0', 'correct.0', 'rank']
const AT_ONCE = 2
const SLOT_LOOK_MS = 100

export async function solveReal(plan: RealSolverPlan): Promise<RealRuns> {
  await using proxy = await startCountingProxy(plan.url)
  await using opened = await openRealGloss(join(plan.scratch, 'questions'), proxy.url, {})
  const { gloss } = opened
  const questions = shortQuestions(plan.questions).values()
  const runs: { id: string; question: string; status: string; stages: string[] }[] = []
  const solveNext = async () => {
    for (const { id: question, query } of questions) {
      const startedMs = performance.now()
      const record = await startRun(gloss, {
        question: { id: question, text: query },
        settings: settingsOf(plan),
      })
      const stages: string[] = []
      const { status, ledgers } = await continueRun(gloss, record, {
        signal: NEVER,
        onEvent: (event) => void (event.type === 'stage' && stages.push(event.stage)),
      })
      runs.push({ id: record.id, question, status, stages })
      const seconds = Math.round((performance.now() - startedMs) / 1_000)
      plan.onLine(
        `${question}: ${status}, ${ledgers.total.calls} calls, ${ledgers.steps} steps, ${seconds} s`,
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, solveNext))
  const ledger: LedgerCall[] = []
  for (const { id } of runs)
    for (const { calls } of await gloss.runs().journal(id).calls()) ledger.push(...calls)
  return { runs: runs.map(({ id: _, ...run }) => run), ledger: ledgerCheck(ledger, proxy.calls) }
}

/** Returns the stages that no run reached. */
export function stagesNotReached({ runs }: RealRuns): readonly string[] {
  return STAGES.filter((stage) => runs.every(({ stages }) => !stages.includes(stage)))
}

/**
 * Kills and resumes runs, one request at a time and without the server's prompt cache, so that the same question has the same answer. No
 * other client may use the server: batched requests are summed in another order, which tips the choice between nearly equal tokens.
 */
export async function killReal(plan: RealSolverPlan): Promise<SolverKillReport> {
  await using proxy = await startCountingProxy(plan.url, { fields: { cache_prompt: false } })
  const workspace = join(plan.scratch, 'kills')
  await using opened = await openRealGloss(workspace, proxy.url, { GLOSS_LLM_CONCURRENCY: '1' })
  const { gloss, env } = opened
  const [question] = shortQuestions(1)
  if (question === undefined) throw new Error('There is no question.')
  let kills = 0
  return await killRuns({
    env,
    async begin() {
      const asked = { question: { id: question.id, text: question.query }, settings: settingsOf(plan) }
      return (await startRun(gloss, asked)).id
    },
    traceOf: (run) => traceOf(gloss, run),
    requests: () => proxy.calls.length,
    kills: plan.kills,
    seed: plan.seed,
    mostRequests: 10,
    async onKill(run) {
      plan.onLine(`kill ${++kills} of run ${run} after ${proxy.calls.length} requests in all`)
      await idle(plan.url)
    },
  })
}

function settingsOf({ seed, maxTokens }: RealSolverPlan) {
  return {
    proposers: 2,
    rounds: 1,
    maxSteps: 1,
    maxTokens,
    temperature: 0,
    seed,
    searchesWeb: false,
    runsCode: false,
  }
}

export async function openRealGloss(
  workspace: string,
  url: string,
  settings: Readonly<Record<string, string>>,
) {
  const env = {
    GLOSS_WORKSPACE: workspace,
    GLOSS_LLM_URL: url,
    GLOSS_LLM_MODEL: 'default',
    // A busy machine must not fail the test.
    GLOSS_LLM_FIRST_TOKEN_MS: '900000',
    GLOSS_LLM_BETWEEN_TOKENS_MS: '900000',
    ...settings,
  }
  const gloss = await openGloss(loadConfig({}, env))
  await importPath(
    gloss,
    { format: 'units', path: sharedPath('data', 'eigen1-units', 'paragraphs.json') },
    NEVER,
  )
  return { gloss, env, [Symbol.asyncDispose]: () => gloss.close() }
}

/** Returns the shortest questions, so that many can be asked. */
export function shortQuestions(count: number) {
  const path = sharedPath('data', 'questions', 'trqa_lit_converted.json')
  const all = readQuestions(readFileSync(path, 'utf8'), path, readCsvSheet)
  return all.toSorted((one, other) => one.query.length - other.query.length).slice(0, count)
}

/** Returns a run's answer, details and every agent's text. */
async function traceOf(gloss: Gloss, run: string) {
  const store = gloss.runs()
  const { outcome } = await store.get(run)
  const journal = store.journal(run)
  const agents = await journal.answersOf('/agent.0')
  const answers = await journal.answersOf('/ask.0')
  const { status, answer, answerPath, details } = outcome ?? {}
  return {
    status,
    answer,
    answerPath,
    details,
    agents: byKey(agents, ({ segments }: { segments: unknown }) => segments),
    answers: byKey(answers, ({ text }: { text: string }) => text),
  }
}

function byKey<T>(
  entries: readonly { readonly key: string; readonly value: unknown }[],
  of: (value: T) => unknown,
) {
  const sorted = entries.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  return Object.fromEntries(sorted.map(({ key, value }) => [key, of(value as T)]))
}

/** Waits until the server has noticed that its client disconnected. */
async function idle(url: string): Promise<void> {
  const slots = new URL('/slots', url)
  for (;;) {
    const answer = await fetch(slots)
    // Only llama.cpp has this page.
    if (!answer.ok) return
    const all = (await answer.json()) as readonly { readonly is_processing: boolean }[]
    if (all.every(({ is_processing: isBusy }) => !isBusy)) return
    await pause(SLOT_LOOK_MS)
  }
}

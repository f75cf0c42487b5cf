/**
 * Projects the cost of runs: at most what their settings let models write; on average the mean of runs of this workspace with the same
 * settings and models, if there are any. Asks no model.
 */
import { isGlossError } from '../../core/index.ts'
import { costOf, createLedger, type LedgerRow } from '../../models/index.ts'
import { patternNamed, type RunRecord } from '../../solver/index.ts'
import type { PlannedModel } from '../wiring/check-prices.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { askedModels, type ModelChoice } from './asked-models.ts'
import { choiceOf, runChoice, type SolveRequest } from './run.ts'

export interface PlannedRuns {
  readonly choice: ModelChoice
  readonly corpus: string | undefined
  readonly runs: number
}

export interface Projection {
  readonly runs: number
  /** Maximum number of turns of agents and evaluators. */
  readonly turns: number
  /** Tokens that they may write: turns x the limit of each. Tokens read, and helpers of the streams, are extra. */
  readonly completionTokens: number
  /** Cost of these tokens in US dollars; null if a price is unknown. */
  readonly cost: number | null
  /** Mean of measured runs x the number of similar planned runs; null if no run was measured. */
  readonly measured: MeasuredShare | null
  /** Costs of runs in the papers of their patterns, a sentence each. */
  readonly published: readonly string[]
}

export interface MeasuredShare {
  /** Number of planned runs covered. */
  readonly runs: number
  /** Number of ended runs of this workspace that were measured. */
  readonly from: number
  /** Prompt and completion tokens of all models. */
  readonly tokens: number
  readonly cost: number | null
}

// Maximum number of newest runs to look at, and of runs like the plan to read. Chosen, not measured.
const MAX_LISTED_RUNS = 500
const MAX_SIMILAR_RUNS = 20

const NOTHING: Projection = { runs: 0, turns: 0, completionTokens: 0, cost: 0, measured: null, published: [] }

/** Returns the runs of a set. Throws the errors of `startRun` for settings, and `CORPUS_NOT_FOUND`. */
export function plannedRuns(
  gloss: Gloss,
  request: Omit<SolveRequest, 'question'>,
  runs: number,
): PlannedRuns {
  return { choice: runChoice(gloss, request), corpus: request.corpus, runs }
}

export async function projectRuns(gloss: Gloss, planned: readonly PlannedRuns[]): Promise<Projection> {
  const ended = (await gloss.runs().list(MAX_LISTED_RUNS)).filter(
    ({ status, plan }) => status === 'done' && plan.isDemonstration !== true,
  )
  const parts: Projection[] = []
  for (const plan of planned) parts.push(await projectPlan(gloss, plan, ended))
  return parts.reduce(joined, NOTHING)
}

async function projectPlan(
  gloss: Gloss,
  { choice, corpus, runs }: PlannedRuns,
  ended: readonly RunRecord[],
): Promise<Projection> {
  const { embedder } = await gloss.session(corpus)
  const pattern = patternNamed(choice.pattern)
  const models = askedModels(gloss, embedder, choice)
  const most = pattern.maxTurns(choice.settings)
  const costs = most.map(({ role, completionTokens }) => {
    const model = models.find((asked) => asked.role === role)?.model ?? ''
    return costOf({ promptTokens: 0, completionTokens }, model, gloss.prices)
  })
  const like = await measuredLike(gloss, { choice, models }, ended)
  return {
    runs,
    turns: runs * sum(most.map(({ turns }) => turns)),
    completionTokens: runs * sum(most.map(({ completionTokens }) => completionTokens)),
    cost: times(runs, summed(costs)),
    published: pattern.publishedCost === null ? [] : [pattern.publishedCost],
    measured:
      like.length === 0
        ? null
        : {
            runs,
            from: like.length,
            tokens: (runs / like.length) * sum(like.map(tokensOf)),
            cost: times(runs / like.length, summed(like.map(({ cost }) => cost))),
          },
  }
}

/** Returns totals, at today's prices, of ended runs with the same settings except the seed, and the same models. */
async function measuredLike(
  gloss: Gloss,
  { choice, models }: Pick<PlannedRuns, 'choice'> & { readonly models: readonly PlannedModel[] },
  ended: readonly RunRecord[],
): Promise<LedgerRow[]> {
  const known = new Set(models.map(askedKey))
  const wanted = planKey(choice)
  const like: LedgerRow[] = []
  for (const { id, plan } of ended) {
    if (like.length === MAX_SIMILAR_RUNS) break
    if (planKeyOf(plan) !== wanted) continue
    const calls = (await gloss.runs().journal(id).calls()).flatMap((entry) => entry.calls)
    if (!calls.every((call) => known.has(askedKey(call)))) continue
    const ledger = createLedger(gloss.prices)
    for (const call of calls) ledger.add(call)
    like.push(ledger.total())
  }
  return like
}

/** Returns the key of a plan; null for a plan of another version. */
function planKeyOf(plan: RunRecord['plan']): string | null {
  try {
    return planKey(choiceOf(plan))
  } catch (error) {
    if (isGlossError(error)) return null
    throw error
  }
}

function planKey({ pattern, settings, backend, monitor }: PlannedRuns['choice']): string {
  return JSON.stringify([pattern, { ...settings, seed: null }, backend, monitor])
}

function askedKey({ role, model }: PlannedModel): string {
  return JSON.stringify([role, model])
}

function joined(one: Projection, other: Projection): Projection {
  return {
    runs: one.runs + other.runs,
    turns: one.turns + other.turns,
    completionTokens: one.completionTokens + other.completionTokens,
    cost: summed([one.cost, other.cost]),
    measured: joinedShares(one.measured, other.measured),
    published: [...new Set([...one.published, ...other.published])],
  }
}

function joinedShares(one: MeasuredShare | null, other: MeasuredShare | null): MeasuredShare | null {
  if (one === null || other === null) return one ?? other
  return {
    runs: one.runs + other.runs,
    from: one.from + other.from,
    tokens: one.tokens + other.tokens,
    cost: summed([one.cost, other.cost]),
  }
}

function tokensOf({ promptTokens, completionTokens }: LedgerRow): number {
  return promptTokens + completionTokens
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Returns the sum; null if a value is unknown. */
function summed(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  )
}

function times(factor: number, value: number | null): number | null {
  return value === null ? null : factor * value
}

/** Returns `2 runs of at most 92 model turns, which may write …`; estimates are rounded to two digits. */
export function projectionSentence({
  runs,
  turns,
  completionTokens,
  cost,
  measured,
  published,
}: Projection): string {
  const most = `${countOf(runs, 'run')}: at most ${countOf(turns, 'model turn')}, which may write ${completionTokens.toLocaleString('en')} tokens (${priceOf(cost, 'at most ')}); prompts and the helpers that watch the text are not included.`
  if (measured === null) return [most, ...published].join(' ')
  const share = measured.runs === runs ? '' : ` for ${measured.runs} of them`
  return `${most} By the mean of ${countOf(measured.from, 'measured run')} with the same settings and models${share}: about ${twoDigits(measured.tokens).toLocaleString('en')} tokens in all, ${priceOf(measured.cost, 'about ')}.`
}

function priceOf(cost: number | null, how: string): string {
  if (cost === null) return 'price unknown'
  return cost > 0 && cost < 0.01 ? 'less than $0.01' : `${how}$${cost.toFixed(2)}`
}

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

function twoDigits(value: number): number {
  return Number(value.toPrecision(2))
}

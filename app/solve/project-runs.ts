/**
 * What will runs take? At most what their settings let models write; about the mean of runs of this workspace with the same settings and
 * models, where there are some. Nothing is asked.
 */
import { isGlossError } from '../../core/index.ts'
import { costOf, createLedger, type LedgerRow } from '../../models/index.ts'
import { patternNamed, type RunRecord } from '../../solver/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { askedModels, type ModelChoice, type PlannedModel } from './asked-models.ts'
import { choiceOf, runChoice, type SolveRequest } from './run.ts'

export interface PlannedRuns {
  readonly choice: ModelChoice
  readonly corpus: string | undefined
  readonly runs: number
}

export interface Projection {
  readonly runs: number
  /** Turns of agents and evaluators, at most. */
  readonly turns: number
  /** That they may write: turns x the limit of each. What is read, and helpers of the streams, come on top. */
  readonly completionTokens: number
  /** US dollars of these tokens; null where a price is not known. */
  readonly cost: number | null
  /** Mean of measured runs x the runs that are like them; null if there are no such runs. */
  readonly measured: MeasuredShare | null
  /** What runs took in the papers of their patterns, a sentence each. */
  readonly published: readonly string[]
}

export interface MeasuredShare {
  /** Planned runs that it stands for. */
  readonly runs: number
  /** Ended runs of this workspace that it is from. */
  readonly from: number
  /** Prompt and completion, of all models. */
  readonly tokens: number
  readonly cost: number | null
}

// The newest runs are looked at, and of those that are like the plan so many are read. Chosen, not measured.
const MOST_LOOKED_AT = 500
const MOST_LIKE = 20

const NOTHING: Projection = { runs: 0, turns: 0, completionTokens: 0, cost: 0, measured: null, published: [] }

/** Requests as sets have them. Throws what `startRun` throws for settings, and `CORPUS_NOT_FOUND`. */
export function plannedRuns(
  gloss: Gloss,
  request: Omit<SolveRequest, 'question'>,
  runs: number,
): PlannedRuns {
  return { choice: runChoice(gloss, request), corpus: request.corpus, runs }
}

export async function projectRuns(gloss: Gloss, planned: readonly PlannedRuns[]): Promise<Projection> {
  const ended = (await gloss.runs().list(MOST_LOOKED_AT)).filter(
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
  const most = pattern.mostTurns(choice.settings)
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

/** Totals, by the prices of today, of ended runs that had the same settings but for the seed, and asked no other models. */
async function measuredLike(
  gloss: Gloss,
  { choice, models }: Pick<PlannedRuns, 'choice'> & { readonly models: readonly PlannedModel[] },
  ended: readonly RunRecord[],
): Promise<LedgerRow[]> {
  const known = new Set(models.map(askedKey))
  const wanted = planKey(choice)
  const like: LedgerRow[] = []
  for (const { id, plan } of ended) {
    if (like.length === MOST_LIKE) break
    if (planKeyOf(plan) !== wanted) continue
    const calls = (await gloss.runs().journal(id).calls()).flatMap((entry) => entry.calls)
    if (!calls.every((call) => known.has(askedKey(call)))) continue
    const ledger = createLedger(gloss.prices)
    for (const call of calls) ledger.add(call)
    like.push(ledger.total())
  }
  return like
}

/** Null for a plan of another version. */
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

/** Null where one is not known. */
function summed(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  )
}

function times(factor: number, value: number | null): number | null {
  return value === null ? null : factor * value
}

/** `2 runs of at most 92 model turns, which may write …`; rounded to two digits where it is an estimate. */
export function projectionSentence({
  runs,
  turns,
  completionTokens,
  cost,
  measured,
  published,
}: Projection): string {
  const most = `${countOf(runs, 'run')}: at most ${countOf(turns, 'model turn')}, which may write ${completionTokens.toLocaleString('en')} tokens (${priceOf(cost, 'at most ')}); what is read, and what helpers of the streams take, comes on top.`
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

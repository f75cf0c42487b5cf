/** The model of retrieval/topicality.ts: fitted on what is asked of a corpus and what is off its topic, then shifted to a share of noise. */
import { type AnswerabilityModel, type Closeness, probability } from '../../../retrieval/index.ts'
import { fitWeights } from '../answerable/fit-model.ts'
import { type AskedOfCorpus, isOwn } from './ask-corpora.ts'

/** The share of looks off the topic that may pass, in the mean over sources, on the sets that the model is fitted on. */
const PASSED = 0.006
/** More of `auto`'s recall than this is not given up for it, in the mean over the corpora. */
const LOST = 0.03

export function chooseModel(
  rows: readonly AskedOfCorpus[],
  figures: readonly (keyof Closeness)[],
): AnswerabilityModel {
  const model = fitWeights(rows, figures)
  const floor = Math.min(floorOfNoise(model, rows), floorOfRecall(model, rows))
  return { ...model, bias: Number((-floor).toFixed(3)) }
}

// A floor stands this much above or below the query that it is drawn at.
const BESIDE = 0.001

/** The lowest that lets no more than `PASSED` through. */
function floorOfNoise(model: AnswerabilityModel, rows: readonly AskedOfCorpus[]): number {
  const foreign = bySource(rows.filter((row) => !isOwn(row)))
  const sources = [...foreign.values()].map((some) => some.map((row) => logitOf(model, row)))
  const passedAbove = (floor: number) =>
    mean(sources.map((logits) => logits.filter((one) => one > floor).length / logits.length))
  const floors = sources.flat().sort((a, b) => a - b)
  return (floors.find((one) => passedAbove(one) <= PASSED) ?? 0) + BESIDE
}

/** The highest that loses no more than `LOST`. */
function floorOfRecall(model: AnswerabilityModel, rows: readonly AskedOfCorpus[]): number {
  const judged = rows
    .filter((row) => isOwn(row) && row.right.size > 0)
    .map((row) => ({ corpus: row.corpus, recall: recallOf(row), logit: logitOf(model, row) }))
  const corpora = [...Map.groupBy(judged, ({ corpus }) => corpus).values()]
  const lostIn = (own: typeof judged, floor: number) =>
    sumOf(own.filter(({ logit }) => logit < floor)) / Math.max(sumOf(own), Number.EPSILON)
  const floors = judged.map(({ logit }) => logit).sort((a, b) => a - b)
  return (floors.findLast((one) => mean(corpora.map((own) => lostIn(own, one))) <= LOST) ?? 0) - BESIDE
}

function recallOf({ evidence, right, query }: AskedOfCorpus): number {
  return (evidence['auto'] ?? []).filter(({ unit }) => right.has(unit)).length / query.relevant.size
}

function logitOf(model: AnswerabilityModel, { closeness }: AskedOfCorpus): number {
  const score = probability(model, closeness)
  return Math.log(score / (1 - score))
}

function sumOf(rows: readonly { readonly recall: number }[]): number {
  return rows.reduce((sum, { recall }) => sum + recall, 0)
}

/** A corpus, the set that was asked of it, and the kind of its queries. */
export function bySource(rows: readonly AskedOfCorpus[]): Map<string, AskedOfCorpus[]> {
  return Map.groupBy(rows, ({ corpus, set, query }) => `${corpus}, asked ${set} (${query.kind})`)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

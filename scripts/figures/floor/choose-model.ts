/** The model of retrieval/topicality.ts: fitted on what is asked of a corpus and what is off its topic, then shifted to a share of recall. */
import { type AnswerabilityModel, type Closeness, probability } from '../../../retrieval/index.ts'
import { fitWeights } from '../answerable/fit-model.ts'
import { type AskedOfCorpus, isOwn } from './ask-corpora.ts'

/** The share of `auto`'s recall that may be lost, in the mean over the corpora that the model is fitted on. */
const LOST = 0.015

/** The highest floor that loses no more. */
export function chooseModel(
  rows: readonly AskedOfCorpus[],
  figures: readonly (keyof Closeness)[],
): AnswerabilityModel {
  const model = fitWeights(rows, figures)
  const judged = rows
    .filter((row) => isOwn(row) && row.right.size > 0)
    .map((row) => ({ corpus: row.corpus, recall: recallOf(row), logit: logitOf(model, row) }))
  const corpora = [...Map.groupBy(judged, ({ corpus }) => corpus).values()]
  const lostBelow = (floor: number) =>
    mean(
      corpora.map(
        (own) => sumOf(own.filter(({ logit }) => logit < floor)) / Math.max(sumOf(own), Number.EPSILON),
      ),
    )
  const floors = judged.map(({ logit }) => logit).sort((a, b) => a - b)
  const floor = floors.findLast((one) => lostBelow(one) <= LOST) ?? 0
  return { ...model, bias: Number((-floor + ROUNDING).toFixed(3)) }
}

// So that the query at the floor still passes.
const ROUNDING = 0.0005

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

/** The model of retrieval/topicality.ts: fitted on what is asked of a corpus and what is off its topic, then shifted. */
import { type AnswerabilityModel, type Closeness, probability } from '../../../retrieval/index.ts'
import { fitWeights } from '../answerable/fit-model.ts'
import { type AskedOfCorpus, isOwn } from './ask-corpora.ts'

/** The floor at which the share of `auto`'s recall that is lost and the share of looks off the topic that pass are least together. */
export function chooseModel(
  rows: readonly AskedOfCorpus[],
  figures: readonly (keyof Closeness)[],
): AnswerabilityModel {
  const model = fitWeights(rows, figures)
  const [lostBelow, passedFrom] = [lossesOf(model, rows), noiseOf(model, rows)]
  const floors = rows.map((row) => logitOf(model, row) - BESIDE).sort((a, b) => a - b)
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  for (const floor of floors) {
    const wrong = lostBelow(floor) + passedFrom(floor)
    if (wrong < least) [best, least] = [floor, wrong]
  }
  return { ...model, bias: Number((-best).toFixed(3)) }
}

// A floor stands so far below the query that it is drawn at.
const BESIDE = 0.001

/** Off the topic, in the mean over sources. */
function noiseOf(model: AnswerabilityModel, rows: readonly AskedOfCorpus[]): (floor: number) => number {
  const foreign = bySource(rows.filter((row) => !isOwn(row)))
  const sources = [...foreign.values()].map((some) => some.map((row) => logitOf(model, row)))
  return (floor) => mean(sources.map((logits) => logits.filter((one) => one >= floor).length / logits.length))
}

/** Of recall, in the mean over corpora. */
function lossesOf(model: AnswerabilityModel, rows: readonly AskedOfCorpus[]): (floor: number) => number {
  const judged = rows
    .filter((row) => isOwn(row) && row.right.size > 0)
    .map((row) => ({ corpus: row.corpus, recall: recallOf(row), logit: logitOf(model, row) }))
  const corpora = [...Map.groupBy(judged, ({ corpus }) => corpus).values()]
  return (floor) =>
    mean(
      corpora.map(
        (own) => sumOf(own.filter(({ logit }) => logit < floor)) / Math.max(sumOf(own), Number.EPSILON),
      ),
    )
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

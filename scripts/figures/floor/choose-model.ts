/** The model of retrieval/topicality.ts: fitted on what is asked of a corpus and what is off its topic, then shifted to a share of noise. */
import { type AnswerabilityModel, type Closeness, probability } from '../../../retrieval/index.ts'
import { fitWeights } from '../answerable/fit-model.ts'
import { type AskedOfCorpus, isOwn } from './ask-corpora.ts'

/** The share of looks off the topic that may pass, in the mean over sources, on the sets that the model is fitted on. */
const PASSED = 0.01

export function chooseModel(
  rows: readonly AskedOfCorpus[],
  figures: readonly (keyof Closeness)[],
): AnswerabilityModel {
  const model = fitWeights(rows, figures)
  const logit = ({ closeness }: AskedOfCorpus) => {
    const score = probability(model, closeness)
    return Math.log(score / (1 - score))
  }
  const sources = [...bySource(rows.filter((row) => !isOwn(row))).values()].map((some) => some.map(logit))
  const passedAbove = (floor: number) =>
    mean(sources.map((logits) => logits.filter((one) => one > floor).length / logits.length))
  const floors = sources.flat().toSorted((a, b) => a - b)
  const floor = floors.find((one) => passedAbove(one) <= PASSED) ?? 0
  // The floor itself is noise that must not pass.
  return { ...model, bias: Number((-floor - 0.001).toFixed(3)) }
}

/** A corpus, the set that was asked of it, and the kind of its queries. */
export function bySource(rows: readonly AskedOfCorpus[]): Map<string, AskedOfCorpus[]> {
  return Map.groupBy(rows, ({ corpus, set, query }) => `${corpus}, asked ${set} (${query.kind})`)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/**
 * Scores how surely a sentence doubts something that could be looked up: a logistic regression over the words (doubt-features.ts)
 * and the rules (doubt-rules.ts); its weights are data, made by packages/lab/research/lexical-monitor/train.ts.
 */
import type { SentenceSpan } from '../../core/index.ts'
import type { KnownNames } from '../known-names.ts'
import { type DoubtFeature, type SentenceInPlace, wordFeatures } from './doubt-features.ts'
import { countedMarks, marksIn, weightOf } from './doubt-marks.ts'
import type { WeightedMark } from './doubt-rules.ts'
import { type DoubtSentence, readWindow } from './doubt-sentences.ts'
import trained from './doubt-weights.json' with { type: 'json' }

export interface DoubtModel {
  /** Log odds of a sentence without features. */
  readonly bias: number
  /** Weights of features in log odds; others count as 0. */
  readonly weights: ReadonlyMap<string, number>
}

/** A feature that indicates doubt, with offsets in the text. */
export interface DoubtEvidence extends DoubtFeature {
  readonly weight: number
}

export interface ScoredSentence extends SentenceSpan {
  /** Probability of doubt, 0 to 1. */
  readonly probability: number
  /** Features that indicate doubt, strongest first. */
  readonly evidence: readonly DoubtEvidence[]
  /** Marks of the rules, in their order. */
  readonly marks: readonly WeightedMark[]
}

export const DOUBT_MODEL: DoubtModel = {
  bias: trained.bias,
  weights: new Map(Object.entries<number>(trained.weights)),
}
/**
 * Threshold of a trigger: the largest recall at a precision of .86 on sources left out of the training, with at most .05 triggers in
 * 10,000 characters of abstracts (`npm run measure doubts`).
 */
export const DOUBT_THRESHOLD = trained.threshold

/** Minimum probability at which a window that triggers anyway also marks and queries another sentence, which needs no further cut. */
export const FURTHER_DOUBT = 0.4

/** Weight that is chosen, since the training text has no corpus: two readings of one abbreviation are a doubt in themselves. */
const CHOSEN_WEIGHTS: ReadonlyMap<string, number> = new Map([['rule misread-short-form', 6]])
/** Minimum sums of the rules' weights, one for each feature. */
const WEIGHT_STEPS = [0.3, 0.6, 1, 1.5]
// Tolerance for sums of weights such as .4 + .35 + .25.
const ROUNDING = 1e-9

/** Returns the sentences of a text in order, each with its features and the marks of the rules; offsets are those of the text. */
export function readDoubts(text: string, names: KnownNames | null = null) {
  const read = readWindow(text)
  const found = marksIn(read.text)
  return read.sentences.map((sentence, at) => {
    const textOf = (one: DoubtSentence | undefined) =>
      one === undefined ? '' : read.text.slice(one.start, one.end)
    const place = {
      text: textOf(sentence),
      before: textOf(read.sentences[at - 1]),
      after: textOf(read.sentences[at + 1]),
      isOpen: sentence.end === text.length,
    }
    const marks = countedMarks(read.text, sentence, found, names)
    return { ...sentence, marks, features: featuresOf(sentence, place, marks) }
  })
}

export function scoreSentences(
  text: string,
  names: KnownNames | null = null,
  model: DoubtModel = DOUBT_MODEL,
): ScoredSentence[] {
  return readDoubts(text, names).map(({ start, end, marks, features }) => {
    const weighed = new Map<string, DoubtEvidence>()
    let logOdds = model.bias
    for (const feature of features) {
      const weight = model.weights.get(feature.name) ?? CHOSEN_WEIGHTS.get(feature.name)
      if (weight === undefined || weighed.has(feature.name)) continue
      weighed.set(feature.name, { ...feature, weight })
      logOdds += weight
    }
    const evidence = [...weighed.values()]
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
    return { start, end, marks, probability: 1 / (1 + Math.exp(-logOdds)), evidence }
  })
}

function featuresOf(
  { start, end, isReport }: DoubtSentence,
  place: SentenceInPlace,
  marks: readonly WeightedMark[],
): DoubtFeature[] {
  const weight = weightOf(marks)
  const steps = WEIGHT_STEPS.filter((step) => weight + ROUNDING >= step).map((step) => `rules ≥ ${step}`)
  return [
    ...wordFeatures(place).map((feature) => ({
      ...feature,
      start: start + feature.start,
      end: start + feature.end,
    })),
    ...marks.map((mark) => ({ name: `rule ${mark.rule}`, start: mark.start, end: mark.end })),
    ...[...steps, ...(isReport ? ['report'] : [])].map((name) => ({ name, start, end })),
  ]
}

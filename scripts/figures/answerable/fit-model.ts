/** A logistic model of whether a corpus is the one that a question was asked of, and its errors. */
import {
  type AnswerabilityModel,
  type Closeness,
  LEAST_ANSWERABILITY,
  probability,
} from '../../../retrieval/index.ts'
import { type AskedOf, FIELDS } from './ask-sets.ts'

export type Figure = keyof Closeness

const STEPS = 800
const RATE = 0.3
const RIDGE = 0.002

const isAnswered = ({ corpus, set }: AskedOf) => corpus === set
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Shifted so that `missed` of the answered questions, in the mean over the sets, fall below LEAST_ANSWERABILITY. */
export function fitModel(
  rows: readonly AskedOf[],
  figures: readonly Figure[],
  missed: number,
): AnswerabilityModel {
  return shifted(fitWeights(rows, figures), rows, missed)
}

/** AdaGrad from zero on standardised figures, answered and other questions counting alike as wholes. The bias is 0. */
export function fitWeights(rows: readonly AskedOf[], figures: readonly Figure[]): AnswerabilityModel {
  const centre = figures.map((figure) => mean(rows.map(({ closeness }) => closeness[figure] ?? 0)))
  const spread = figures.map(
    (figure, at) =>
      Math.sqrt(mean(rows.map(({ closeness }) => ((closeness[figure] ?? 0) - centre[at]!) ** 2))) || 1,
  )
  const answered = rows.filter(isAnswered).length
  const examples = rows.map((row) => ({
    figures: [1, ...figures.map((figure, at) => ((row.closeness[figure] ?? 0) - centre[at]!) / spread[at]!)],
    label: Number(isAnswered(row)),
    counts: 0.5 / (isAnswered(row) ? answered : rows.length - answered),
  }))
  const weights = new Float64Array(figures.length + 1)
  const squares = new Float64Array(figures.length + 1).fill(1e-8)
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : -RIDGE * weight))
    for (const example of examples) {
      const sum = example.figures.reduce((total, figure, at) => total + figure * weights[at]!, 0)
      const error = example.counts * (example.label - 1 / (1 + Math.exp(-sum)))
      for (const [at, figure] of example.figures.entries()) gradient[at]! += error * figure
    }
    for (const [at, slope] of gradient.entries()) {
      squares[at]! += slope ** 2
      weights[at]! += (RATE * slope) / Math.sqrt(squares[at]!)
    }
  }
  const own = figures.map(
    (figure, at) => [figure, Number((weights[at + 1]! / spread[at]!).toFixed(3))] as const,
  )
  return { bias: 0, weights: Object.fromEntries(own) }
}

function shifted(model: AnswerabilityModel, rows: readonly AskedOf[], missed: number): AnswerabilityModel {
  const logit = ({ closeness }: AskedOf) => {
    const score = probability(model, closeness)
    return Math.log(score / (1 - score))
  }
  const bySet = [...Map.groupBy(rows.filter(isAnswered), ({ set }) => set).values()].map((set) =>
    set.map(logit),
  )
  const missedBelow = (floor: number) =>
    mean(bySet.map((logits) => logits.filter((one) => one < floor).length / logits.length))
  const floors = bySet.flat().toSorted((a, b) => a - b)
  const floor = floors.findLast((one) => missedBelow(one) <= missed) ?? 0
  return { ...model, bias: Number((-floor).toFixed(3)) }
}

export interface Errors {
  readonly corpus: string
  /** Of its own questions, the share that is taken for unanswerable. */
  readonly missed: number
  /** Of the questions of the other field, the share that is taken for answerable. */
  readonly falseOffCorpus: number
  /** The same of other sets of its field; some of those it can indeed answer. */
  readonly falseSameField: number
}

export function errorsOf(rows: readonly AskedOf[], model: AnswerabilityModel, corpus: string): Errors {
  const asked = rows.filter((row) => row.corpus === corpus)
  const passed = (some: readonly AskedOf[]) =>
    mean(some.map(({ closeness }) => Number(probability(model, closeness) >= LEAST_ANSWERABILITY)))
  const others = asked.filter((row) => !isAnswered(row))
  const round = (share: number) => Number(share.toFixed(3))
  return {
    corpus,
    missed: round(1 - passed(asked.filter(isAnswered))),
    falseOffCorpus: round(passed(others.filter(({ set }) => FIELDS[set] !== FIELDS[corpus]))),
    falseSameField: round(passed(others.filter(({ set }) => FIELDS[set] === FIELDS[corpus]))),
  }
}

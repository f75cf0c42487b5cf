/** Estimates whether the corpus can answer a question: a calibrated score from 0 to 1, the same for every backend. */
import models from './answerability-models.json' with { type: 'json' }
import type { Closeness } from './closeness.ts'

/** A logistic model: `bias` + the sum of weight x figure. Missing weights count as 0. */
export interface AnswerabilityModel {
  readonly bias: number
  readonly weights: Readonly<Partial<Record<keyof Closeness, number>>>
}

/** The model for embedders that were not measured, and for questions whose vectors do not count. */
const WORDS = 'words'
const known: Readonly<Record<string, AnswerabilityModel>> = models

/** A question counts as answerable from this score up. The models are shifted to it: see docs/asking.md. */
export const MIN_ANSWERABILITY = 0.5
/** Questions with fewer letters and digits than this score 0. */
const MIN_CHARACTERS = 2

/** Returns whether cosines of this embedder count. */
export function hasAnswerabilityModel(embedderId: string): boolean {
  return known[embedderId] !== undefined
}

/** Returns 0 to 1; 0 if nothing is near or the question is a single letter. How the models were fitted, their errors: docs/asking.md. */
export function answerability(question: string, closeness: Closeness | null, embedderId: string): number {
  return scoreOf(known, { text: question, closeness, embedderId })
}

export interface ScoredQuestion {
  readonly text: string
  readonly closeness: Closeness | null
  readonly embedderId: string
}

/** Returns the score by the embedder's model, or by the model of words alone if the embedder has none. */
export function scoreOf(
  models: Readonly<Record<string, AnswerabilityModel>>,
  { text, closeness, embedderId }: ScoredQuestion,
): number {
  if (closeness === null || (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_CHARACTERS) return 0
  const model = (closeness.cosine === null ? undefined : models[embedderId]) ?? models[WORDS]
  return model === undefined ? 0 : probability(model, closeness)
}

export function probability({ bias, weights }: AnswerabilityModel, closeness: Closeness): number {
  const sum = Object.entries(weights).reduce(
    (total, [figure, weight]) => total + weight * (closeness[figure as keyof Closeness] ?? 0),
    bias,
  )
  return 1 / (1 + Math.exp(-sum))
}

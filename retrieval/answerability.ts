/** Can a question be answered from the corpus at all? A calibrated score from 0 to 1, the same for every backend. */
import models from './answerability-models.json' with { type: 'json' }
import type { Closeness } from './closeness.ts'

/** A logistic model: `bias` + the sum of weight x figure. Missing weights count 0. */
export interface AnswerabilityModel {
  readonly bias: number
  readonly weights: Readonly<Partial<Record<keyof Closeness, number>>>
}

/** Its model for embedders that were not measured, and where vectors do not count. */
const WORDS = 'words'
const known: Readonly<Record<string, AnswerabilityModel>> = models

/** From this score on a question counts as answerable. The models are shifted to it: see docs/asking.md. */
export const LEAST_ANSWERABILITY = 0.5
/** A question of fewer letters and digits says too little. */
const LEAST_CHARACTERS = 2

/** Whether cosines by this embedder count. */
export function hasAnswerabilityModel(embedderId: string): boolean {
  return known[embedderId] !== undefined
}

/** 0 where nothing is near, or for a question of a single letter. How the models were fitted, and their errors: docs/asking.md. */
export function answerability(question: string, closeness: Closeness | null, embedderId: string): number {
  return scoreOf(known, { text: question, closeness, embedderId })
}

export interface ScoredQuestion {
  readonly text: string
  readonly closeness: Closeness | null
  readonly embedderId: string
}

/** By the model of the embedder, else by that of words alone. */
export function scoreOf(
  models: Readonly<Record<string, AnswerabilityModel>>,
  { text, closeness, embedderId }: ScoredQuestion,
): number {
  if (closeness === null || (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < LEAST_CHARACTERS) return 0
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

/**
 * Is a corpus about what a query asks, whichever backend answers? Asked by the loop of monitor/ before it injects anything: unlike answerability it
 * is fitted on what a loop asks, also key words and whole windows of thoughts, and it need not say that the answer is there.
 */
import { type AnswerabilityModel, scoreOf } from './answerability.ts'
import type { Closeness } from './closeness.ts'
import models from './topicality-models.json' with { type: 'json' }

/** From this score on the corpus counts as being about it. The models are shifted to it: see docs/decisions/2026-11-22-floor-by-topic.md. */
export const LEAST_TOPICALITY = 0.5

const known: Readonly<Record<string, AnswerabilityModel>> = models

/** 0 to 1; 0 where nothing is near. Comparable between queries, corpora and backends. */
export function topicality(query: string, closeness: Closeness | null, embedderId: string): number {
  return scoreOf(known, { text: query, closeness, embedderId })
}

/**
 * Estimates whether a corpus is about the subject of a query, whichever backend answers. The loop of monitor/ checks this before it injects
 * anything. Unlike answerability it is fitted on a loop's queries, also key words and windows of thoughts, and no answer need be there.
 */
import { type AnswerabilityModel, scoreOf } from './answerability.ts'
import type { Closeness } from './closeness.ts'
import models from './topicality-models.json' with { type: 'json' }

/** A corpus counts as on topic from this score up. The models are shifted to it: see docs/decisions/2026-11-22-floor-by-topic.md. */
export const MIN_TOPICALITY = 0.5

const known: Readonly<Record<string, AnswerabilityModel>> = models

/** Returns 0 to 1; 0 if nothing is near. Comparable between queries, corpora and backends. */
export function topicality(query: string, closeness: Closeness | null, embedderId: string): number {
  return scoreOf(known, { text: query, closeness, embedderId })
}

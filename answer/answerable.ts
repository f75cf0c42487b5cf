/** Is the corpus about the question at all? Below the floor an answer is not looked for: "your papers do not say". */
import floors from './answerable-floors.json' with { type: 'json' }

const measured: Readonly<Record<string, number>> = floors

/**
 * The least score of the best `hybrid` hit (covered share of the question plus .6 x cosine, comparable between questions) with which a
 * question is taken for one about the corpus, by `npm run measure answerable`. Null for embedders that were not measured.
 */
export function answerableFloorOf(embedderId: string): number | null {
  return measured[embedderId] ?? null
}

export function isAnswerable(bestHybridScore: number | null, embedderId: string): boolean {
  if (bestHybridScore === null) return false
  return bestHybridScore >= (answerableFloorOf(embedderId) ?? Number.NEGATIVE_INFINITY)
}

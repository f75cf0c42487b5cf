/** What answering takes of models, summed over questions. */
import type { RetrievalUsage } from '../retrieval/index.ts'

/** Null for no parts. The cost is unknown where that of any part is. */
export function summedUsage(parts: readonly RetrievalUsage[]): RetrievalUsage | null {
  if (parts.length === 0) return null
  return parts.reduce((sum, part) => ({
    calls: sum.calls + part.calls,
    promptTokens: sum.promptTokens + part.promptTokens,
    completionTokens: sum.completionTokens + part.completionTokens,
    cost: sum.cost === null || part.cost === null ? null : sum.cost + part.cost,
  }))
}

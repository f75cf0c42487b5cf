/** A server's count of tokens, as far as it can be true. Budgets rest on these counts: a negative one would undo them, one beyond all numbers end a run. */
import type { ChatUsage } from '../ports.ts'

/** No context window that the settings allow is larger. */
const MOST_TOKENS = 10_000_000

/** Returns whether the value is a number of tokens that one request can have. */
export function isPlausibleCount(count: number): boolean {
  return Number.isInteger(count) && count >= 0 && count <= MOST_TOKENS
}

/** The parts of a count may not be more than the whole. */
export function isPlausibleUsage({
  promptTokens,
  completionTokens,
  cachedPromptTokens = 0,
  reasoningTokens = 0,
}: ChatUsage): boolean {
  const counts = [promptTokens, completionTokens, cachedPromptTokens, reasoningTokens]
  return (
    counts.every(isPlausibleCount) &&
    cachedPromptTokens <= promptTokens &&
    reasoningTokens <= completionTokens
  )
}

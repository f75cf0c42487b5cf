/** Checks that a server's count of tokens is plausible: a negative count would defeat a budget, and an infinite one would end a run. */
import type { ChatUsage } from '../ports.ts'

/** Largest context window that the settings allow. */
const MAX_TOKENS = 10_000_000

/** Returns whether the value is a number of tokens that one request can have. */
export function isPlausibleCount(count: number): boolean {
  return Number.isInteger(count) && count >= 0 && count <= MAX_TOKENS
}

/** Returns whether all counts are plausible, and no part is larger than its whole. */
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

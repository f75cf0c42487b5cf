/** Counts the tokens of an answer, also if its reader stops early. */
import type { ChatEvent, ChatRequest, ChatUsage } from '../ports.ts'
import { createTokenEstimate, estimatePromptTokens } from '../token-estimate.ts'

export interface UsageTally {
  add(event: ChatEvent): void
  /** Returns the server's count if it covers what was received, else an estimate marked as one. */
  usage(): ChatUsage
}

export function createUsageTally(request: ChatRequest): UsageTally {
  const uncounted = { text: 0, reasoning: 0 }
  const said = createTokenEstimate()
  let counted: ChatUsage | null = null

  /** Returns whether a count is complete: a server with running counts sends each before its pieces, at most one per channel. */
  function isCovered(usage: ChatUsage): boolean {
    return usage.completionTokens > 0 && uncounted.text <= 1 && uncounted.reasoning <= 1
  }

  return {
    add(event) {
      if (event.type === 'usage') {
        counted = event.usage
        uncounted.text = 0
        uncounted.reasoning = 0
      }
      if (event.type !== 'text' && event.type !== 'reasoning') return
      uncounted[event.type]++
      said.add(event.text)
    },
    usage() {
      const tokens = said.tokens()
      if (counted !== null && (tokens === 0 || isCovered(counted))) return counted
      return {
        promptTokens: counted?.promptTokens ?? estimatePromptTokens(request),
        completionTokens: Math.max(counted?.completionTokens ?? 0, tokens),
        estimated: true,
      }
    },
  }
}

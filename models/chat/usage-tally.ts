/** What an answer has cost so far, at whatever point its reader left it. */
import { grownText } from '../../core/index.ts'
import type { ChatEvent, ChatRequest, ChatUsage } from '../ports.ts'
import { estimatePromptTokens, estimateTokens } from '../token-estimate.ts'

export interface UsageTally {
  add(event: ChatEvent): void
  /** The server's count where it covers what came, else an estimate, marked so. */
  usage(): ChatUsage
}

export function createUsageTally(request: ChatRequest): UsageTally {
  const uncounted = { text: 0, reasoning: 0 }
  let texts = ''
  let counted: ChatUsage | null = null

  /** A server that counts as it goes sends its count before the pieces that it covers, at most one of each kind. */
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
      texts = grownText(texts, event.text)
    },
    usage() {
      if (counted !== null && (texts === '' || isCovered(counted))) return counted
      return {
        promptTokens: counted?.promptTokens ?? estimatePromptTokens(request),
        completionTokens: Math.max(counted?.completionTokens ?? 0, estimateTokens(texts)),
        estimated: true,
      }
    },
  }
}

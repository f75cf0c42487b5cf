/** Limits concurrent calls and tokens per minute for a server and key. Calls over the limit wait, first come, first served. */
import { type Clock, createWaitingLine, GlossError } from '../../core/index.ts'
import type { ChatRequest, StreamingChat } from '../ports.ts'
import { estimatePromptTokens } from '../token-estimate.ts'
import { createUsageTally } from './usage-tally.ts'

export interface LimitSettings {
  readonly maxConcurrent: number
  /** Prompt and completion together; null for no limit. */
  readonly tokensPerMinute: number | null
}

export interface Limits {
  /** Resolves when there is room for a call of about `tokens`. */
  enter(tokens: number, signal: AbortSignal): Promise<Slot>
  /** Admits no call for `ms`: if a server asks one caller for a pause, it means all of them. */
  hold(ms: number): void
}

export interface Slot {
  /** Frees the slot and returns the unused tokens. */
  leave(usedTokens: number): void
}

const MINUTE_MS = 60_000
// Longest pause, even if a server asks for more, as other callers may have separate quotas. Chosen, not measured.
const MAX_HOLD_MS = 60_000
// Tokens reserved for an answer without a limit, until its size is known: that of long answers. Chosen, not measured.
const UNLIMITED_TOKENS = 4_096

/** Creates limits for all chats of a server and key. The tokens per minute are a token bucket: full at first, refilled evenly. */
export function createLimits({ maxConcurrent, tokensPerMinute }: LimitSettings, clock: Clock): Limits {
  const capacity = tokensPerMinute ?? Number.POSITIVE_INFINITY
  const line = createWaitingLine(mayEnter)
  let level = capacity
  let levelAtMs = clock.nowMs()
  let active = 0
  let heldUntilMs = Number.NEGATIVE_INFINITY
  let cancelAlarm: (() => void) | null = null

  function fill(): void {
    const nowMs = clock.nowMs()
    level = Math.min(capacity, level + ((nowMs - levelAtMs) * capacity) / MINUTE_MS)
    levelAtMs = nowMs
  }

  function mayEnter(tokens: number): boolean {
    const heldMs = heldUntilMs - clock.nowMs()
    if (heldMs <= 0 && active >= maxConcurrent) return false
    if (capacity < Number.POSITIVE_INFINITY) fill()
    // A call larger than the whole bucket is admitted when the bucket is full, and leaves a debt.
    const missing = Math.min(tokens, capacity) - level
    const waitMs = heldMs > 0 ? heldMs : missing > 0 ? (missing / capacity) * MINUTE_MS : 0
    if (waitMs > 0) {
      cancelAlarm?.()
      cancelAlarm = clock.after(Math.ceil(waitMs), admit)
      return false
    }
    active++
    level -= tokens
    return true
  }

  function admit(): void {
    cancelAlarm?.()
    cancelAlarm = null
    line.admit()
  }

  function createSlot(tokens: number): Slot {
    let isOpen = true
    return {
      leave(usedTokens) {
        if (!isOpen) return
        isOpen = false
        active--
        level += tokens - usedTokens
        admit()
      },
    }
  }

  return {
    hold(ms) {
      heldUntilMs = Math.max(heldUntilMs, clock.nowMs() + ms)
      admit()
    },
    async enter(tokens, signal) {
      try {
        await line.enter(tokens, signal)
      } catch (error) {
        admit()
        throw error
      }
      return createSlot(tokens)
    },
  }
}

export function withLimits(chat: StreamingChat, limits: Limits): StreamingChat {
  return {
    id: chat.id,
    server: chat.server,
    async *stream(request, signal) {
      const slot = await limits.enter(tokensAtMost(request), signal)
      const tally = createUsageTally(request)
      try {
        for await (const event of chat.stream(request, signal)) {
          tally.add(event)
          yield event
        }
      } catch (error) {
        const { retryAfterMs = null } = error instanceof GlossError ? error.facts : {}
        if (typeof retryAfterMs === 'number') limits.hold(Math.min(retryAfterMs, MAX_HOLD_MS))
        throw error
      } finally {
        const { promptTokens, completionTokens } = tally.usage()
        slot.leave(promptTokens + completionTokens)
      }
    },
  }
}

/** Returns the most tokens that a request can take, as servers count them in advance. */
function tokensAtMost(request: ChatRequest): number {
  return estimatePromptTokens(request) + (request.maxTokens ?? UNLIMITED_TOKENS)
}

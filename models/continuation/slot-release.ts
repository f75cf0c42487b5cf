/**
 * Waits until a server has noticed that its reader left, which servers with slots do at their next token. An earlier request gets another
 * slot without the conversation in its cache: measured with llama.cpp, one continuation in four. A pause of two tokens costs less.
 */
import { type Clock, sleep } from '../../core/index.ts'
import type { ChatEvent } from '../ports.ts'

const TOKENS_TO_NOTICE = 2
// Longest pause, however slow the model, because a reader is waiting. Chosen, not measured.
const MAX_PAUSE_MS = 500

export interface SlotRelease {
  /** Yields `events`, and measures their pace and whether they are read to the end. */
  watch(events: AsyncIterable<ChatEvent>): AsyncGenerator<ChatEvent>
  /** Resolves when the server has noticed that the last reader left. */
  settle(signal: AbortSignal): Promise<void>
}

export function createSlotRelease(clock: Clock): SlotRelease {
  let noticedAtMs = Number.NEGATIVE_INFINITY

  return {
    async *watch(events) {
      let count = 0
      let firstAtMs = 0
      let isWhole = false
      try {
        for await (const event of events) {
          if (event.type === 'text' || event.type === 'reasoning')
            if (count++ === 0) firstAtMs = clock.nowMs()
          isWhole ||= event.type === 'finish'
          yield event
        }
      } finally {
        const nowMs = clock.nowMs()
        const paceMs = count < 2 ? MAX_PAUSE_MS : (nowMs - firstAtMs) / (count - 1)
        if (!isWhole) noticedAtMs = nowMs + Math.min(MAX_PAUSE_MS, paceMs * TOKENS_TO_NOTICE)
      }
    },
    async settle(signal) {
      const waitMs = noticedAtMs - clock.nowMs()
      if (waitMs > 0) await sleep(clock, waitMs, signal)
    },
  }
}

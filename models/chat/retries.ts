/** Retries after temporary failures, with growing waits, with jitter so that clients do not return together, and as the server asks. */
import { type Clock, type GlossError, sleep } from '../../core/index.ts'
import type { StreamingChat } from '../ports.ts'
import { isNotThere, mayAskAgain } from './chat-error.ts'

export interface RetrySettings {
  readonly maxRetries: number
  /** Wait before the first retry. It doubles each time, unless there is no server at the address, and is cut by up to half at random. */
  readonly firstWaitMs: number
  readonly maxWaitMs: number
  /** If a server asks for a longer pause, the failure is thrown, with the pause in its facts. */
  readonly maxRetryAfterMs: number
}

// Three attempts in total (specs E28), with the waits of the official OpenAI clients: a server that refuses the connection is reported
// after .5 to 1 s. The last is chosen, not measured.
export const DEFAULT_RETRIES: RetrySettings = {
  maxRetries: 2,
  firstWaitMs: 500,
  maxWaitMs: 8_000,
  maxRetryAfterMs: 60_000,
}

export interface Retries {
  /** Waits before attempt `attempt` + 1, counted from 0; rethrows `failure` if no attempt is left. */
  pause(failure: GlossError, attempt: number, signal: AbortSignal): Promise<void>
}

export function createRetries(
  settings: Partial<RetrySettings>,
  clock: Clock,
  /** Returns a number from 0 to below 1. */
  random: () => number,
): Retries {
  const { maxRetries, firstWaitMs, maxWaitMs, maxRetryAfterMs } = { ...DEFAULT_RETRIES, ...settings }
  return {
    async pause(failure, attempt, signal) {
      if (attempt >= maxRetries) throw failure
      const { retryAfterMs } = failure.facts
      // A refused connection is not an overload, so waiting longer does not help.
      const growth = isNotThere(failure) ? 1 : 2 ** attempt
      const ownMs = Math.min(maxWaitMs, firstWaitMs * growth) * (1 - random() / 2)
      // Clients that wait exactly as long as asked would all return together.
      const waitMs = typeof retryAfterMs === 'number' ? retryAfterMs * (1 + random() / 10) : ownMs
      if (typeof retryAfterMs === 'number' && retryAfterMs > maxRetryAfterMs) throw failure
      await sleep(clock, waitMs, signal)
    },
  }
}

/** Retries only before the first piece of an answer, because yielded pieces cannot be taken back. */
export function withRetries(chat: StreamingChat, retries: Retries): StreamingChat {
  return {
    id: chat.id,
    server: chat.server,
    async *stream(request, signal) {
      for (let attempt = 0; ; attempt++) {
        try {
          return yield* chat.stream(request, signal)
        } catch (error) {
          if (!mayAskAgain(error)) throw error
          await retries.pause(error, attempt, signal)
        }
      }
    },
  }
}

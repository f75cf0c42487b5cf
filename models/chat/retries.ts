/** Asking again after failures that pass: with growing waits, with jitter so that many askers do not come back at once, and as the server asks. */
import { type Clock, type GlossError, sleep } from '../../core/index.ts'
import type { StreamingChat } from '../ports.ts'
import { isNotThere, mayAskAgain } from './chat-error.ts'

export interface RetrySettings {
  readonly maxRetries: number
  /** Before the first retry; each wait after it is twice as long, unless no server is at the address, and each is cut by up to half at random. */
  readonly firstWaitMs: number
  readonly maxWaitMs: number
  /** A server that asks for a longer pause is not waited for: the failure is thrown, and says how long. */
  readonly maxRetryAfterMs: number
}

// Three tries in all (specs E28), with the waits of the official OpenAI clients: a server that refuses the connection is reported after
// .5 to 1 s. The last is chosen, not measured.
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
  /** 0 to below 1. */
  random: () => number,
): Retries {
  const { maxRetries, firstWaitMs, maxWaitMs, maxRetryAfterMs } = { ...DEFAULT_RETRIES, ...settings }
  return {
    async pause(failure, attempt, signal) {
      if (attempt >= maxRetries) throw failure
      const { retryAfterMs } = failure.facts
      // Refusing a connection is no load that would have to pass.
      const growth = isNotThere(failure) ? 1 : 2 ** attempt
      const ownMs = Math.min(maxWaitMs, firstWaitMs * growth) * (1 - random() / 2)
      // Clients that obey to the millisecond all come back at once.
      const waitMs = typeof retryAfterMs === 'number' ? retryAfterMs * (1 + random() / 10) : ownMs
      if (typeof retryAfterMs === 'number' && retryAfterMs > maxRetryAfterMs) throw failure
      await sleep(clock, waitMs, signal)
    },
  }
}

/** Asks again before the first piece of an answer only: what was given out cannot be taken back. */
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

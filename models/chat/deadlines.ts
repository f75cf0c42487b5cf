/** Limits the time that a model takes: until its first token, between two tokens, and in total. */
import { type Clock, GlossError } from '../../core/index.ts'

export interface DeadlineSettings {
  readonly firstTokenMs: number
  /** Counted only while waiting for the next piece, so a slow reader is not mistaken for a slow model. */
  readonly betweenTokensMs: number
  readonly totalMs: number
}

// Chosen, not measured: long prompts and long thoughts after a queue take minutes, a pause within a text does not.
export const DEFAULT_DEADLINES: DeadlineSettings = {
  firstTokenMs: 120_000,
  betweenTokensMs: 60_000,
  totalMs: 1_800_000,
}

export interface Deadlines {
  /** Called before each wait for bytes. */
  wait(): void
  /** Called when bytes arrive, whether a piece of the answer or only a keep-alive. */
  receive(): void
  /** Called at each piece of the answer. */
  progress(): void
  stop(): void
}

/** Creates deadlines. `onPassed` is called with a `MODEL_TIMEOUT`, at most once. */
export function createDeadlines(
  { firstTokenMs, betweenTokensMs, totalMs }: DeadlineSettings,
  clock: Clock,
  onPassed: (failure: GlossError) => void,
): Deadlines {
  const timers = new Map<string, () => void>()
  let hasBegun = false
  let pauseLeftMs = betweenTokensMs
  let waitingSinceMs = 0

  function cancel(deadline: string): void {
    timers.get(deadline)?.()
    timers.delete(deadline)
  }

  function stop(): void {
    for (const deadline of timers.keys()) cancel(deadline)
  }

  function start(deadline: string, ms: number, leftMs = ms): void {
    const pass = () => {
      stop()
      const said = `nothing received in ${ms} ms (${deadline.replaceAll('_', ' ')})`
      onPassed(new GlossError('MODEL_TIMEOUT', said, { fault: `${deadline}_timeout`, deadline, ms }))
    }
    timers.set(deadline, clock.after(leftMs, pass))
  }

  start('first_token', firstTokenMs)
  start('total', totalMs)
  return {
    wait() {
      if (!hasBegun) return
      waitingSinceMs = clock.nowMs()
      start('between_tokens', betweenTokensMs, pauseLeftMs)
    },
    receive() {
      if (!timers.has('between_tokens')) return
      cancel('between_tokens')
      pauseLeftMs = Math.max(0, pauseLeftMs - (clock.nowMs() - waitingSinceMs))
    },
    progress() {
      hasBegun = true
      pauseLeftMs = betweenTokensMs
      cancel('first_token')
    },
    stop,
  }
}

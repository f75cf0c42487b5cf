/** How long a model may be silent: before its first token, between two tokens, and in all. */
import { type Clock, GlossError } from '../../core/index.ts'

export interface DeadlineSettings {
  readonly firstTokenMs: number
  /** Counted only while the next piece is waited for, so a slow reader is not taken for a slow model. */
  readonly betweenTokensMs: number
  readonly totalMs: number
}

// Chosen, not measured: long prompts and long thoughts behind a queue take minutes, a pause inside a text does not.
export const DEFAULT_DEADLINES: DeadlineSettings = {
  firstTokenMs: 120_000,
  betweenTokensMs: 60_000,
  totalMs: 1_800_000,
}

export interface Deadlines {
  /** Called before each wait for bytes. */
  wait(): void
  /** Called when bytes came. */
  receive(): void
  /** Called at the first piece of the answer. */
  begin(): void
  stop(): void
}

/** `onPassed` gets a `MODEL_TIMEOUT`, at most once. */
export function createDeadlines(
  { firstTokenMs, betweenTokensMs, totalMs }: DeadlineSettings,
  clock: Clock,
  onPassed: (failure: GlossError) => void,
): Deadlines {
  const nothing = () => undefined
  const pass = (deadline: string, ms: number) => () => {
    cancelAll()
    const said = `nothing came in ${ms} ms (${deadline.replaceAll('_', ' ')})`
    onPassed(new GlossError('MODEL_TIMEOUT', said, { fault: `${deadline}_timeout`, deadline, ms }))
  }
  let cancelPause: () => void = nothing
  let cancelFirst = clock.after(firstTokenMs, pass('first_token', firstTokenMs))
  const cancelTotal = clock.after(totalMs, pass('total', totalMs))
  let hasBegun = false

  function cancelAll(): void {
    cancelPause()
    cancelFirst()
    cancelTotal()
  }

  return {
    wait() {
      if (hasBegun) cancelPause = clock.after(betweenTokensMs, pass('between_tokens', betweenTokensMs))
    },
    receive() {
      cancelPause()
      cancelPause = nothing
    },
    begin() {
      hasBegun = true
      cancelFirst()
      cancelFirst = nothing
    },
    stop: cancelAll,
  }
}

/** Performs the effects of one stream call of the model and of its looks, which run one at a time. */
import { sleep, wholeText } from '../core/index.ts'
import { type ContinuingChat, createUsageTally } from '../models/index.ts'
import { type AssistPorts, type AssistRequest, assist, type PreparedInjection } from './assist.ts'
import { wholeSentences } from './cut-points.ts'
import type { LoopSettings } from './settings.ts'
import type { StreamPlace, TimedTraceEvent, TraceEvent } from './trace.ts'
import type { CallState, CallSummary, Effect, EffectResult, LookReport, TurnState } from './turn-state.ts'

type EffectOf<Type extends Effect['type']> = Extract<Effect, { readonly type: Type }>

// A monitor that has this many looks waiting skips to the newest. One long delta has fewer looks than this. Chosen, not
// measured.
const MAX_WAITING = 12

export interface ModelCall {
  /** Returns the next event of the stream. Rejects only with the reason of the turn's signal. */
  read(): Promise<EffectResult>
  /** Ends the call, closing the stream if it goes on. */
  close(): Promise<EffectResult>
  look(effect: EffectOf<'look'>): void
  /** Resolves when no look is in progress, or after the given time; null for no limit. */
  settle(ms: number | null): Promise<void>
  /** Closes everything that is still open, after the turn's reader has stopped. */
  leave(): Promise<void>
}

export interface ModelCallOptions {
  readonly chat: ContinuingChat
  readonly assist: AssistPorts | null
  readonly signal: AbortSignal
  /** Returns the current state of the turn. */
  readonly state: () => TurnState
  readonly stamped: (event: TraceEvent) => TimedTraceEvent
  readonly report: (report: LookReport) => void
}

export function openModelCall(
  { request, written }: EffectOf<'open'>,
  { chat, assist, signal: turnSignal, state, stamped, report }: ModelCallOptions,
): ModelCall {
  const call = new AbortController()
  const signal = AbortSignal.any([turnSignal, call.signal])
  const tally = createUsageTally(request)
  const events = chat.stream(request, written, signal)[Symbol.asyncIterator]()
  const { settings } = state().plan
  const queue =
    assist &&
    createLookQueue(assist, settings, signal, (injection) => report({ type: 'prepared', injection }))
  // A look that ignores its signal may request the text of the call after the call has ended.
  let last: CallState | null = null

  async function settle(ms: number | null): Promise<void> {
    if (queue === null || assist === null || !queue.isBusy()) return
    const waiting = new AbortController()
    const either = AbortSignal.any([waiting.signal, turnSignal])
    const limit = ms === null ? [] : [sleep(assist.clock, ms, either).catch(() => undefined)]
    await Promise.race([queue.settled(), ...limit])
    waiting.abort(new Error('the wait is over'))
    turnSignal.throwIfAborted()
  }

  function summary(): CallSummary {
    last = callOf(state())
    call.abort(new Error('the stream call is over'))
    return { completionTokens: tally.usage().completionTokens, late: queue?.stop() ?? [] }
  }

  async function attempt(work: () => Promise<EffectResult>): Promise<EffectResult> {
    try {
      return await work()
    } catch (error) {
      const left = summary()
      turnSignal.throwIfAborted()
      return { type: 'failed', error, ...left }
    }
  }

  return {
    read: () =>
      attempt(async () => {
        const next = await events.next()
        if (next.done === true) return { type: 'exhausted' }
        tally.add(next.value)
        return { type: 'received', event: next.value }
      }),
    close: () =>
      attempt(async () => {
        await events.return?.()
        return { type: 'ended', ...summary() }
      }),
    look({ look, at }) {
      queue?.add({
        look,
        at,
        textSoFar: () => wholeSentences(wholeText((last ?? callOf(state())).channels[look.channel].text)),
        injected: () => state().injected,
        record: (event) => report({ type: 'traced', event: stamped(event) }),
      })
    },
    settle,
    async leave() {
      if (last !== null) return
      try {
        await events.return?.()
      } finally {
        summary()
      }
    },
  }
}

function callOf({ phase }: TurnState): CallState {
  if ('call' in phase) return phase.call
  throw new Error(`A turn in phase "${phase.name}" reads no stream.`)
}

function createLookQueue(
  ports: AssistPorts,
  settings: LoopSettings,
  signal: AbortSignal,
  onPrepared: (injection: PreparedInjection) => void,
) {
  const run = new AbortController()
  const both = AbortSignal.any([signal, run.signal])
  const waiting: AssistRequest[] = []
  let current: AssistRequest | null = null
  let working: Promise<void> = Promise.resolve()

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      current = next
      let prepared: PreparedInjection | null
      try {
        prepared = await assist(next, ports, settings, both)
      } catch (error) {
        if (!both.aborted) throw error
        return
      }
      current = null
      if (prepared === null) continue
      if (!both.aborted) onPrepared(prepared)
      drop(waiting, 'pending')
    }
  }

  return {
    /** Adds a look. Must not be called while an injection waits for its place. */
    add(request: AssistRequest) {
      if (waiting.length >= MAX_WAITING) drop(waiting, 'overtaken')
      waiting.push(request)
      if (current === null && waiting.length === 1) working = work()
    },
    isBusy: () => current !== null || waiting.length > 0,
    /** Resolves when no look is in progress. */
    settled: () => working,
    /** Stops looks in progress, and returns the places of those that were not finished. */
    stop(): readonly StreamPlace[] {
      run.abort(new Error('the stream call is over'))
      const left = current === null ? [] : [current]
      return [...left, ...waiting.splice(0)].map(({ at }) => at)
    },
  }
}

function drop(requests: AssistRequest[], reason: 'pending' | 'overtaken'): void {
  for (const { at, record } of requests.splice(0)) record({ kind: 'skip', at, reason })
}

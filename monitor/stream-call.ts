/**
 * One stream call in the state machine: how it begins, what is received, and what is left of it when it is
 * over.
 */
import { BrokenAnswerError, type ChatEvent, type TokenLogprob } from '../models/index.ts'
import { failureOf } from './assist.ts'
import type { Channel } from './ports.ts'
import { nextPiece } from './stream-pieces.ts'
import type { CallSummary, EffectResult, Thought } from './turn-events.ts'
import { isBlank, openCall, proceed, proceedTraced, recorded, traceOf } from './turn-moves.ts'
import type { CallState, ChannelState, StateIn, Transition, TurnState } from './turn-state.ts'
import { lastTokens, scheduleLooks } from './window-schedule.ts'

export function startReading(state: StateIn<'opening'>): Transition {
  const { plan, written, ability } = state
  const isNew = written.text === '' && written.reasoning === ''
  const rung = isNew ? null : (ability?.rung ?? null)
  const traced = recorded(state, { kind: 'call', step: state.step, call: state.call, rung })
  const channel = { text: '', recent: '', untilLook: plan.settings.windowCharacters, logprobs: [] }
  const call: CallState = {
    channels: { reasoning: channel, text: channel },
    logprobs: [],
    prepared: null,
    waited: 0,
    isPatient: true,
    reason: 'other',
  }
  return {
    state: { ...traced, phase: { name: 'reading', call }, trace: [] },
    output: traceOf(traced),
    effect: { type: 'read' },
  }
}

export function receive(
  state: StateIn<'reading'>,
  { event }: Extract<EffectResult, { readonly type: 'received' }>,
): Transition {
  if (event.type === 'text' || event.type === 'reasoning') return receiveDelta(state, event.type, event.text)
  const call = { ...state.phase.call, ...noticed(event) }
  const output: Thought[] = event.type === 'tool-call' ? [event] : []
  return proceed(state, { name: 'heard', call }, output)
}

/** What the call has to know of an event without text. */
function noticed(event: ChatEvent): Partial<CallState> {
  if (event.type === 'logprobs') return { logprobs: event.tokens }
  return event.type === 'finish' ? { reason: event.reason } : {}
}

function receiveDelta(state: StateIn<'reading'>, channel: Channel, text: string): Transition {
  const { settings, isMonitored } = state.plan
  const { channels, logprobs } = state.phase.call
  const before = channels[channel]
  const { pieces, untilLook } = scheduleLooks(text, before.untilLook, settings.strideCharacters)
  const after: ChannelState = {
    ...before,
    untilLook,
    logprobs: isMonitored ? joined(before.logprobs, logprobs, settings.windowCharacters) : [],
  }
  const call = { ...state.phase.call, channels: { ...channels, [channel]: after }, logprobs: [] }
  const delta = { channel, pieces, isLong: text.length >= settings.strideCharacters, due: null }
  return nextPiece({ ...state, phase: { name: 'pieces', call, delta } })
}

function joined(
  before: readonly TokenLogprob[],
  added: readonly TokenLogprob[],
  characters: number,
): readonly TokenLogprob[] {
  return added.length === 0 ? before : lastTokens([...before, ...added], characters)
}

export function callFinished(state: StateIn<'reading'>, summary: CallSummary): Transition {
  const { reason } = state.phase.call
  const end = { how: 'finished', reason, isEmpty: isBlank(state) } as const
  return proceedTraced(callOver(state, summary, false), { name: 'stepped', end })
}

export function callCut(state: StateIn<'cutting'>, summary: CallSummary): Transition {
  const { cut } = state.phase
  return proceedTraced(callOver(state, summary, cut.how === 'injection'), { name: 'interrupted', cut })
}

/**
 * A stream that breaks off is continued from the text so far, some times; any other failure ends the turn.
 */
export function callBroken(
  state: StateIn<'reading' | 'cutting'>,
  { error, ...summary }: Extract<EffectResult, { readonly type: 'failed' }>,
): Transition {
  const isUsed = state.phase.name === 'cutting' && state.phase.cut.how === 'injection'
  const over = callOver(state, summary, isUsed)
  const isResumed =
    error instanceof BrokenAnswerError && state.resumptions < state.plan.settings.maxResumptions
  const stage = isResumed || over.call === 1 ? 'stream' : 'continuation'
  const traced = recorded(over, { kind: 'failure', stage, ...failureOf(error) })
  const next = { ...traced, trace: [] }
  if (isResumed) return openCall({ ...next, resumptions: state.resumptions + 1 }, traceOf(traced))
  return {
    state: { ...next, phase: { name: 'over' } },
    output: traceOf(traced),
    effect: { type: 'fail', error },
  }
}

/** `isUsed`: the injection that was prepared has its place. */
function callOver(
  state: StateIn<'reading' | 'cutting'>,
  { completionTokens, late }: CallSummary,
  isUsed: boolean,
): TurnState {
  const { prepared } = state.phase.call
  const skipped = late.reduce<TurnState>(
    (so, at) => recorded(so, { kind: 'skip', at, reason: 'late' }),
    state,
  )
  const traced =
    prepared === null || isUsed
      ? skipped
      : recorded(skipped, { kind: 'unused', at: prepared.at, reason: 'late' })
  return {
    ...traced,
    call: state.call + 1,
    completionTokens: state.completionTokens + completionTokens,
  }
}

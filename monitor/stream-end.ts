/**
 * The end of a stream call, also of one that was cut or broke off: a last look at what no look has seen, a wait for helpers, and then evidence
 * after the model's last word, if the answer may go on.
 */
import { wholeText } from '../core/index.ts'
import { BrokenAnswerError } from '../models/index.ts'
import { isAnswered } from './agent.ts'
import { failureOf } from './assist.ts'
import { isInCode } from './code-blocks.ts'
import { doubtPlace } from './injection-place.ts'
import type { StreamPlace } from './trace.ts'
import { isBlank, isContinuable, isSpent, openCall, proceedTraced, recorded, traceOf } from './turn-moves.ts'
import type {
  CallSummary,
  Effect,
  EffectResult,
  InjectionCut,
  StateIn,
  Transition,
  TurnState,
} from './turn-state.ts'
import { lookEffect } from './turn-stream.ts'

type State = StateIn<'ending'>

// Less than two words express no doubt.
const TWO_WORDS = /\p{L}\P{L}+\p{L}/u

/** Takes the last look, if one is due. */
export function streamRead(state: StateIn<'reading'>): Transition {
  const { call } = state.phase
  const isWaitedFor = state.plan.settings.hold !== 'never'
  const ending: State = { ...state, phase: { name: 'ending', call, isWaitedFor } }
  const effect = lastLook(ending)
  return effect === null ? awaitHelpers(ending) : { state: ending, output: [], effect }
}

/** Waits for helpers once, then closes the call. */
export function awaitHelpers(state: State): Transition {
  const { phase, plan } = state
  if (!phase.isWaitedFor) return { state, output: [], effect: { type: 'close' } }
  const waited: State = { ...state, phase: { ...phase, isWaitedFor: false } }
  return { state: waited, output: [], effect: { type: 'settle', ms: plan.settings.holdMs } }
}

export function callFinished(state: State, summary: CallSummary): Transition {
  const last = lastInjection(state, state.completionTokens + summary.completionTokens)
  const over = callOver(state, summary, last !== null)
  if (last !== null) return proceedTraced({ ...over, isComplete: true }, { name: 'interrupted', cut: last })
  const end = { how: 'finished', reason: state.phase.call.reason, isEmpty: isBlank(state) } as const
  return proceedTraced(over, { name: 'stepped', end })
}

/** Returns the look at the text since the last one that was due; null unless the model itself ended its answer. */
function lastLook(state: State): Effect | null {
  const { settings, isMonitored } = state.plan
  const { windowCharacters, strideCharacters, maxInjections, hold, hasLastLook } = settings
  const { channels, prepared, reason } = state.phase.call
  const { text, recent, untilLook } = channels.text
  const isOff = !isMonitored || !hasLastLook || hold === 'never' || state.injections >= maxInjections
  if (isOff || !isContinuable(state) || prepared !== null || reason !== 'stop' || isInCode(state.scans.text))
    return null
  const isFirst = wholeText(text).length < windowCharacters
  const unseen = (isFirst ? windowCharacters : strideCharacters) - untilLook
  if (unseen <= 0 || !TWO_WORDS.test(wholeText(text).slice(-unseen))) return null
  const overlap = isFirst ? 0 : Math.max(0, windowCharacters - strideCharacters)
  return lookEffect(state, 'text', { window: recent.slice(-(unseen + overlap)), isLast: true })
}

/** Returns a cut after the model's last word for an injection that is ready when the model ends without an answer. */
function lastInjection(state: State, completionTokens: number): InjectionCut | null {
  const { plan, scans, said, isForced, phase } = state
  const { prepared: injection, reason } = phase.call
  const { agent, settings, request } = plan
  const isOver =
    isForced || ((agent.answerTag !== null || agent.nudging) && isAnswered(wholeText(said), agent))
  if (injection === null || settings.hold === 'never' || reason !== 'stop' || isOver) return null
  // A client's stop text may have ended the answer, and nothing may follow that.
  if ((request.stop ?? []).length > 0 || isSpent({ ...state, completionTokens })) return null
  const { channel } = injection.at
  if (channel !== 'text' || isInCode(scans.text)) return null
  const point = { at: 0, kind: 'sentence' } as const
  const doubt = doubtPlace(state.written.text, phase.call.channels.text.text, injection.at, '')
  return { how: 'injection', injection, point, channel, doubt, discarded: '' }
}

export function callCut(state: StateIn<'cutting'>, summary: CallSummary): Transition {
  const { cut } = state.phase
  return proceedTraced(callOver(state, summary, cut.how === 'injection'), { name: 'interrupted', cut })
}

/**
 * Continues a broken stream from the text so far, up to a limit. Any other failure ends the turn, unless the answer was complete before
 * this call.
 */
export function callBroken(
  state: StateIn<'reading' | 'ending' | 'cutting'>,
  { error, ...summary }: Extract<EffectResult, { readonly type: 'failed' }>,
): Transition {
  const isUsed = state.phase.name === 'cutting' && state.phase.cut.how === 'injection'
  const over = callOver(state, summary, isUsed)
  const isResumed =
    error instanceof BrokenAnswerError &&
    state.resumptions < state.plan.settings.maxResumptions &&
    isContinuable(state)
  const stage = isResumed || over.call === 1 ? 'stream' : 'continuation'
  const traced = recorded(over, { kind: 'failure', stage, ...failureOf(error) })
  const next = { ...traced, trace: [] }
  if (isResumed) return openCall({ ...next, resumptions: state.resumptions + 1 }, traceOf(traced))
  if (state.isComplete) {
    const end = { how: 'finished', reason: 'stop', isEmpty: false } as const
    return proceedTraced(traced, { name: 'stepped', end })
  }
  return {
    state: { ...next, phase: { name: 'over' } },
    output: traceOf(traced),
    effect: { type: 'fail', error },
  }
}

/** Ends the call. `isUsed`: the prepared injection has found its place. */
function callOver(
  state: StateIn<'reading' | 'ending' | 'cutting'>,
  { completionTokens, late }: CallSummary,
  isUsed: boolean,
): TurnState {
  const { prepared, doubt } = state.phase.call
  const skipped = late.reduce<TurnState>((so, at, nth) => {
    const isDoubt = nth === 0 && doubt !== 'none'
    return recorded(so, { kind: 'skip', at, reason: 'late', ...(isDoubt ? lostDoubt(state, at) : {}) })
  }, state)
  const traced =
    prepared === null || isUsed
      ? skipped
      : recorded(skipped, {
          kind: 'unused',
          at: prepared.at,
          reason: 'late',
          ...lostDoubt(state, prepared.at),
        })
  return { ...traced, call: state.call + 1, completionTokens: state.completionTokens + completionTokens }
}

/** Returns the place of a doubt that an ended answer leaves without evidence; nothing for agents, whose answers other agents check. */
function lostDoubt({ plan, written, phase }: StateIn<'reading' | 'ending' | 'cutting'>, at: StreamPlace) {
  if (phase.name !== 'ending' || !plan.settings.hasLastLook) return {}
  return { doubt: doubtPlace(written[at.channel], phase.call.channels[at.channel].text, at, '') }
}

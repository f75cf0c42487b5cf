/** The moves that steps of a turn consist of: record, append, output, continue, and the decision after a step. */
import { grown, wholeText } from '../core/index.ts'
import type { ChatRequest, FinishReason, Written } from '../models/index.ts'
import { forcedSentence, hasAnswer, isAnswered, type Nudging, nudgingSentence } from './agent.ts'
import { isInCode, UNSCANNED } from './code-blocks.ts'
import type { Channel } from './ports.ts'
import type { TraceEvent } from './trace.ts'
import type { Effect, StateIn, StepEnd, Thought, Transition, TurnPhase, TurnState } from './turn-state.ts'

const BETWEEN_OWN_WORDS = ' '
const PROCEED: Effect = { type: 'proceed' }
// Some 250,000 tokens: a longer text fits into few models' windows, and a server without an end would write as much again. Chosen, not
// measured.
const MAX_CONTINUED_CHARACTERS = 1_000_000

/** Emits `output` and returns in `phase`. */
export function proceed(state: TurnState, phase: TurnPhase, output: readonly Thought[] = []): Transition {
  return { state: { ...state, phase }, output, effect: PROCEED }
}

/** Emits the waiting trace events and returns in `phase`. */
export function proceedTraced(state: TurnState, phase: TurnPhase): Transition {
  return { state: { ...state, phase, trace: [] }, output: traceOf(state), effect: PROCEED }
}

export function traceOf({ trace }: TurnState): Thought[] {
  return trace.map((event) => ({ type: 'trace', event }))
}

export function recorded<State extends TurnState>(state: State, event: TraceEvent): State {
  return { ...state, trace: [...state.trace, { ...event, atMs: state.atMs }] }
}

/** Appends text to the turn, and outputs it. */
export function appended(
  state: TurnState,
  channel: Channel,
  text: string,
  by: 'model' | 'injection' | 'code',
): { readonly state: TurnState; readonly thought: Thought } {
  const written = { ...state.written, [channel]: grown(state.written[channel], text) }
  const said = channel === 'text' ? grown(state.said, by === 'model' ? text : BETWEEN_OWN_WORDS) : state.said
  return { state: { ...state, written, said }, thought: { type: 'text', channel, text, by } }
}

/** Returns true if the tokens that the request allows are used up. */
export function isSpent({ plan: { request, agent }, completionTokens }: TurnState): boolean {
  return (
    agent.nudging === undefined && request.maxTokens !== undefined && completionTokens >= request.maxTokens
  )
}

/** Returns whether another call could continue the turn's text. */
export function isContinuable({ written }: TurnState): boolean {
  return wholeText(written.reasoning).length + wholeText(written.text).length <= MAX_CONTINUED_CHARACTERS
}

/** Returns true if the step has no text. */
export function isBlank({ written, stepStart }: TurnState): boolean {
  return wholeText(written.text).slice(stepStart).trim() === ''
}

/** Starts the next stream call. */
export function openCall(state: TurnState, output: readonly Thought[] = []): Transition {
  const request = remainingRequest(state)
  return {
    state: { ...state, phase: { name: 'opening' } },
    output,
    effect: { type: 'open', request, written: writtenBy(state) },
  }
}

/** Returns the turn so far, for a model that continues it. */
export function writtenBy({ written: { reasoning, text } }: TurnState): Written {
  return { reasoning: wholeText(reasoning), text: wholeText(text) }
}

/** Returns the request with the tokens left: all stream calls of a turn count as one answer, unless it is nudged. */
function remainingRequest({ plan: { request, agent }, completionTokens }: TurnState): ChatRequest {
  if (agent.nudging !== undefined) return request
  if (request.maxTokens === undefined || completionTokens === 0) return request
  return { ...request, maxTokens: Math.max(1, request.maxTokens - completionTokens) }
}

export function decideNext(state: StateIn<'stepped'>): Transition {
  const { end } = state.phase
  const { nudging } = state.plan.agent
  if (nudging !== undefined) return decideNudged(state, nudging)
  const isEmpty = end.how === 'finished' && end.isEmpty
  const counted = { ...state, empties: state.empties + (isEmpty ? 1 : 0) }
  const why = state.isForced || isSpent(state) ? 'over' : nextStepReason(counted, end)
  if (why === 'over') return endTurn(counted, end)
  if (why === 'next') return openCall(nextStep(counted))
  const traced = recorded(counted, { kind: 'forced', step: state.step, why })
  const sentence = forcedSentence(state.plan.agent.answerTag)
  const { state: forced, thought } = appended(traced, 'text', sentence, 'injection')
  return openCall({ ...nextStep(forced), isForced: true }, [thought])
}

/** Ends the turn at an answer, continues after code, nudges in all other cases, and finally forces an answer. */
function decideNudged(state: StateIn<'stepped'>, { sentences, most }: Nudging): Transition {
  const { plan, phase, step } = state
  const { end } = phase
  if (state.isForced || isAnswered(wholeText(state.said), plan.agent)) return endTurn(state, end)
  if (end.how === 'finished' && isInCode(state.scans.text) && !state.isCodeAwaited)
    return openCall({ ...state, isCodeAwaited: true })
  const idle = state.idle + (end.how === 'code' ? 0 : 1)
  const isOutOfSteps = step + 1 >= plan.agent.maxSteps
  const isForced = isOutOfSteps || idle > most
  if (end.how === 'code' && !isForced) return openCall(nextStep(state))
  const why = isOutOfSteps ? 'steps' : 'no_answer'
  const traced = recorded({ ...state, idle }, { kind: 'forced', step, why })
  const sentence = sentences[isForced ? 0 : (idle - 1) % sentences.length] ?? ''
  const { state: nudged, thought } = appended(traced, 'text', nudgingSentence(sentence), 'injection')
  return openCall({ ...nextStep(nudged), isForced }, [thought])
}

/** Returns whether the turn is over, continues with the next step, or with one in which the model must answer. */
function nextStepReason(
  { step, said, empties, plan: { agent } }: TurnState,
  end: StepEnd,
): 'over' | 'next' | 'steps' | 'empties' | 'no_answer' {
  const isWritten = end.how === 'finished' && !end.isEmpty
  if (isWritten && hasAnswer(wholeText(said), agent.answerTag)) return 'over'
  if (end.how === 'finished' && end.isEmpty && agent.maxEmpties === 0) return 'over'
  if (empties >= Math.max(1, agent.maxEmpties)) return 'empties'
  if (step + 1 >= agent.maxSteps) return 'steps'
  return isWritten ? 'no_answer' : 'next'
}

function nextStep(state: TurnState): TurnState {
  return {
    ...state,
    step: state.step + 1,
    stepStart: wholeText(state.written.text).length,
    injections: 0,
    resumptions: 0,
    isCodeAwaited: false,
    scans: UNSCANNED,
  }
}

function endTurn(state: TurnState, end: StepEnd): Transition {
  const { plan, said, step } = state
  const { answerTag } = plan.agent
  const reason = reasonOf(end, state)
  const hasOne = answerTag === null ? null : isAnswered(wholeText(said), plan.agent)
  const traced = recorded(state, { kind: 'end', finish: reason, steps: step + 1, hasAnswer: hasOne })
  return {
    state: { ...traced, phase: { name: 'over' }, trace: [] },
    output: [...traceOf(traced), { type: 'finish', reason }],
    effect: { type: 'finish' },
  }
}

function reasonOf(end: StepEnd, state: TurnState): FinishReason {
  if (end.how === 'finished') return end.reason
  return isSpent(state) ? 'length' : 'other'
}

/** Returns the text between the turn so far and an injection: nothing at the beginning or after white space. */
export function seamBefore(textSoFar: string): string {
  return textSoFar === '' || /\s$/.test(textSoFar) ? '' : ' '
}

/**
 * Returns the text between an injection and the model's next word. Models that continue the text as a message may omit the
 * space.
 */
export function seamAfter(textSoFar: string, next: string): string {
  return /[\p{L}\p{N}.!?:;,)\]"'”’]$/u.test(textSoFar) && /^[\p{L}\p{N}$\\("'“‘[]/u.test(next) ? ' ' : ''
}

/** The small moves that the steps of a turn are made of: record, append, give out, proceed. */
import type { ChatRequest } from '../models/index.ts'
import type { Channel } from './ports.ts'
import type { TraceEvent } from './trace.ts'
import type { Effect, Thought } from './turn-events.ts'
import type { Transition, TurnPhase, TurnState } from './turn-state.ts'

const BETWEEN_OWN_WORDS = ' '
const PROCEED: Effect = { type: 'proceed' }

/** Gives `output` out and comes back in `phase`. */
export function proceed(state: TurnState, phase: TurnPhase, output: readonly Thought[] = []): Transition {
  return { state: { ...state, phase }, output, effect: PROCEED }
}

/** The same, with the trace events that are waiting. */
export function proceedTraced(state: TurnState, phase: TurnPhase): Transition {
  return { state: { ...state, phase, trace: [] }, output: traceOf(state), effect: PROCEED }
}

export function traceOf({ trace }: TurnState): Thought[] {
  return trace.map((event) => ({ type: 'trace', event }))
}

export function recorded<State extends TurnState>(state: State, event: TraceEvent): State {
  return { ...state, trace: [...state.trace, { ...event, atMs: state.atMs }] }
}

/** Joins text to the turn, and gives it out. */
export function appended(
  state: TurnState,
  channel: Channel,
  text: string,
  by: 'model' | 'injection' | 'code',
): { readonly state: TurnState; readonly thought: Thought } {
  const written = { ...state.written, [channel]: state.written[channel] + text }
  const said = channel === 'text' ? state.said + (by === 'model' ? text : BETWEEN_OWN_WORDS) : state.said
  return { state: { ...state, written, said }, thought: { type: 'text', channel, text, by } }
}

/** The tokens that the request allows are used up. */
export function isSpent({ plan: { request, agent }, completionTokens }: TurnState): boolean {
  return (
    agent.nudging === undefined && request.maxTokens !== undefined && completionTokens >= request.maxTokens
  )
}

/** The step has no text. */
export function isBlank({ written, stepStart }: TurnState): boolean {
  return written.text.slice(stepStart).trim() === ''
}

/** Starts the next stream call. */
export function openCall(state: TurnState, output: readonly Thought[] = []): Transition {
  const request = remainingRequest(state)
  return {
    state: { ...state, phase: { name: 'opening' } },
    output,
    effect: { type: 'open', request, written: state.written },
  }
}

/** The tokens of all stream calls of a turn count as those of one answer, unless it is nudged. */
function remainingRequest({ plan: { request, agent }, completionTokens }: TurnState): ChatRequest {
  if (agent.nudging !== undefined) return request
  if (request.maxTokens === undefined || completionTokens === 0) return request
  return { ...request, maxTokens: Math.max(1, request.maxTokens - completionTokens) }
}

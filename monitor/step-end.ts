/**
 * What follows when a step is over: the next step, a last one in which the model must answer, or the end of
 * the turn.
 */
import type { FinishReason } from '../models/index.ts'
import { forcedSentence, hasAnswer, isAnswered, type Nudging, nudgingSentence } from './agent.ts'
import { isInCode, NO_CODE } from './code-blocks.ts'
import { appended, isSpent, openCall, recorded, traceOf } from './turn-moves.ts'
import type { StateIn, StepEnd, Transition, TurnState } from './turn-state.ts'

export function decideNext(state: StateIn<'stepped'>): Transition {
  const { end } = state.phase
  const { nudging } = state.plan.agent
  if (nudging !== undefined) return decideNudged(state, nudging)
  const isEmpty = end.how === 'finished' && end.isEmpty
  const counted = { ...state, empties: state.empties + (isEmpty ? 1 : 0) }
  const why = state.isForced || isSpent(state) ? 'over' : whyMore(counted, end)
  if (why === 'over') return endTurn(counted, end)
  if (why === 'next') return openCall(nextStep(counted))
  const traced = recorded(counted, { kind: 'forced', step: state.step, why })
  const sentence = forcedSentence(state.plan.agent.answerTag)
  const { state: forced, thought } = appended(traced, 'text', sentence, 'injection')
  return openCall({ ...nextStep(forced), isForced: true }, [thought])
}

/** An answer ends the turn; code is gone on behind; all else is nudged, and in the end forced. */
function decideNudged(state: StateIn<'stepped'>, { sentences, most }: Nudging): Transition {
  const { plan, phase, step } = state
  const { end } = phase
  if (state.isForced || isAnswered(state.said, plan.agent)) return endTurn(state, end)
  if (end.how === 'finished' && isInCode(state.scan) && !state.isCodeAwaited)
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

/** Whether the turn is over, continues with the next step, or with one in which the model must answer. */
function whyMore(
  { step, said, empties, plan: { agent } }: TurnState,
  end: StepEnd,
): 'over' | 'next' | 'steps' | 'empties' | 'no_answer' {
  const isWritten = end.how === 'finished' && !end.isEmpty
  if (isWritten && hasAnswer(said, agent.answerTag)) return 'over'
  if (end.how === 'finished' && end.isEmpty && agent.maxEmpties === 0) return 'over'
  if (empties >= Math.max(1, agent.maxEmpties)) return 'empties'
  if (step + 1 >= agent.maxSteps) return 'steps'
  return isWritten ? 'no_answer' : 'next'
}

function nextStep(state: TurnState): TurnState {
  return {
    ...state,
    step: state.step + 1,
    stepStart: state.written.text.length,
    injections: 0,
    resumptions: 0,
    isCodeAwaited: false,
    scan: NO_CODE,
  }
}

function endTurn(state: TurnState, end: StepEnd): Transition {
  const { plan, said, step } = state
  const { answerTag } = plan.agent
  const reason = reasonOf(end, state)
  const hasOne = answerTag === null ? null : isAnswered(said, plan.agent)
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

/**
 * What follows when a step is over: the next step, a last one in which the model must answer, or the end of
 * the turn.
 */
import type { FinishReason } from '../models/index.ts'
import { forcedSentence, hasAnswer } from './agent.ts'
import { NO_CODE } from './code-blocks.ts'
import { appended, isSpent, openCall, recorded, traceOf } from './turn-moves.ts'
import type { StateIn, StepEnd, Transition, TurnState } from './turn-state.ts'

export function decideNext(state: StateIn<'stepped'>): Transition {
  const { end } = state.phase
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
    scan: NO_CODE,
  }
}

function endTurn(state: TurnState, end: StepEnd): Transition {
  const { plan, said, step } = state
  const { answerTag } = plan.agent
  const reason = reasonOf(end, state)
  const isAnswered = answerTag === null ? null : hasAnswer(said, answerTag)
  const traced = recorded(state, { kind: 'end', finish: reason, steps: step + 1, hasAnswer: isAnswered })
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

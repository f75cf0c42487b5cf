/**
 * A turn as a state machine: a model writes, is monitored, is interrupted for evidence or for code, and
 * continues until it is done. A pure function: `think` performs the effects. Source: Eigen-1's specs, section
 * 3.2; Algorithm 1, last lines.
 */
import { codeAppended, codeRecorded, injectionRecorded, interrupt } from './interruption.ts'
import { decideNext } from './step-end.ts'
import { callBroken, callCut, callFinished, receive, startReading } from './stream-call.ts'
import { nextPiece, readOn } from './stream-pieces.ts'
import type { EffectResult, LookReport, TurnEvent } from './turn-events.ts'
import type { StateIn, Transition, TurnPhase, TurnState } from './turn-state.ts'

type PhaseName = TurnPhase['name']
type ResultType = EffectResult['type']
type ResultOf<Type extends ResultType> = Extract<EffectResult, { readonly type: Type }>
type Handlers = {
  readonly [Name in PhaseName]: {
    readonly [Type in ResultType]?: (state: StateIn<Name>, result: ResultOf<Type>) => Transition
  }
}

/** Which results a phase waits for, and what follows from each. */
const HANDLERS: Handlers = {
  opening: { proceed: startReading },
  reading: { received: receive, ended: callFinished, failed: callBroken },
  pieces: { proceed: nextPiece },
  heard: { proceed: readOn },
  cutting: { ended: callCut, failed: callBroken },
  interrupted: { proceed: interrupt },
  injected: { proceed: injectionRecorded },
  running: { ran: codeAppended },
  ran: { proceed: codeRecorded },
  stepped: { proceed: decideNext },
  over: {},
}

/** Throws where the phase does not wait for such an event. */
export function step(state: TurnState, event: TurnEvent): Transition {
  const { atMs, ability, reports } = event
  // What was looked up is the handler of this very phase and type.
  const handler = HANDLERS[state.phase.name][event.type] as
    | ((state: TurnState, result: EffectResult) => Transition)
    | undefined
  if (handler === undefined)
    throw new Error(`A turn in phase "${state.phase.name}" got the event "${event.type}".`)
  return handler(reports.reduce(noted, { ...state, atMs, ability }), event)
}

function noted(state: TurnState, report: LookReport): TurnState {
  const { phase } = state
  if (!('call' in phase)) throw new Error(`A turn in phase "${phase.name}" got the report of a look.`)
  if (report.type === 'prepared')
    return { ...state, phase: { ...phase, call: { ...phase.call, prepared: report.injection } } }
  const isPatient = phase.call.isPatient && report.event.kind !== 'failure'
  return {
    ...state,
    trace: [...state.trace, report.event],
    phase: { ...phase, call: { ...phase.call, isPatient } },
  }
}

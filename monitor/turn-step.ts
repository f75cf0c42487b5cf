/**
 * A turn as a state machine: a model writes, is monitored, is interrupted for evidence or for code, and
 * continues until it is done. A pure function: `think` performs the effects. Source: Eigen-1's specs, section
 * 3.2; Algorithm 1, last lines.
 */
import { defuseControlMarks, wholeText } from '../core/index.ts'
import { isAnswered } from './agent.ts'
import { UNSCANNED } from './code-blocks.ts'
import { awaitHelpers, callBroken, callCut, callFinished, streamRead } from './stream-end.ts'
import type { TimedTraceEvent } from './trace.ts'
import {
  appended,
  decideNext,
  isBlank,
  isSpent,
  openCall,
  proceed,
  proceedTraced,
  recorded,
  seamBefore,
  traceOf,
} from './turn-moves.ts'
import type {
  CodeCut,
  EffectResult,
  InjectionCut,
  LookReport,
  StateIn,
  Transition,
  TurnEvent,
  TurnPhase,
  TurnState,
} from './turn-state.ts'
import { nextPiece, readOn, receive, startReading } from './turn-stream.ts'

type PhaseName = TurnPhase['name']
type ResultType = EffectResult['type']
type ResultOf<Type extends ResultType> = Extract<EffectResult, { readonly type: Type }>
type Handlers = {
  readonly [Name in PhaseName]: {
    readonly [Type in ResultType]?: (state: StateIn<Name>, result: ResultOf<Type>) => Transition
  }
}

/** Handlers of the results that each phase waits for. */
const HANDLERS: Handlers = {
  opening: { proceed: startReading },
  reading: { received: receive, exhausted: streamRead, failed: callBroken },
  pieces: { proceed: nextPiece },
  heard: { proceed: readOn },
  ending: { proceed: awaitHelpers, ended: callFinished, failed: callBroken },
  cutting: { ended: callCut, failed: callBroken },
  interrupted: { proceed: interrupt },
  injected: { proceed: injectionRecorded },
  running: { ran: codeAppended },
  ran: { proceed: codeRecorded },
  stepped: { proceed: decideNext },
  over: {},
}

/** Returns the next state. Throws if the phase does not wait for this event. */
export function step(state: TurnState, event: TurnEvent): Transition {
  const { atMs, ability, reports } = event
  // The handler found belongs to this phase and type.
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
  if (report.type === 'prepared') {
    const call = { ...phase.call, prepared: report.injection, doubt: 'none' as const }
    return { ...state, phase: { ...phase, call } }
  }
  const { event } = report
  const isPatient = phase.call.isPatient && event.kind !== 'failure'
  const doubt = doubtAfter(event) ?? phase.call.doubt
  return {
    ...state,
    trace: [...state.trace, event],
    phase: { ...phase, call: { ...phase.call, isPatient, doubt } },
  }
}

/** Returns the new doubt; null for no change: if the sifter fails, the look continues. */
function doubtAfter(event: TimedTraceEvent): 'open' | 'none' | null {
  if (event.kind === 'look' && event.answer === 'yes') return 'open'
  const isOver = event.kind === 'miss' || (event.kind === 'failure' && event.stage !== 'sifter')
  return isOver ? 'none' : null
}

export function interrupt(state: StateIn<'interrupted'>): Transition {
  const { cut } = state.phase
  if (cut.how === 'injection') return inject(state, cut)
  const { nudging } = state.plan.agent
  if (nudging === undefined || !isAnswered(wholeText(state.said), state.plan.agent))
    return runCode(state, cut)
  const end = { how: 'finished', reason: 'stop', isEmpty: false } as const
  return proceedTraced(state, { name: 'stepped', end })
}

function inject(state: TurnState, { injection, point, channel, doubt, discarded }: InjectionCut): Transition {
  const { at, queries, evidence, tokens, tookMs } = injection
  const before = wholeText(state.written[channel])
  const found = defuseControlMarks(injection.text)
  const text = seamBefore(before) + found
  const { state: written, thought } = appended(state, channel, text, 'injection')
  const next = {
    ...written,
    injections: state.injections + 1,
    isAtSeam: true,
    scans: UNSCANNED,
    injected: [...state.injected, ...evidence.map(({ unit, paper, span }) => ({ unit, paper, span }))],
  }
  const event = {
    kind: 'injection',
    at,
    cut: { offset: before.length, kind: point.kind },
    doubt,
    span: [before.length, before.length + text.length],
    text,
    ...(found === injection.text ? {} : { isDefused: true as const }),
    queries,
    units: evidence.map(({ unit, paper, title, page, locator, span }) => ({
      ...{ unit, paper, title, page, locator, span },
    })),
    discarded,
    tokens,
    tookMs,
  } as const
  return proceed(next, { name: 'injected', event }, [thought])
}

/** Continues the model after the injection, unless the request allows no more tokens. */
export function injectionRecorded(state: StateIn<'injected'>): Transition {
  const traced = recorded(state, state.phase.event)
  if (!isSpent(traced)) return openCall({ ...traced, trace: [] }, traceOf(traced))
  const end = { how: 'finished', reason: 'length', isEmpty: isBlank(traced) } as const
  return proceedTraced(traced, { name: 'stepped', end })
}

function runCode(state: TurnState, cut: CodeCut): Transition {
  return {
    state: { ...state, phase: { name: 'running', cut, startedMs: state.atMs } },
    output: [],
    effect: { type: 'run', code: cut.code },
  }
}

export function codeAppended(
  state: StateIn<'running'>,
  { result, searches, failure }: Extract<EffectResult, { readonly type: 'ran' }>,
): Transition {
  const traced = failure === null ? state : recorded(state, { kind: 'failure', stage: 'code', ...failure })
  const shown = defuseControlMarks(result)
  const text = `<execution_results>${shown}</execution_results>`
  const { state: next, thought } = appended(traced, state.phase.cut.channel, text, 'code')
  return proceed(
    next,
    { ...state.phase, name: 'ran', result: shown, isDefused: shown !== result, searches },
    [thought],
  )
}

export function codeRecorded(state: StateIn<'ran'>): Transition {
  const { cut, startedMs, result, isDefused, searches } = state.phase
  const { code, discarded } = cut
  const tookMs = state.atMs - startedMs
  const changed = isDefused ? { isDefused } : {}
  const searched = searches.length === 0 ? {} : { searches }
  const ran = { code, result, ...changed, ...searched, discarded, tookMs }
  const traced = recorded(state, { kind: 'code', step: state.step, ...ran })
  return proceedTraced(traced, { name: 'stepped', end: { how: 'code' } })
}

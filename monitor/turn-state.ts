/**
 * What the state machine of a turn knows, what goes into it and what comes out: events go in, thoughts and one effect come out.
 * Nothing of a state is ever changed: each step makes the next one.
 */
import type {
  ChatEvent,
  ChatRequest,
  ContinuationAbility,
  ContinuationMethod,
  FinishReason,
  TokenLogprob,
  ToolCall,
  Written,
} from '../models/index.ts'
import type { AgentSettings } from './agent.ts'
import type { Failure, PreparedInjection } from './assist.ts'
import { type CodeScan, UNSCANNED } from './code-blocks.ts'
import type { CutPoint } from './cut-points.ts'
import type { Channel, EvidencePlace, Look } from './ports.ts'
import type { LoopSettings } from './settings.ts'
import type { CodeSearch, DoubtPlace, StreamPlace, TimedTraceEvent, TraceEvent } from './trace.ts'
import type { StreamPiece } from './window-schedule.ts'

/** What does not change during a turn. */
export interface TurnPlan {
  readonly request: ChatRequest
  readonly settings: LoopSettings
  readonly agent: AgentSettings
  /** Looks are taken. */
  readonly isMonitored: boolean
  /** Code is run; where it is not, `<code>` is text. */
  readonly runsCode: boolean
}

export interface TurnState {
  readonly plan: TurnPlan
  readonly phase: TurnPhase
  /** The turn so far, with its prefix and everything injected. */
  readonly written: Written
  /** Of the text, what the model wrote: only there an answer is looked for. */
  readonly said: string
  /** Counted from 0. A step ends with a block of code, or with the end of a stream. */
  readonly step: number
  /** Stream calls so far. */
  readonly call: number
  /** Length of the text when the step began. */
  readonly stepStart: number
  /** In this step. */
  readonly injections: number
  /** In this step: streams that broke off and were continued. */
  readonly resumptions: number
  /** Empty answers of the whole turn. */
  readonly empties: number
  /** Steps with neither code nor an answer. */
  readonly idle: number
  /** A stream ended within a block of code, and the next call continues it. */
  readonly isCodeAwaited: boolean
  /** The model has been made to answer; this step is the last. */
  readonly isForced: boolean
  /** The model's next word comes behind an injection. */
  readonly isAtSeam: boolean
  /**
   * Of what the model wrote in each channel since it was last interrupted: a block may begin before a stream
   * breaks off and end after it.
   */
  readonly scans: Readonly<Record<Channel, CodeScan>>
  /** What is in the turn, in order. */
  readonly injected: readonly EvidencePlace[]
  /** Of all stream calls so far, for what the request allows. */
  readonly completionTokens: number
  /** Trace events that were not given out yet. */
  readonly trace: readonly TimedTraceEvent[]
  /** As of the last event. */
  readonly atMs: number
  readonly ability: ContinuationAbility | null
}

/** What the state machine waits for. */
export type TurnPhase =
  | { readonly name: 'opening' }
  | { readonly name: 'reading'; readonly call: CallState }
  /** Before the next piece of a delta, or behind its last. */
  | { readonly name: 'pieces'; readonly call: CallState; readonly delta: DeltaState }
  /** An event of the stream has been given out. */
  | { readonly name: 'heard'; readonly call: CallState }
  | { readonly name: 'cutting'; readonly call: CallState; readonly cut: StreamCut }
  | { readonly name: 'interrupted'; readonly cut: StreamCut }
  | { readonly name: 'injected'; readonly event: TraceEvent }
  | { readonly name: 'running'; readonly cut: CodeCut; readonly startedMs: number }
  | {
      readonly name: 'ran'
      readonly cut: CodeCut
      readonly startedMs: number
      /** With its control marks made harmless. */
      readonly result: string
      readonly isDefused: boolean
      readonly searches: readonly CodeSearch[]
    }
  | { readonly name: 'stepped'; readonly end: StepEnd }
  | { readonly name: 'over' }

/** One stream call while it is read. */
export interface CallState {
  /** How its text is continued; null where it begins one, and before that is known. */
  readonly method: ContinuationMethod | null
  readonly channels: Readonly<Record<Channel, ChannelState>>
  /** Log probabilities of tokens whose text is about to come. */
  readonly logprobs: readonly TokenLogprob[]
  /** Waits for its place. */
  readonly prepared: PreparedInjection | null
  /** Characters that came while an injection waited for its place. */
  readonly waited: number
  /** A look found doubt and its helpers are at work; `waited`: the stream has waited for them as long as it may. */
  readonly doubt: 'none' | 'open' | 'waited'
  /** Looks may be waited for: none has failed yet. */
  readonly isPatient: boolean
  readonly reason: FinishReason
}

/** What one channel of the call has so far. */
export interface ChannelState {
  readonly text: string
  /** Its last window. Cut from the whole at each look it would take the square of a long answer: time, and memory, since traces keep it. */
  readonly recent: string
  /** Characters up to the next look. */
  readonly untilLook: number
  /** Of the last window at least. */
  readonly logprobs: readonly TokenLogprob[]
}

/** A delta while its pieces are read. */
export interface DeltaState {
  readonly channel: Channel
  readonly pieces: readonly StreamPiece[]
  /** As long as a stride or longer. */
  readonly isLong: boolean
  /** What comes before the next piece. */
  readonly due: 'look' | 'settling' | null
}

export interface InjectionCut {
  readonly how: 'injection'
  readonly injection: PreparedInjection
  readonly point: CutPoint
  readonly channel: Channel
  readonly doubt: DoubtPlace
  /** What came behind the cut. */
  readonly discarded: string
}

export interface CodeCut {
  readonly how: 'code'
  readonly channel: Channel
  readonly code: string
  readonly discarded: string
}

export type StreamCut = InjectionCut | CodeCut

export type StepEnd =
  | { readonly how: 'finished'; readonly reason: FinishReason; readonly isEmpty: boolean }
  | { readonly how: 'code' }

/** The state in one phase. */
export type StateIn<Name extends TurnPhase['name']> = TurnState & {
  readonly phase: Extract<TurnPhase, { readonly name: Name }>
}

export interface Transition {
  readonly state: TurnState
  /** To be given out, in this order, before the effect. */
  readonly output: readonly Thought[]
  readonly effect: Effect
}

export function firstState(plan: TurnPlan, written: Written): TurnState {
  return {
    plan,
    phase: { name: 'opening' },
    written,
    said: '',
    step: 0,
    call: 0,
    stepStart: written.text.length,
    injections: 0,
    resumptions: 0,
    empties: 0,
    idle: 0,
    isCodeAwaited: false,
    isForced: false,
    isAtSeam: false,
    scans: UNSCANNED,
    injected: [],
    completionTokens: 0,
    trace: [],
    atMs: 0,
    ability: null,
  }
}

/** What the reader of a turn is given. The texts of a channel join without anything between them. */
export type Thought =
  | {
      readonly type: 'text'
      readonly channel: Channel
      readonly text: string
      readonly by: 'model' | 'injection' | 'code'
    }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | { readonly type: 'trace'; readonly event: TimedTraceEvent }
  | { readonly type: 'finish'; readonly reason: FinishReason }

/** What came of the looks, which are taken while the stream is read. */
export type LookReport =
  | { readonly type: 'traced'; readonly event: TimedTraceEvent }
  | { readonly type: 'prepared'; readonly injection: PreparedInjection }

/** What a stream call has left behind when it is over. */
export interface CallSummary {
  readonly completionTokens: number
  /** Looks that were due and did not come to an end. */
  readonly late: readonly StreamPlace[]
}

/** The result of an effect. */
export type EffectResult =
  /** The output was given out and the effect is done. */
  | { readonly type: 'proceed' }
  | { readonly type: 'received'; readonly event: ChatEvent }
  /** The stream came to its end, or was closed as asked. */
  | ({ readonly type: 'ended' } & CallSummary)
  | ({ readonly type: 'failed'; readonly error: unknown } & CallSummary)
  /** Code has run; `failure` where the sandbox failed, which `result` then says in words for the model. */
  | {
      readonly type: 'ran'
      readonly result: string
      readonly searches: readonly CodeSearch[]
      readonly failure: Failure | null
    }

/** The result of the last effect, and how things are at that moment. */
export type TurnEvent = EffectResult & {
  /** Milliseconds since the turn began. */
  readonly atMs: number
  /** How the server continues a text; null where that is not known yet. */
  readonly ability: ContinuationAbility | null
  /** Reports since the last event, oldest first. */
  readonly reports: readonly LookReport[]
}

/** What the driver does next. Each effect has one result, but for the last two, which end the turn. */
export type Effect =
  | { readonly type: 'proceed' }
  | { readonly type: 'open'; readonly request: ChatRequest; readonly written: Written }
  | { readonly type: 'read' }
  | { readonly type: 'close' }
  /** Starts or queues a look. Its outcome comes as reports. */
  | { readonly type: 'look'; readonly look: Look; readonly at: StreamPlace }
  /** Waits until no look is under way, for so long at most; null for no limit. */
  | { readonly type: 'settle'; readonly ms: number | null }
  | { readonly type: 'run'; readonly code: string }
  | { readonly type: 'finish' }
  | { readonly type: 'fail'; readonly error: unknown }

/**
 * State, input and output of a turn's state machine: it takes events, and returns thoughts and one effect.
 * States are immutable: each step makes a new one.
 */
import { type GrowingText, grown, NO_TEXT } from '../core/index.ts'
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

/** Parts of a turn that do not change. */
export interface TurnPlan {
  readonly request: ChatRequest
  readonly settings: LoopSettings
  readonly agent: AgentSettings
  /** True if looks are taken. */
  readonly isMonitored: boolean
  /** True if code is run; if not, `<code>` is text. */
  readonly runsCode: boolean
}

export interface TurnState {
  readonly plan: TurnPlan
  readonly phase: TurnPhase
  /** Turn so far, with its prefix and all injections. */
  readonly written: Readonly<Record<Channel, GrowingText>>
  /** The model's own part of the text, in which answers are searched for. */
  readonly said: GrowingText
  /** Number of the step, from 0. A step ends with a block of code, or with the end of a stream. */
  readonly step: number
  /** Number of stream calls so far. */
  readonly call: number
  /** Length of the text when the step began. */
  readonly stepStart: number
  /** Number of injections in this step. */
  readonly injections: number
  /** Number of broken streams continued in this step. */
  readonly resumptions: number
  /** Number of empty answers in the whole turn. */
  readonly empties: number
  /** Number of steps with neither code nor an answer. */
  readonly idle: number
  /** True if a stream ended within a block of code, which the next call continues. */
  readonly isCodeAwaited: boolean
  /** True if the model has been made to answer; this step is the last. */
  readonly isForced: boolean
  /** True if the model had ended its answer and has written nothing since. */
  readonly isComplete: boolean
  /** True if the model's next word follows an injection. */
  readonly isAtSeam: boolean
  /**
   * Scans of what the model wrote in each channel since it was last interrupted: a block may begin before a stream
   * breaks off and end after it.
   */
  readonly scans: Readonly<Record<Channel, CodeScan>>
  /** Evidence in the turn, in order. */
  readonly injected: readonly EvidencePlace[]
  /** Tokens of all stream calls so far, which the request limits. */
  readonly completionTokens: number
  /** Trace events that have not been output yet. */
  readonly trace: readonly TimedTraceEvent[]
  /** Time of the last event. */
  readonly atMs: number
  readonly ability: ContinuationAbility | null
}

/** Phases: what the state machine waits for. */
export type TurnPhase =
  | { readonly name: 'opening' }
  | { readonly name: 'reading'; readonly call: CallState }
  /** Before the next piece of a delta, or after its last. */
  | { readonly name: 'pieces'; readonly call: CallState; readonly delta: DeltaState }
  /** After an event of the stream was output. */
  | { readonly name: 'heard'; readonly call: CallState }
  /** After the last event of the stream. */
  | { readonly name: 'ending'; readonly call: CallState; readonly isWaitedFor: boolean }
  | { readonly name: 'cutting'; readonly call: CallState; readonly cut: StreamCut }
  | { readonly name: 'interrupted'; readonly cut: StreamCut }
  | { readonly name: 'injected'; readonly event: TraceEvent }
  | { readonly name: 'running'; readonly cut: CodeCut; readonly startedMs: number }
  | {
      readonly name: 'ran'
      readonly cut: CodeCut
      readonly startedMs: number
      /** Result with control marks made harmless. */
      readonly result: string
      readonly isDefused: boolean
      readonly searches: readonly CodeSearch[]
    }
  | { readonly name: 'stepped'; readonly end: StepEnd }
  | { readonly name: 'over' }

/** One stream call in progress. */
export interface CallState {
  /** How its text is continued; null if it begins one, and before that is known. */
  readonly method: ContinuationMethod | null
  readonly channels: Readonly<Record<Channel, ChannelState>>
  /** Log probabilities of tokens whose text follows. */
  readonly logprobs: readonly TokenLogprob[]
  /** Injection that waits for its place. */
  readonly prepared: PreparedInjection | null
  /** Characters received while an injection waited for its place. */
  readonly waited: number
  /** `open`: a look found doubt and its helpers are working; `waited`: the stream has waited for them as long as it may. */
  readonly doubt: 'none' | 'open' | 'waited'
  /** True if looks may be waited for, since none has failed yet. */
  readonly isPatient: boolean
  readonly reason: FinishReason
}

/** Contents of one channel of the call so far. */
export interface ChannelState {
  readonly text: GrowingText
  /** Last window. Cutting it from the whole text at each look would take quadratic time and memory, since traces keep it. */
  readonly recent: string
  /** Characters before the next look. */
  readonly untilLook: number
  /** Log probabilities of at least the last window. */
  readonly logprobs: readonly TokenLogprob[]
}

/** A delta in progress. */
export interface DeltaState {
  readonly channel: Channel
  readonly pieces: readonly StreamPiece[]
  /** True for a delta of at least one stride. */
  readonly isLong: boolean
  /** What must happen before the next piece. */
  readonly due: 'look' | 'settling' | null
}

export interface InjectionCut {
  readonly how: 'injection'
  readonly injection: PreparedInjection
  readonly point: CutPoint
  readonly channel: Channel
  readonly doubt: DoubtPlace
  /** Text after the cut. */
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
  /** Thoughts to output, in this order, before the effect. */
  readonly output: readonly Thought[]
  readonly effect: Effect
}

export function firstState(plan: TurnPlan, written: Written): TurnState {
  return {
    plan,
    phase: { name: 'opening' },
    written: { reasoning: grown(NO_TEXT, written.reasoning), text: grown(NO_TEXT, written.text) },
    said: NO_TEXT,
    step: 0,
    call: 0,
    stepStart: written.text.length,
    injections: 0,
    resumptions: 0,
    empties: 0,
    idle: 0,
    isCodeAwaited: false,
    isForced: false,
    isComplete: false,
    isAtSeam: false,
    scans: UNSCANNED,
    injected: [],
    completionTokens: 0,
    trace: [],
    atMs: 0,
    ability: null,
  }
}

/** Output of a turn. The texts of a channel join without anything between them. */
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

/** Outcome of a look, which is taken while the stream is read. */
export type LookReport =
  | { readonly type: 'traced'; readonly event: TimedTraceEvent }
  | { readonly type: 'prepared'; readonly injection: PreparedInjection }

/** Summary of a stream call that is over. */
export interface CallSummary {
  readonly completionTokens: number
  /** Looks that were due and were not finished. */
  readonly late: readonly StreamPlace[]
}

/** The result of an effect. */
export type EffectResult =
  /** The output was delivered and the effect is done. */
  | { readonly type: 'proceed' }
  | { readonly type: 'received'; readonly event: ChatEvent }
  /** The stream has no more events; looks may still be in progress. */
  | { readonly type: 'exhausted' }
  /** The stream was closed. */
  | ({ readonly type: 'ended' } & CallSummary)
  | ({ readonly type: 'failed'; readonly error: unknown } & CallSummary)
  /** Code has run; `failure` if the sandbox failed, which `result` then tells the model in words. */
  | {
      readonly type: 'ran'
      readonly result: string
      readonly searches: readonly CodeSearch[]
      readonly failure: Failure | null
    }

/** Result of the last effect, with the circumstances at that moment. */
export type TurnEvent = EffectResult & {
  /** Milliseconds since the turn began. */
  readonly atMs: number
  /** How the server continues a text; null if unknown. */
  readonly ability: ContinuationAbility | null
  /** Reports since the last event, oldest first. */
  readonly reports: readonly LookReport[]
}

/** Next action of the driver. Each effect has one result, except the last two, which end the turn. */
export type Effect =
  | { readonly type: 'proceed' }
  | { readonly type: 'open'; readonly request: ChatRequest; readonly written: Written }
  | { readonly type: 'read' }
  | { readonly type: 'close' }
  /** Starts or queues a look. Its outcome is reported later. */
  | { readonly type: 'look'; readonly look: Look; readonly at: StreamPlace }
  /** Waits until no look is in progress, at most for this time; null for no limit. */
  | { readonly type: 'settle'; readonly ms: number | null }
  | { readonly type: 'run'; readonly code: string }
  | { readonly type: 'finish' }
  | { readonly type: 'fail'; readonly error: unknown }

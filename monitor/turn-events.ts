/** The interface of a turn's state machine: events go in, thoughts and one effect come out. */
import type {
  ChatEvent,
  ChatRequest,
  ContinuationAbility,
  FinishReason,
  ToolCall,
  Written,
} from '../models/index.ts'
import type { Failure, PreparedInjection } from './assist.ts'
import type { Channel, Look } from './ports.ts'
import type { CodeSearch, StreamPlace, Traced } from './trace.ts'

/** What the reader of a turn is given. The texts of a channel join without anything between them. */
export type Thought =
  | {
      readonly type: 'text'
      readonly channel: Channel
      readonly text: string
      readonly by: 'model' | 'injection' | 'code'
    }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | { readonly type: 'trace'; readonly event: Traced }
  | { readonly type: 'finish'; readonly reason: FinishReason }

/** What came of the looks, which are taken while the stream is read. */
export type LookReport =
  | { readonly type: 'traced'; readonly event: Traced }
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
  /** Waits until no look is under way. */
  | { readonly type: 'settle' }
  | { readonly type: 'run'; readonly code: string }
  | { readonly type: 'finish' }
  | { readonly type: 'fail'; readonly error: unknown }

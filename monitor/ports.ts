/**
 * The ports of an injection: monitor, querier, retriever, sifter, injector. Source: Eigen-1, sections 3.1 and
 * A.2.3-A.2.5.
 */
import type { Prompt } from '../core/index.ts'
import type { ChatUsage, TokenLogprob } from '../models/index.ts'
import type { HitPlace } from '../retrieval/index.ts'

/** What is being written: reasoning, or the text of the answer. */
export type Channel = 'reasoning' | 'text'

/** One look at a stream. */
export interface Look {
  /**
   * The last characters of this channel of this stream call: 512 as published, fewer only where a setting
   * says so.
   */
  readonly window: string
  /** UTF-16 offset of the window's end, counted from the start of the stream call. */
  readonly offset: number
  readonly channel: Channel
  /** What the user asked last; empty where there is nothing. */
  readonly question: string
  /** The tokens that spell the window, the first perhaps in part; empty where the server sends none. */
  readonly logprobs: readonly TokenLogprob[]
}

/** A span of the window that counts towards a trigger. */
export interface Mark {
  /** Id of the rule, such as `hedge`. */
  readonly rule: string
  /** UTF-16 offsets into the window. */
  readonly start: number
  readonly end: number
}

/** What a monitor says of one look. */
export interface MonitorVerdict {
  /** `unreadable`: the monitor answered, but neither yes nor no; it counts as no. */
  readonly answer: 'yes' | 'no' | 'unreadable'
  /** For the trace: the answer of the model, or the rules that matched. */
  readonly reason: string
  /** The sentence of the window that is in doubt, for queriers; absent where the monitor cannot tell. */
  readonly doubt?: { readonly start: number; readonly end: number }
  readonly marks?: readonly Mark[]
  /** Absent where no model was asked. */
  readonly usage?: ChatUsage
}

/** A prompt without its text. */
export type PromptIdentity = Pick<Prompt, 'name' | 'hash'>

/** What does one part of the work, and how it is known in reports. */
export interface NamedPart {
  readonly name: string
  /** Absent where no model is asked. */
  readonly prompt?: PromptIdentity
}

export interface Monitor extends NamedPart {
  /** The stream that it watches is asked for log probabilities. */
  readonly needsLogprobs?: boolean
  look(look: Look, signal: AbortSignal): Promise<MonitorVerdict>
}

export interface Queries {
  /** One to three, none where there is nothing to ask. Free of quotes, labels and line breaks. */
  readonly queries: readonly string[]
  readonly usage?: ChatUsage
}

export interface Querier extends NamedPart {
  queries(look: Look, verdict: MonitorVerdict, signal: AbortSignal): Promise<Queries>
}

/** Where a unit stands: what decides whether it is in a turn already. */
export interface EvidencePlace extends HitPlace {
  readonly unit: string
}

/** A retrieved unit, with what a reader needs to check it. */
export interface Evidence extends EvidencePlace {
  readonly text: string
  readonly title: string
  readonly page: number | null
  readonly locator: string
  /** Of the backend; its scale depends on it. */
  readonly score: number
  /** Cosine of the query with the unit; null where the backend has no vectors. */
  readonly similarity: number | null
  /**
   * Of the query: whether the corpus is about what it asks, 0 to 1, from `LEAST_TOPICALITY` on it is. The same
   * for every unit of an answer and for every backend.
   */
  readonly topicality: number
}

/** `k` units for a query, best first. */
export type Find = (query: string, k: number, signal: AbortSignal) => Promise<readonly Evidence[]>

/**
 * How much a unit helps: -1 misleading, 0 irrelevant, 1 some, 2 much (the published scale); `unsifted` where
 * the sifter failed.
 */
export type Worth = -1 | 0 | 1 | 2 | 'unsifted'

export interface Sifting {
  /** In the order of the evidence. */
  readonly worths: readonly Worth[]
  readonly usage?: ChatUsage
}

export interface Sifter extends NamedPart {
  sift(queries: readonly string[], evidence: readonly Evidence[], signal: AbortSignal): Promise<Sifting>
}

export interface InjectionOrder {
  /**
   * The text of this channel in this stream call, without an unfinished last sentence: the injection comes
   * after its end.
   */
  readonly text: string
  readonly channel: Channel
  /** The sentence that was in doubt; empty where the monitor cannot tell. */
  readonly doubt: string
  readonly queries: readonly string[]
  /** Not empty. */
  readonly evidence: readonly Evidence[]
}

export interface WrittenInjection {
  /** Appended as it is; the loop adds white space before and after it. */
  readonly text: string
  readonly usage?: ChatUsage
}

export interface Injector extends NamedPart {
  write(order: InjectionOrder, signal: AbortSignal): Promise<WrittenInjection>
}

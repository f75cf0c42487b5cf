/** The ports of an injection: monitor, querier, retriever, sifter, injector. Source: Eigen-1, sections 3.1 and A.2.3-A.2.5. */
import type { Prompt } from '../core/index.ts'
import type { ChatUsage, TokenLogprob } from '../models/index.ts'
import type { HitPlace } from '../retrieval/index.ts'

/** Part of a turn that is written: reasoning, or the text of the answer. */
export type Channel = 'reasoning' | 'text'

/** One look at a stream. */
export interface Look {
  /** Last characters of this channel of this stream call: 512 as published, fewer if a setting says so or the answer ended. */
  readonly window: string
  /** UTF-16 offset of the window's end, counted from the start of the stream call. */
  readonly offset: number
  readonly channel: Channel
  /** Last question of the user; empty if there is none. */
  readonly question: string
  /** Tokens that spell the window, the first maybe in part; empty if the server sends none. */
  readonly logprobs: readonly TokenLogprob[]
  /** True if the text ends with the window, so that its last word is whole. */
  readonly isLast?: boolean
}

/** A span of the window that counts towards a trigger. */
export interface Mark {
  /** Id of the rule, such as `hedge`. */
  readonly rule: string
  /** UTF-16 offsets in the window. */
  readonly start: number
  readonly end: number
}

/** Verdict of a monitor on one look. */
export interface MonitorVerdict {
  /** `unreadable`: the monitor answered neither yes nor no; counts as no. */
  readonly answer: 'yes' | 'no' | 'unreadable'
  /** Reason for the trace: the answer of the model, or the rules that matched. */
  readonly reason: string
  /** Sentence of the window that is in doubt, for queriers; absent if the monitor cannot tell. */
  readonly doubt?: { readonly start: number; readonly end: number }
  readonly marks?: readonly Mark[]
  /** Tokens used; absent if no model was asked. */
  readonly usage?: ChatUsage
}

/** A prompt without its text. */
export type PromptIdentity = Pick<Prompt, 'name' | 'hash'>

/** A part that does one step of the work, with the name that reports use. */
export interface NamedPart {
  readonly name: string
  /** Prompt; absent if no model is asked. */
  readonly prompt?: PromptIdentity
}

export interface Monitor extends NamedPart {
  /** True to request log probabilities with the stream. */
  readonly needsLogprobs?: boolean
  look(look: Look, signal: AbortSignal): Promise<MonitorVerdict>
}

export interface Queries {
  /** One to three queries, none if there is nothing to ask. Without quotes, labels and line breaks. */
  readonly queries: readonly string[]
  readonly usage?: ChatUsage
}

export interface Querier extends NamedPart {
  queries(look: Look, verdict: MonitorVerdict, signal: AbortSignal): Promise<Queries>
}

/** Place of a unit, which decides whether it is already in a turn. */
export interface EvidencePlace extends HitPlace {
  readonly unit: string
}

/** A retrieved unit, with what a reader needs to check it. */
export interface Evidence extends EvidencePlace {
  readonly text: string
  readonly title: string
  readonly page: number | null
  readonly locator: string
  /** Score of the backend, which determines its scale. */
  readonly score: number
  /** Cosine of the query with the unit; null if the backend has no vectors. */
  readonly similarity: number | null
  /**
   * Whether the corpus is about the query's subject, 0 to 1; it is from `MIN_TOPICALITY` on. The same
   * for every unit of an answer and for every backend.
   */
  readonly topicality: number
}

/** Finds `k` units for a query, best first. */
export type Find = (query: string, k: number, signal: AbortSignal) => Promise<readonly Evidence[]>

/** How much a unit helps: -1 misleading, 0 irrelevant, 1 some, 2 much (the published scale); `unsifted` if the sifter failed. */
export type Worth = -1 | 0 | 1 | 2 | 'unsifted'

export interface Sifting {
  /** Worths in the order of the evidence. */
  readonly worths: readonly Worth[]
  readonly usage?: ChatUsage
}

export interface Sifter extends NamedPart {
  sift(queries: readonly string[], evidence: readonly Evidence[], signal: AbortSignal): Promise<Sifting>
}

export interface InjectionOrder {
  /**
   * Text of this channel in this stream call without an unfinished last sentence, after which the injection
   * is put.
   */
  readonly text: string
  readonly channel: Channel
  /** Sentence in doubt; empty if the monitor cannot tell. */
  readonly doubt: string
  readonly queries: readonly string[]
  /** Evidence, which is not empty. */
  readonly evidence: readonly Evidence[]
}

export interface WrittenInjection {
  /** Text to append unchanged; the loop adds white space before and after it. */
  readonly text: string
  readonly usage?: ChatUsage
}

export interface Injector extends NamedPart {
  write(order: InjectionOrder, signal: AbortSignal): Promise<WrittenInjection>
}

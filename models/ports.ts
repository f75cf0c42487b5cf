/** Ports to models. Adapters are in ./adapters. */

/** Turns texts into vectors whose dot product is their cosine. */
export interface Embedder {
  /** Names model, precision and width; vectors of different ids are never compared. */
  readonly id: string
  /** Width of its vectors. */
  readonly dims: number
  /** ISO 639-3 codes of the languages that it knows; absent if it is assumed to know all, as for models of a server. */
  readonly languages?: readonly string[]
  /** Name of the model on a server; absent if it runs in this process. */
  readonly model?: string
  /**
   * Returns a unit-length vector for each text, in order. Texts over the model's window are cut. An empty text has the zero vector.
   * Requests to a server, including failed attempts, are counted in `ledger` under the role `embedder`.
   */
  embed(texts: readonly string[], signal?: AbortSignal, ledger?: Ledger): Promise<Float32Array[]>
  close(): Promise<void>
}

/** A tool call requested by a model. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON as the model wrote it, which may not parse. */
  readonly arguments: string
}

/** A message of a conversation; the model answers the last one. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant'
      readonly content: string
      /** Thoughts before `content`, for servers that accept them; sent as `reasoning_content`. */
      readonly reasoning?: string
      readonly toolCalls?: readonly ToolCall[]
    }
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string }

/** Fields of a JSON body, sent unchanged. */
export type WireFields = Readonly<Record<string, unknown>>

/** Request to a chat model on any OpenAI-compatible server. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  /**
   * The text to continue, including the chat template, in place of `messages`: a raw completion, for servers that support them. Cannot be
   * combined with tools and `extraMessageFields`.
   */
  readonly prompt?: string
  /** Absent: the server's default. */
  readonly temperature?: number
  /** Limit of the answer, including reasoning. Absent: the server's limit. */
  readonly maxTokens?: number
  /** Form of the answer, if the server can enforce one; others are asked without. The answer must be checked either way. */
  readonly schema?: AnswerSchema
  readonly stop?: readonly string[]
  /** Requests the log probability of each token and of this many alternatives. A server that refuses is asked without; some ignore it. */
  readonly topLogprobs?: number
  readonly tools?: readonly ToolDescription[]
  /** Server-specific fields such as `continue_final_message`, added to the body unchanged and overriding fields of the same name. */
  readonly extraBody?: WireFields
  /** Fields added to the last message unchanged, such as `prefix: true`. */
  readonly extraMessageFields?: WireFields
}

/** The form of an answer that is data. */
export interface AnswerSchema {
  readonly name: string
  /** JSON Schema of an object; the strict kind asks for `required` and `additionalProperties: false`. */
  readonly schema: WireFields
}

/** A tool that the model may call. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: WireFields
}

/** Tokens of one answer. */
export interface ChatUsage {
  readonly promptTokens: number
  /** Tokens written, including reasoning and tool calls. */
  readonly completionTokens: number
  /** True if the server sent no usage and the counts are estimated. */
  readonly estimated: boolean
  /** Thoughts in the completion, if the server reports them. */
  readonly reasoningTokens?: number
  /** Part of the prompt that was in the server's cache, if the server reports it. */
  readonly cachedPromptTokens?: number
}

/** `other`: the server sent no reason or an unknown one. */
export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other'

/** A whole answer. */
export interface ChatAnswer {
  readonly text: string
  readonly finish: FinishReason
  readonly usage: ChatUsage
  readonly reasoning?: string
  readonly toolCalls?: readonly ToolCall[]
}

/** A written token with its log probability and those of the likeliest other tokens. */
export interface TokenLogprob {
  readonly token: string
  /** Natural logarithm. */
  readonly logprob: number
  readonly alternatives: readonly { readonly token: string; readonly logprob: number }[]
}

/** Methods to make a server continue a text, best first. `restart` always works: a new turn that contains the text so far. */
export type ContinuationMethod = 'raw' | 'prefix' | 'tool-call' | 'restart'

/** A server's refusal of a request, as plain data. */
export interface Refusal {
  /** Code of the error. */
  readonly code: string
  readonly message: string
}

/**
 * Part of an answer. Texts are split as the server sent them and join without anything between; a whole answer ends with its tool
 * calls, one `usage` and one `finish`, in this order.
 */
export type ChatEvent =
  /** First event if a text was continued by another method than the one known before. */
  | { readonly type: 'method'; readonly method: ContinuationMethod; readonly refusal: Refusal | null }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Comes before the `text` that its tokens spell. */
  | { readonly type: 'logprobs'; readonly tokens: readonly TokenLogprob[] }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  /** Usage of this answer so far. Servers with running counts send several; a later one replaces the earlier ones. */
  | { readonly type: 'usage'; readonly usage: ChatUsage }
  | { readonly type: 'finish'; readonly reason: FinishReason }

/** A chat model that returns whole answers. */
export interface ChatModel {
  /** Name of the model. */
  readonly id: string
  /** Returns the whole answer. Throws the codes of `StreamingChat`, after retries. */
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer>
}

/** A chat model that streams answers. */
export interface StreamingChat {
  /** Name of the model. */
  readonly id: string
  /** Name of the server; what is learnt about a server applies to all chats with this name. */
  readonly server: string
  /**
   * Sends the request when the first event is read. Leaving the loop, or aborting `signal`, closes the connection.
   * Throws `MODEL_UNAVAILABLE`, `MODEL_RATE_LIMITED`, `MODEL_TIMEOUT`, `MODEL_REFUSED` or `MODEL_PROTOCOL`; after the first
   * piece of an answer a `BrokenAnswerError` with the part received.
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>
}

/** Sums of the calls to the model of a role. */
export interface LedgerRow {
  readonly role: string
  /** Number of calls; each attempt counts. */
  readonly calls: number
  readonly failedCalls: number
  readonly promptTokens: number
  /** Part of the prompts that was in servers' caches, if they report it. */
  readonly cachedPromptTokens: number
  /** Tokens written, including reasoning. */
  readonly completionTokens: number
  readonly reasoningTokens: number
  /** Completion tokens that were read and discarded after a cut, estimated; tokens generated but never read are unknown. */
  readonly discardedTokens: number
  /** Seconds from request to last piece, summed over calls, which may overlap. */
  readonly seconds: number
  /** US dollars; null if a model's price is unknown. */
  readonly cost: number | null
  /** True if a count is an estimate, because a server sent none, or a lower bound, because an answer was not read to its end. */
  readonly estimated: boolean
}

/** One attempt of a call. */
export interface LedgerCall {
  readonly role: string
  readonly model: string
  readonly usage: ChatUsage
  readonly seconds: number
  readonly isFailed: boolean
}

/** Counts the calls to models for a piece of work. */
export interface Ledger {
  add(call: LedgerCall): void
  discard(role: string, tokens: number): void
  /** Returns the rows in the order of each role's first call. */
  rows(): readonly LedgerRow[]
  total(): LedgerRow
}

/** Ledger in output for programs. */
export type LedgerByRole = Readonly<Record<string, Omit<LedgerRow, 'role'>>>

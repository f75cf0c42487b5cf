/** What Gloss asks of models. Adapters live in ./adapters. */

/** Turns texts into vectors whose dot product is their cosine. */
export interface Embedder {
  /** Names model, precision and width; vectors of different ids are never compared. */
  readonly id: string
  /** Width of its vectors. */
  readonly dims: number
  /** ISO 639-3 codes of the languages whose words it knows; absent where it is taken to know every one, as a server's models are. */
  readonly languages?: readonly string[]
  /** Name of the model that a server is asked for; absent where it runs in this process. */
  readonly model?: string
  /**
   * One unit-length vector for each text, in order. Texts over the model's window are cut at its end. An empty text has the zero vector.
   * What a server is asked, failed attempts included, is counted in `ledger` under the role `embedder`.
   */
  embed(texts: readonly string[], signal?: AbortSignal, ledger?: Ledger): Promise<Float32Array[]>
  close(): Promise<void>
}

/** A call of a tool that a model asks for. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON as the model wrote it: it may not parse. */
  readonly arguments: string
}

/** One message of a conversation; the last one is what the model answers. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant'
      readonly content: string
      /** What it thought before `content`, for servers that take it back; sent as `reasoning_content`. */
      readonly reasoning?: string
      readonly toolCalls?: readonly ToolCall[]
    }
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string }

/** Fields of a JSON body, sent as they are. */
export type WireFields = Readonly<Record<string, unknown>>

/** What a chat model is asked, for any OpenAI-compatible server. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  /**
   * The text to continue, template and all, in place of `messages`: a raw completion, for servers that have them. Tools and
   * `extraMessageFields` do not go with it.
   */
  readonly prompt?: string
  /** Absent: the server's default. */
  readonly temperature?: number
  /** Of all that is written, reasoning included. Absent: the server's limit. */
  readonly maxTokens?: number
  /** The form of the answer, where the server can hold a model to it; others are asked without. The answer must be checked either way. */
  readonly schema?: AnswerSchema
  readonly stop?: readonly string[]
  /** Asks for the log probability of every token and of so many others at its place. A server that refuses them is asked without; others are silent. */
  readonly topLogprobs?: number
  readonly tools?: readonly ToolDescription[]
  /** Added to the body as they are, over anything of the same name: what only some servers know, such as `continue_final_message`. */
  readonly extraBody?: WireFields
  /** Added to the last message as they are, such as `prefix: true`. */
  readonly extraMessageFields?: WireFields
}

/** The form of an answer that is data. */
export interface AnswerSchema {
  readonly name: string
  /** JSON Schema of an object; the strict kind asks for `required` and `additionalProperties: false`. */
  readonly schema: WireFields
}

/** A tool that the model may ask to be called. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: WireFields
}

/** Tokens of one answer. */
export interface ChatUsage {
  readonly promptTokens: number
  /** All that was written, reasoning and tool calls included. */
  readonly completionTokens: number
  /** True where the server sent no usage and the counts are estimated. */
  readonly estimated: boolean
  /** The part of the completion that was thought, if the server says so. */
  readonly reasoningTokens?: number
  /** The part of the prompt that the server had in its cache, if it says so. */
  readonly cachedPromptTokens?: number
}

/** `other`: the server named no reason, or one of its own. */
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

/** How a server is made to continue a text, best first. `restart` works everywhere: a new turn that contains the text so far. */
export type ContinuationMethod = 'raw' | 'prefix' | 'tool-call' | 'restart'

/** What a server said of a request that it did not take; plain data. */
export interface Refusal {
  /** Of the error. */
  readonly code: string
  readonly message: string
}

/**
 * What an answer is made of. Texts come as the server cut them and join without anything between; a whole answer ends with its tool
 * calls, one `usage` and one `finish`, in this order.
 */
export type ChatEvent =
  /** Comes first where a text was continued by another method than the one that was known before. */
  | { readonly type: 'method'; readonly method: ContinuationMethod; readonly refusal: Refusal | null }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Comes before the `text` that its tokens spell. */
  | { readonly type: 'logprobs'; readonly tokens: readonly TokenLogprob[] }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  /** All of this answer so far. Servers that count as they go send more than one; a later one replaces those before it. */
  | { readonly type: 'usage'; readonly usage: ChatUsage }
  | { readonly type: 'finish'; readonly reason: FinishReason }

/** A chat model that answers as a whole. */
export interface ChatModel {
  /** Name of the model. */
  readonly id: string
  /** Asks and waits for the whole answer. Throws the codes of `StreamingChat`, after its retries. */
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer>
}

/** A chat model that answers piece by piece. */
export interface StreamingChat {
  /** Name of the model. */
  readonly id: string
  /** Where it is asked: what is learnt of one server holds for all chats of this name. */
  readonly server: string
  /**
   * Asks when the first event is asked for. Leaving the loop, or aborting `signal`, closes the connection.
   * Throws `MODEL_UNAVAILABLE`, `MODEL_RATE_LIMITED`, `MODEL_TIMEOUT`, `MODEL_REFUSED` or `MODEL_PROTOCOL`; after the first
   * piece of an answer a `BrokenAnswerError`, which holds what had come.
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>
}

/** What was asked of the model of a role. */
export interface LedgerRow {
  readonly role: string
  /** Every attempt is one. */
  readonly calls: number
  readonly failedCalls: number
  readonly promptTokens: number
  /** The part of the prompts that servers had in their caches, where they tell. */
  readonly cachedPromptTokens: number
  /** Reasoning included. */
  readonly completionTokens: number
  readonly reasoningTokens: number
  /** The part of the completion that was read and thrown away behind a cut, estimated; what a server wrote unread is known to it alone. */
  readonly discardedTokens: number
  /** From asking to the last piece, summed over calls, which may overlap. */
  readonly seconds: number
  /** US dollars; null where the price of a model is not known. */
  readonly cost: number | null
  /** True where a count of tokens is an estimate, because a server sent none, or a lower bound, because its answer was left before its end. */
  readonly estimated: boolean
}

/** One attempt. */
export interface LedgerCall {
  readonly role: string
  readonly model: string
  readonly usage: ChatUsage
  readonly seconds: number
  readonly isFailed: boolean
}

/** What a piece of work has asked of models, so far. */
export interface Ledger {
  add(call: LedgerCall): void
  discard(role: string, tokens: number): void
  /** Roles in the order of their first call. */
  rows(): readonly LedgerRow[]
  total(): LedgerRow
}

/** As objects that programs read have it. */
export type LedgerByRole = Readonly<Record<string, Omit<LedgerRow, 'role'>>>

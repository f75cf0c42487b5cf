/** What Gloss asks of models. Adapters live in ./adapters. */

export interface Embedder {
  /** Names model, precision and width; vectors of different ids are never compared. */
  readonly id: string
  readonly dims: number
  /** One unit-length vector for each text, in order. Texts over the model's window are cut at its end. An empty text has the zero vector. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
  close(): Promise<void>
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  readonly temperature: number
  readonly maxTokens: number
  /** The form of the answer, where the server can hold a model to it; others are asked without. The answer must be checked either way. */
  readonly schema?: AnswerSchema
}

export interface AnswerSchema {
  readonly name: string
  /** JSON Schema of an object; the strict kind asks for `required` and `additionalProperties: false`. */
  readonly schema: Readonly<Record<string, unknown>>
}

export interface ChatUsage {
  readonly promptTokens: number
  readonly completionTokens: number
  /** True where the server sent no usage and the counts are estimated. */
  readonly estimated: boolean
}

export interface ChatAnswer {
  readonly text: string
  readonly finish: 'stop' | 'length' | 'other'
  readonly usage: ChatUsage
}

export interface ChatModel {
  readonly id: string
  /** Throws `MODEL_UNAVAILABLE` after its retries. */
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer>
}

/** Scripts one answer of a fake model server: its words, pace, wire form and faults. */

/** One token with its log probability and alternatives. */
export interface ScriptedLogprob {
  readonly token: string
  readonly logprob: number
}

export interface ScriptedToolCall {
  readonly id?: string
  readonly name: string
  readonly arguments: string
}

export type Fault =
  /** Sends an error status instead of an answer. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Closes the connection midway; everything sent before arrives. */
  | { readonly kind: 'hang-up' }
  /** Resets the connection; data sent just before may never arrive. */
  | { readonly kind: 'reset' }
  /** Sends nothing more and keeps the connection open. */
  | { readonly kind: 'stall' }
  /** Sends a frame that is not JSON, then continues the stream normally. */
  | { readonly kind: 'malformed' }
  /** Sends an error object as a frame, then ends. */
  | { readonly kind: 'error-frame'; readonly error?: unknown }
  /** Ends the body cleanly, without a finish reason or `[DONE]`. */
  | { readonly kind: 'end' }
  /** Sends status 200 and an HTML page. */
  | { readonly kind: 'html' }
  /** Sends status 200 and an empty body. */
  | { readonly kind: 'empty' }
  /** Sends status 200 and text of another content type. */
  | { readonly kind: 'wrong-type'; readonly type?: string; readonly body?: string }

export interface Script {
  /** Tokens, or a text to cut into tokens. Each token is one frame and counts as one. */
  readonly text?: string | readonly string[]
  /** Thoughts, sent before the text. */
  readonly reasoning?: string | readonly string[]
  /** Tool calls, each sent in several frames. */
  readonly toolCalls?: readonly ScriptedToolCall[]
  /** One for each token of the text; `true` makes them up. */
  readonly logprobs?: readonly ScriptedLogprob[] | boolean
  /** Default: `tool_calls` if there are any, else `stop`. */
  readonly finish?: string
  /** Pause before the first frame, and before each one after it. */
  readonly firstTokenMs?: number
  readonly paceMs?: number
  /** Awaited before each frame after the first (frame 0) and before a fault; `left` aborts when the client closes its socket. */
  readonly gate?: (frame: number, left: AbortSignal) => Promise<unknown>
  /**
   * When the counts are sent: in a frame after the last (if the request asks for it, as with real servers), with every frame, or never.
   * A pair is sent in place of the real counts.
   */
  readonly usage?: 'last' | 'every' | 'never' | readonly [promptTokens: number, completionTokens: number]
  /** Fails after `afterFrames` frames; 0, the default, means in place of an answer. */
  readonly fault?: Fault & { readonly afterFrames?: number }
  readonly wire?: WireForm
  /** Answers with one JSON object even if a stream was requested. */
  readonly isWhole?: boolean
}

export interface WireForm {
  /** Seed of the places at which the stream's bytes are cut: inside characters, line ends and fields too. */
  readonly cutSeed?: number
  readonly lineEnd?: '\n' | '\r\n' | '\r'
  readonly hasByteOrderMark?: boolean
  /** Sends comments between frames, as gateways do to keep a connection alive. */
  readonly hasComments?: boolean
  /** Spreads each frame over several `data:` lines. */
  readonly isMultiLine?: boolean
  /** `false` omits `[DONE]`. */
  readonly hasDone?: boolean
  readonly reasoningField?: 'reasoning_content' | 'reasoning'
}

/** Cuts text into pieces like a model's tokens: about two to six characters, never within a surrogate pair. */
export function tokensOf(text: string | readonly string[] | undefined): readonly string[] {
  if (typeof text !== 'string') return text ?? []
  return text.match(/[\s\S]{1,4}/gu) ?? []
}

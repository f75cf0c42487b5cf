/** What a scripted model server says to one request, and how: words, pace, wire form, and what goes wrong at which moment. */

/** One token: a piece of text, and what the server says of it. */
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
  /** Instead of an answer. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Closes the connection in the middle of whatever it was; all that was sent before arrives. */
  | { readonly kind: 'hang-up' }
  /** Resets the connection. What was sent just before may never arrive. */
  | { readonly kind: 'reset' }
  /** Says nothing more and keeps the connection open. */
  | { readonly kind: 'stall' }
  /** A frame that is no JSON; then the stream goes on as if nothing were. */
  | { readonly kind: 'malformed' }
  /** An error object as a frame, then the end. */
  | { readonly kind: 'error-frame'; readonly error?: unknown }
  /** Ends the body cleanly, with no reason to finish and no `[DONE]`. */
  | { readonly kind: 'end' }
  /** Status 200 and a page for people. */
  | { readonly kind: 'html' }
  /** Status 200 and nothing. */
  | { readonly kind: 'empty' }
  /** Status 200 and some text of another content type. */
  | { readonly kind: 'wrong-type'; readonly type?: string; readonly body?: string }

export interface Script {
  /** Tokens, or a text that is cut into tokens of its own. One token is one frame, and counts as one. */
  readonly text?: string | readonly string[]
  /** Comes before the text. */
  readonly reasoning?: string | readonly string[]
  /** Each is sent in several frames. */
  readonly toolCalls?: readonly ScriptedToolCall[]
  /** One for each token of the text; true invents them. */
  readonly logprobs?: readonly ScriptedLogprob[] | boolean
  /** `stop` by default, `tool_calls` where there are some. */
  readonly finish?: string
  /** Pause before the first frame, and before each one after it. */
  readonly firstTokenMs?: number
  readonly paceMs?: number
  /** Waited for before each frame after the first, which is frame 0, and before a fault; `left` aborts when the client closes its socket. */
  readonly gate?: (frame: number, left: AbortSignal) => Promise<unknown>
  /**
   * When the counts are sent: in a frame after the last (where the request asks for it, as servers do), with every frame, or never.
   * A pair is sent as it stands, in place of what was counted.
   */
  readonly usage?: 'last' | 'every' | 'never' | readonly [promptTokens: number, completionTokens: number]
  /** Goes wrong after so many frames; 0, the default, is in place of an answer. */
  readonly fault?: Fault & { readonly afterFrames?: number }
  readonly wire?: WireForm
  /** Answers with one JSON object although a stream was asked for. */
  readonly isWhole?: boolean
}

export interface WireForm {
  /** Cuts the bytes of the stream at places drawn from this seed: inside characters, line ends and fields. */
  readonly cutSeed?: number
  readonly lineEnd?: '\n' | '\r\n' | '\r'
  readonly hasByteOrderMark?: boolean
  /** Comments between the frames, as gateways send them to keep a connection awake. */
  readonly hasComments?: boolean
  /** Each frame over several `data:` lines. */
  readonly isMultiLine?: boolean
  /** False leaves `[DONE]` out. */
  readonly hasDone?: boolean
  readonly reasoningField?: 'reasoning_content' | 'reasoning'
}

/** Pieces as a model's tokens: some two to six characters, never within a surrogate pair. */
export function tokensOf(text: string | readonly string[] | undefined): readonly string[] {
  if (typeof text !== 'string') return text ?? []
  return text.match(/[\s\S]{1,4}/gu) ?? []
}

/** Continuing a model where it was stopped: the same turn, with the text that it wrote and what was injected since. */
import type { ChatEvent, ChatRequest, ContinuationMethod, WireFields } from '../ports.ts'

/** What a turn has so far. While `text` is empty and `reasoning` is not, the model is still thinking. */
export interface Written {
  readonly reasoning: string
  readonly text: string
}

export interface ContinuationAbility {
  /** The name `rung` is in files of known abilities and in traces. */
  readonly rung: ContinuationMethod
  /** Thoughts can be continued as thoughts; where they cannot, nothing may be put into them. */
  readonly continuesReasoning: boolean
  /** Name in the table of providers. */
  readonly provider: string
}

export interface ContinuingChat {
  /** Name of the model. */
  readonly id: string
  readonly server: string
  /** What is known without asking: from the table, or from a probe that was remembered. Null where only a probe can tell. */
  known(): ContinuationAbility | null
  /** Finds out what the server can, once; later calls return at once. Never throws but for an abort: where a probe fails, it is `restart`. */
  prepare(signal: AbortSignal): Promise<ContinuationAbility>
  /**
   * Continues the turn. What it gives joins `written` without anything between, each character once; with nothing written it is a
   * plain stream of `request`. Tries the next method where one is refused. Throws as `StreamingChat.stream` does.
   */
  stream(request: ChatRequest, written: Written, signal: AbortSignal): AsyncIterable<ChatEvent>
}

/** Questions to a server outside the chat, at the root of its address: what it is, and how it fills its template. */
export interface ServerInquiry {
  /** The body, read as JSON where it is JSON; null where there is no such page or no answer. Throws only for an abort. */
  ask(path: string, body: WireFields | null, signal: AbortSignal): Promise<unknown>
}

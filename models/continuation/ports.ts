/** Ports for continuing a stopped model: the same turn, with the text that it wrote and what was injected since. */
import type { ChatEvent, ChatRequest, ContinuationMethod, WireFields } from '../ports.ts'

/** The text of a turn so far. While `text` is empty and `reasoning` is not, the model is still thinking. */
export interface Written {
  readonly reasoning: string
  readonly text: string
}

export interface ContinuationAbility {
  /** Continuation method; called `rung` in files of known abilities and in traces. */
  readonly rung: ContinuationMethod
  /** Whether thoughts can be continued as thoughts; if not, nothing may be injected into them. */
  readonly continuesReasoning: boolean
  /** Name in the table of providers. */
  readonly provider: string
}

export interface ContinuingChat {
  /** Name of the model. */
  readonly id: string
  readonly server: string
  /** Returns the ability known from the table or from an earlier probe; null if only a probe can tell. */
  known(): ContinuationAbility | null
  /** Determines the server's ability, once; later calls return immediately. Throws only for an abort; a failed probe means `restart`. */
  prepare(signal: AbortSignal): Promise<ContinuationAbility>
  /**
   * Continues the turn. Its text joins `written` without anything between, and repeats none of it; with nothing written it is a
   * plain stream of `request`. Tries the next method if one is refused. Throws as `StreamingChat.stream` does.
   */
  stream(request: ChatRequest, written: Written, signal: AbortSignal): AsyncIterable<ChatEvent>
}

/** Requests to a server outside the chat, at the root of its address: what it is, and how it fills its template. */
export interface ServerInquiry {
  /** Returns the body, parsed if it is JSON; null if there is no such page or no answer. Throws only for an abort. */
  ask(path: string, body: WireFields | null, signal: AbortSignal): Promise<unknown>
}

/** Interfaces for embedders and monitors from outside. */

/** Turns texts into vectors: `export const embedder` of a module for `--embedder ./mine.js`, or passed to `openGloss`. @public */
export interface EmbedderPlugIn {
  /** Name of the model and its version. It is stored in the corpus: vectors of different names are never compared. */
  readonly name: string
  /** Width of the vectors, at least 1. */
  readonly dims: number
  /** Time limit for each call; default 30,000 ms. */
  readonly timeoutMs?: number
  /**
   * Returns `dims` finite numbers for each text, in order; Gloss scales them to unit length. An exception, a timeout, a wrong
   * number of vectors or a wrong width ends the work with `PLUGIN_FAILED`.
   */
  embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly ArrayLike<number>[]> | readonly ArrayLike<number>[]
  close?(): Promise<void> | void
}

/** The part of a model's growing text that a monitor sees. @public */
export interface MonitorLook {
  /** The last characters of the text, 512 by default. */
  readonly window: string
  readonly channel: 'reasoning' | 'text'
  /** The user's last question; may be empty. */
  readonly question: string
}

/** Whether the window shows a lack of knowledge, for which the papers are searched. @public */
export interface MonitorAnswer {
  readonly isInDoubt: boolean
  /** Reason, for the trace. */
  readonly reason?: string
}

/**
 * Watches a model's text in place of the configured monitor; passed to `openGloss`. A look that throws or takes too long counts as
 * failed, and the text continues without it. @public
 */
export interface MonitorPlugIn {
  readonly name: string
  /** Time limit for each look; default 30,000 ms. */
  readonly timeoutMs?: number
  look(look: MonitorLook, signal: AbortSignal): Promise<MonitorAnswer> | MonitorAnswer
}

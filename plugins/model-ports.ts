/** What an embedder and a monitor from outside implement. */

/** Turns texts into vectors: `export const embedder` of a module for `--embedder ./mine.js`, or given to `openGloss`. @public */
export interface EmbedderPlugIn {
  /** Of model and version. A corpus keeps it: vectors of different names are never compared. */
  readonly name: string
  /** Width of its vectors, from 1. */
  readonly dims: number
  /** For each call; default 30,000 ms. */
  readonly timeoutMs?: number
  /**
   * `dims` finite numbers for each text, in order; Gloss scales them to unit length. What it throws, more time than it has, another
   * number of vectors or another width end the work with `PLUGIN_FAILED`.
   */
  embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly ArrayLike<number>[]> | readonly ArrayLike<number>[]
  close?(): Promise<void> | void
}

/** What a monitor sees of a text that a model is writing. @public */
export interface MonitorLook {
  /** The last characters, 512 by default. */
  readonly window: string
  readonly channel: 'reasoning' | 'text'
  /** What the user asked last; may be empty. */
  readonly question: string
}

/** Whether the window shows a lack of knowledge, which is what the papers are asked for. @public */
export interface MonitorAnswer {
  readonly isInDoubt: boolean
  /** For the trace. */
  readonly reason?: string
}

/**
 * Watches a model's text in place of the configured monitor; given to `openGloss`. A look that throws or takes too long is counted as
 * failed, and the text goes on without it. @public
 */
export interface MonitorPlugIn {
  readonly name: string
  /** For each look; default 30,000 ms. */
  readonly timeoutMs?: number
  look(look: MonitorLook, signal: AbortSignal): Promise<MonitorAnswer> | MonitorAnswer
}

/** Interfaces for readers of papers and gates from outside. */

/** A file to read. @public */
export interface PlugInFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** What a reader found in a file. Gloss looks for missing fields in the text. @public */
export interface PlugInPaper {
  /** The paper's text, one string for each page, without form feeds. */
  readonly pages: readonly string[]
  readonly title?: string
  readonly authors?: readonly string[]
  readonly abstract?: string
  readonly year?: number
  readonly doi?: string
}

/**
 * Reads files of a kind that Gloss does not know, or reads less well: `export const reader` of a module for `--reader ./mine.js`, or passed
 * to `openGloss`. It runs in the process of Gloss, not in a guarded child process. @public
 */
export interface ReaderPlugIn {
  readonly name: string
  /** Extensions of the files that it reads, with the dot and in lower case: `.pptx`. They take precedence over those of Gloss itself. */
  readonly endings: readonly string[]
  /** Time limit for each file; default 30,000 ms. */
  readonly timeoutMs?: number
  /** Reads a file. An exception or a timeout makes the paper `failed:plugin_failed`; the ingest continues. */
  read(file: PlugInFile, signal: AbortSignal): Promise<PlugInPaper> | PlugInPaper
}

/** Whether a paper belongs in the corpus. @public */
export interface GateAnswer {
  readonly keep: boolean
  /** Reason in snake_case, for papers that are not kept; `not_wanted` if absent. */
  readonly reason?: string
}

/** Decides about papers in place of the topic's policy; passed to `openGloss`. @public */
export interface GatePlugIn {
  /** Name of the rule and its version: after a change of name, papers are judged again. */
  readonly name: string
  /** Time limit for each paper; default 30,000 ms. */
  readonly timeoutMs?: number
  /** Decides about a paper. An exception or a timeout ends the ingest with `PLUGIN_FAILED`. */
  decide(
    paper: { readonly title: string; readonly abstract: string },
    signal: AbortSignal,
  ): Promise<GateAnswer> | GateAnswer
}

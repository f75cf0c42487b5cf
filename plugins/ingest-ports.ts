/** What a reader of papers and a gate from outside implement. */

/** A file to read. @public */
export interface PlugInFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** What a reader found in a file. What it leaves out, Gloss looks for in the text. @public */
export interface PlugInPaper {
  /** The paper's text, a string for each page; none may hold a form feed. */
  readonly pages: readonly string[]
  readonly title?: string
  readonly authors?: readonly string[]
  readonly abstract?: string
  readonly year?: number
  readonly doi?: string
}

/**
 * Reads files of a kind that Gloss does not know, or knows worse: `export const reader` of a module for `--reader ./mine.js`, or given to
 * `openGloss`. It runs in the process of Gloss, not in one of its guarded ones. @public
 */
export interface ReaderPlugIn {
  readonly name: string
  /** Of the files it reads, with the dot and in lower case: `.pptx`. Checked before those that Gloss reads itself. */
  readonly endings: readonly string[]
  /** For each file; default 30,000 ms. */
  readonly timeoutMs?: number
  /** What it throws and more time than it has make the paper `failed:plugin_failed`; the ingest goes on. */
  read(file: PlugInFile, signal: AbortSignal): Promise<PlugInPaper> | PlugInPaper
}

/** Whether a paper belongs into the corpus. @public */
export interface GateAnswer {
  readonly keep: boolean
  /** snake_case, for papers that are not kept; `not_wanted` where absent. */
  readonly reason?: string
}

/** Decides about papers in place of the topic's policy; given to `openGloss`. @public */
export interface GatePlugIn {
  /** Of rule and version: with another name, papers are judged again. */
  readonly name: string
  /** For each paper; default 30,000 ms. */
  readonly timeoutMs?: number
  /** What it throws and more time than it has end the ingest with `PLUGIN_FAILED`. */
  decide(
    paper: { readonly title: string; readonly abstract: string },
    signal: AbortSignal,
  ): Promise<GateAnswer> | GateAnswer
}

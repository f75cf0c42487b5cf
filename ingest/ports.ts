/** The steps between a path and a stored paper. discover -> extract -> describe -> gate -> summarise -> embed -> store */
import type { Description, GateRecord, Page, PaperFormat, UnitDraft } from '../corpus/index.ts'

/** A paper-to-be: where it was found, and what is known of it before it is read. */
export interface Source {
  /** A file path; for a record within a file, `FILE#RECORD`. */
  readonly path: string
  readonly format: PaperFormat
  /** The id that the source itself gave it: a record's, a catalogue's, a file's name without its ending; or null. */
  readonly document: string | null
  /** What a catalogue (BibTeX, a jsonl record) says of it; wins over what the text says. */
  readonly known: Partial<Description>
  /** The bytes that identify and hold the paper. Throws `FILE_UNREADABLE`; its fact `reason` is the code the paper fails with. */
  read(): Promise<Uint8Array>
}

export interface ReadLimits {
  readonly timeoutMs: number
  readonly maxMemoryMb: number
  /** OCR of pages without text: `auto` up to `ocrPages` such pages, else never or always. */
  readonly ocr: 'auto' | 'never' | 'always'
  readonly ocrPages: number
}

/** A paper as read: its pages and its front matter; or the named reason why not. Never thrown. */
export type ReadOutcome =
  | { readonly ok: true; readonly pages: readonly Page[]; readonly description: Description }
  | { readonly ok: false; readonly code: string; readonly detail: string }

/** Reads bytes of one format, in whatever process it needs. `close` ends those processes. */
export interface PaperReader {
  read(source: Source, bytes: Uint8Array, signal: AbortSignal): Promise<ReadOutcome>
  close(): Promise<void>
}

/** A paper on its way through the pipeline. */
export interface ReadPaper {
  readonly id: string
  readonly pages: readonly Page[]
  readonly description: Description
}

export interface Gate {
  judge(paper: Pick<Description, 'title' | 'abstract'>, signal: AbortSignal): Promise<GateRecord>
}

export interface Summary {
  readonly drafts: readonly UnitDraft[]
  /** What was lost on the way, by snake_case reason. */
  readonly losses: Readonly<Record<string, number>>
}

/** Makes units of a paper. Throws `GlossError` where the whole paper fails. */
export interface Summariser {
  /** How the units are made, as stored in `Unit.made`. */
  readonly made: string
  summarise(paper: ReadPaper, signal: AbortSignal): Promise<Summary>
}

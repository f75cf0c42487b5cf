/** The steps between a path and a stored paper. discover -> extract -> describe -> gate -> summarise -> embed -> store */
import type { Description, GateRecord, Page, PaperFormat, ProseFigures, UnitDraft } from '../corpus/index.ts'
import type { Catalogue, CatalogueEntry, CatalogueFormat, RecordResult } from './formats/index.ts'

/** A paper that was found and not read yet: where it is, and what a catalogue says of it. */
export interface Source {
  /** A file path; for a record within a file, `FILE#RECORD`. */
  readonly path: string
  readonly format: PaperFormat
  /** The id that the source itself gave it: a record's, a catalogue's, a file's name without its extension; or null. */
  readonly document: string | null
  /** What a catalogue (BibTeX, a jsonl record) says of it; wins over what the text says. */
  readonly known: Partial<Description>
  /** The bytes that identify and hold the paper. Throws `FILE_UNREADABLE`; its fact `reason` is the code the paper fails with. */
  read(): Promise<Uint8Array>
}

/** Reads lists of papers where a hostile one does no harm, and asks a program that has one. The first two throw `FILE_UNREADABLE`. */
export interface ListReaders {
  /** What a list holds; null for bytes that are no text. */
  catalogue(format: CatalogueFormat, bytes: Uint8Array, signal: AbortSignal): Promise<Catalogue | null>
  /** What a line of a `.jsonl` says. */
  record(line: string, signal: AbortSignal): Promise<RecordResult>
  /** A Zotero library, `zotero:` or `zotero:ADDRESS`. Throws `FILE_UNREADABLE` where none answers. */
  library(name: string, signal: AbortSignal): Promise<readonly CatalogueEntry[]>
}

export interface ReadLimits {
  readonly timeoutMs: number
  readonly maxMemoryMb: number
  /** OCR of pages without text: `auto` up to `ocrPages` such pages, else never or always. */
  readonly ocr: 'auto' | 'never' | 'always'
  readonly ocrPages: number
}

/** What reading a paper gave: its pages and front matter, or the code and sentence of why it failed. */
export type ReadOutcome = (
  | ({ readonly ok: true } & Omit<ReadPaper, 'id'>)
  | { readonly ok: false; readonly code: string; readonly detail: string }
) & {
  /** It has pages that text recognition would have been tried on, and that is not installed. */
  readonly lacksRecognition?: true
}

/** Turns the bytes of a source into pages and a description. */
export interface PaperReader {
  /** A paper that cannot be read is an outcome; only an aborted `signal` throws. */
  read(source: Source, bytes: Uint8Array, signal: AbortSignal): Promise<ReadOutcome>
  /** Ends the processes that it started. */
  close(): Promise<void>
}

/** What is worked out of a paper's text, where a hostile one does no harm. Each throws `FILE_UNREADABLE` as a gate does. */
export interface PaperCutter {
  /** How much of the paper is prose; `languages` as in `measureProse`. */
  measureProse(
    paper: Pick<ReadPaper, 'pages' | 'description'>,
    languages: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<ProseFigures>
  /** The units of `createExtractiveSummariser`. */
  summarise(paper: ReadPaper, signal: AbortSignal): Promise<Summary>
  /** The passages of `passagesOf`. */
  passages(paper: ReadPaper, signal: AbortSignal): Promise<readonly UnitDraft[]>
}

/** A paper that was read: its pages and front matter under the hash of its content. */
export interface ReadPaper {
  readonly id: string
  readonly pages: readonly Page[]
  readonly description: Description
  /** Numbers of the pages that have no text because OCR ran out of time; absent if there are none. */
  readonly lostPages?: readonly number[]
  /** Numbers of the pages whose text OCR read; absent if there are none. */
  readonly recognisedPages?: readonly number[]
}

/** Decides from title and abstract whether a paper belongs to the topic. */
export interface Gate {
  decide(paper: Pick<Description, 'title' | 'abstract'>, signal: AbortSignal): Promise<GateRecord>
}

/** The gate with what it asks before the topic: is this prose at all? */
export interface PaperGate extends Gate {
  /** Throws `FILE_UNREADABLE` where that took too much; its fact `reason` is the code that the paper fails with. */
  measureProse(paper: Pick<ReadPaper, 'pages' | 'description'>, signal: AbortSignal): Promise<ProseFigures>
}

export interface Summary {
  readonly drafts: readonly UnitDraft[]
  /** How many units were lost, by snake_case reason. */
  readonly losses: Readonly<Record<string, number>>
}

/** Makes the units of a paper. */
export interface Summariser {
  /** How the units are made, as stored in `Unit.made`. */
  readonly made: string
  /** Throws a `SummaryFailure` where no unit of the paper could be made, `FILE_UNREADABLE` where working on it took too much. */
  summarise(paper: ReadPaper, signal: AbortSignal): Promise<Summary>
  /** What the model's server failed with last, once so many papers in a row failed that it is no longer asked; empty while it is. */
  readonly down?: () => string
}

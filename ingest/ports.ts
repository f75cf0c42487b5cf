/** Defines the steps between a path and a stored paper. discover -> extract -> describe -> gate -> summarise -> embed -> store */
import type { Description, GateRecord, Page, PaperFormat, ProseFigures, UnitDraft } from '../corpus/index.ts'
import type { Catalogue, CatalogueEntry, CatalogueFormat, RecordResult } from './formats/index.ts'

/** A paper that was found but not read: its place, and a catalogue's metadata. */
export interface Source {
  /** A file path; for a record within a file, `FILE#RECORD`. */
  readonly path: string
  readonly format: PaperFormat
  /** Id from the source itself: a record's, a catalogue's, a file's name without its extension; or null. */
  readonly document: string | null
  /** Metadata from a catalogue (BibTeX, a jsonl record), which overrides that in the text. */
  readonly known: Partial<Description>
  /** Reads the bytes that identify and contain the paper. Throws `FILE_UNREADABLE`; its fact `reason` is the paper's failure code. */
  read(): Promise<Uint8Array>
}

/** Reads lists of papers in isolation, so that a hostile one does no harm, and libraries. The first two throw `FILE_UNREADABLE`. */
export interface ListReaders {
  /** Returns the entries of a list, or null for bytes that are not text. */
  catalogue(format: CatalogueFormat, bytes: Uint8Array, signal: AbortSignal): Promise<Catalogue | null>
  /** Parses a line of a `.jsonl` file. */
  record(line: string, signal: AbortSignal): Promise<RecordResult>
  /** Returns the entries of a Zotero library, `zotero:` or `zotero:ADDRESS`. Throws `FILE_UNREADABLE` if none answers. */
  library(name: string, signal: AbortSignal): Promise<readonly CatalogueEntry[]>
}

export interface ReadLimits {
  readonly timeoutMs: number
  readonly maxMemoryMb: number
  /** OCR of pages without text: `auto` up to `ocrPages` such pages, else never or always. */
  readonly ocr: 'auto' | 'never' | 'always'
  readonly ocrPages: number
}

/** Result of reading a paper: its pages and front matter, or the code and sentence of its failure. */
export type ReadOutcome = (
  | ({ readonly ok: true } & Omit<ReadPaper, 'id'>)
  | { readonly ok: false; readonly code: string; readonly detail: string }
) & {
  /** Set if pages need OCR that is not installed. */
  readonly lacksRecognition?: true
}

/** Turns the bytes of a source into pages and a description. */
export interface PaperReader {
  /** Returns an outcome even for an unreadable paper; only an aborted `signal` throws. */
  read(source: Source, bytes: Uint8Array, signal: AbortSignal): Promise<ReadOutcome>
  /** Ends the processes that the reader started. */
  close(): Promise<void>
}

/** Processes a paper's text in isolation, so that a hostile one does no harm. Each method throws `FILE_UNREADABLE` like `PaperGate`. */
export interface PaperCutter {
  /** Measures how much of the paper is prose; `languages` as in `measureProse`. */
  measureProse(
    paper: Pick<ReadPaper, 'pages' | 'description'>,
    languages: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<ProseFigures>
  /** Returns the units of `createExtractiveSummariser`. */
  summarise(paper: ReadPaper, signal: AbortSignal): Promise<Summary>
  /** Returns the passages of `passagesOf`. */
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

/** The gate, which first checks whether the text is prose at all. */
export interface PaperGate extends Gate {
  /** Throws `FILE_UNREADABLE` if that exceeds a limit; its fact `reason` is the paper's failure code. */
  measureProse(paper: Pick<ReadPaper, 'pages' | 'description'>, signal: AbortSignal): Promise<ProseFigures>
}

export interface Summary {
  readonly drafts: readonly UnitDraft[]
  /** Number of lost units by snake_case reason. */
  readonly losses: Readonly<Record<string, number>>
}

/** Makes the units of a paper. */
export interface Summariser {
  /** Method of making the units, as stored in `Unit.made`. */
  readonly made: string
  /** Throws a `SummaryFailure` if no unit of the paper could be made, `FILE_UNREADABLE` if the work exceeds a limit. */
  summarise(paper: ReadPaper, signal: AbortSignal): Promise<Summary>
  /** Returns the model server's last failure once too many papers in a row failed, after which it is no longer called; empty before. */
  readonly down?: () => string
}

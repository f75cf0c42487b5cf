/** What the library takes in and shows of a corpus. */
import type { CorpusEntry, PaperSummary } from '../app/wiring/index.ts'

/** How papers are taken in. @public */
export interface IngestOptions {
  readonly corpus?: string
  /** `biochem`, `none`, or the path of a keyword file; default: the corpus's own, `biochem` for a new one. */
  readonly topic?: string
  readonly policy?: 'published' | 'contrast' | 'custom' | 'none'
  /** Papers that are read at once. */
  readonly workers?: number
  readonly ocr?: 'auto' | 'never' | 'always'
  /** Read papers and ask the gate, but store nothing. */
  readonly dryRun?: boolean
  /** Take back papers that were removed by hand; else their files are skipped as `removed_by_hand`. */
  readonly takeBack?: boolean
  /** Called with each paper that came to its end. */
  readonly onPaper?: (event: PaperEvent) => void
  /** Called once, before the first paper is read, with the number of papers that were found. */
  readonly onFound?: (papers: number) => void
  /** Called with each path that is no paper, and a snake_case reason. */
  readonly onSkip?: (path: string, reason: string) => void
  /** When it aborts, what is finished is stored and the result says `interrupted`. */
  readonly signal?: AbortSignal
}

/** A paper that was read, whatever became of it. @public */
export interface PaperEvent {
  readonly paper: string
  readonly path: string
  readonly title: string
  /** `kept`, or why it is not: `dropped:off_topic`, `failed:password_needed`. */
  readonly state: string
  /** A sentence about a failure; else empty. */
  readonly detail: string
  readonly units: number
  readonly pages: number
  /** It was stored already, made by the same recipe. */
  readonly unchanged: boolean
}

/** What an ingest came to: `seen` = `kept` + all of `dropped` + all of `failed`. @public */
export interface IngestSummary {
  readonly corpus: string
  readonly seen: number
  readonly kept: number
  /** By snake_case reason. */
  readonly dropped: Readonly<Record<string, number>>
  readonly failed: Readonly<Record<string, number>>
  /** Files that are no papers, by reason. */
  readonly skipped: Readonly<Record<string, number>>
  readonly units: number
  readonly passages: number
  readonly pages: number
  readonly unchanged: number
  readonly interrupted: boolean
  readonly seconds: number
}

/** A corpus of the workspace. @public */
export type CorpusSummary = CorpusEntry

/** A paper as a list shows it. @public */
export type ListedPaperSummary = PaperSummary

/** A correction of the front matter of a paper. What is not named stays; null says that the paper has none. @public */
export interface FrontMatterCorrection {
  readonly title?: string
  /** Each as `Given Family` or `Family, Given`. */
  readonly authors?: readonly string[]
  readonly year?: number | null
  readonly doi?: string | null
  readonly journal?: string | null
  readonly volume?: string | null
  readonly issue?: string | null
  readonly pages?: string | null
  /** Takes back earlier corrections: all of them, or those of these fields. */
  readonly reset?:
    | true
    | readonly ('title' | 'authors' | 'year' | 'doi' | 'journal' | 'volume' | 'issue' | 'pages')[]
}

/** A step of a walk between two names. @public */
export interface WalkStep {
  readonly from: string
  readonly to: string
  /** A unit that mentions both. */
  readonly unit: string
  readonly text: string
  readonly paper: string
}

/** The graph of the names of a corpus. Its methods throw `GRAPH_MISSING` before names were looked for. @public */
export interface LibraryGraph {
  /** Looks for names in units that lack them; resolves to how many units were looked through. An ingest does it, too. */
  build(options?: { readonly corpus?: string; readonly signal?: AbortSignal }): Promise<number>
  /** Names that contain `part`, the most frequent first after those that begin with it; at most `limit`, 30 by default. */
  names(
    part: string,
    options?: { readonly corpus?: string; readonly limit?: number },
  ): Promise<readonly { readonly name: string; readonly units: number }[]>
  /** Shortest walks from one name to another over units, at most `limit`, 3 by default. Throws `NAME_NOT_FOUND`. */
  connect(
    from: string,
    to: string,
    options?: { readonly corpus?: string; readonly limit?: number },
  ): Promise<readonly (readonly WalkStep[])[]>
}

/** What a paper cites and what cites it. @public */
export interface PaperReferenceList {
  readonly id: string
  readonly title: string
  readonly year: number | null
  /** As the list named by the setting `retractions` has it; null for a paper that is not on it. */
  readonly retraction: RetractionNote | null
  readonly references: readonly ListedReferenceSummary[]
  /** Papers of the corpus whose lists have this one. */
  readonly citedBy: readonly CitedPaper[]
  /** Other papers of the corpus that are the same work, such as its preprint. */
  readonly versions: readonly CitedPaper[]
}

/** A paper of the corpus among references. @public */
export interface CitedPaper {
  readonly id: string
  readonly title: string
  readonly year: number | null
  readonly retraction: RetractionNote | null
}

/** What a list of retractions says of a work. @public */
export interface RetractionNote {
  readonly nature: string
  readonly date: string
  readonly reason: string
}

/** An entry of a paper's list of references. @public */
export interface ListedReferenceSummary {
  /** As the list numbers it; null in lists without numbers. */
  readonly number: number | null
  readonly raw: string
  /** As printed: author, title, journal, book, volume, issue, pages, date, doi, arxiv; what it does not have is absent. */
  readonly fields: Readonly<Record<string, string>>
  /** The paper of the corpus that it is; null where it is not among them. */
  readonly paper: string | null
  readonly retraction: RetractionNote | null
  /** Where the text points to it, in UTF-16 offsets of the paper's text. */
  readonly cited: readonly (readonly [start: number, end: number])[]
}

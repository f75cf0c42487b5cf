/** Types of what the library adds to a corpus and shows of it. */
import type { CorpusEntry, PaperSummary } from '../app/wiring/index.ts'

/** Options of an ingest. @public */
export interface IngestOptions {
  readonly corpus?: string
  /** `biochem`, `none`, or the path of a keyword file; default: the topic of the corpus, `biochem` for a new one. */
  readonly topic?: string
  readonly policy?: 'published' | 'contrast' | 'custom' | 'none'
  /** Papers read in parallel. */
  readonly workers?: number
  readonly ocr?: 'auto' | 'never' | 'always'
  /** Whether to read papers and ask the gate, but store nothing. */
  readonly dryRun?: boolean
  /** Whether to restore papers that were removed by hand; else their files are skipped as `removed_by_hand`. */
  readonly takeBack?: boolean
  /** Called when a paper is finished. */
  readonly onPaper?: (event: PaperEvent) => void
  /** Called once, before the first paper is read, with the number of papers found. */
  readonly onFound?: (papers: number) => void
  /** Called with each path that is not a paper, and a snake_case reason. */
  readonly onSkip?: (path: string, reason: string) => void
  /** Interrupts the ingest: finished papers are stored, and the result says `interrupted`. */
  readonly signal?: AbortSignal
}

/** A paper that was read, whether kept or not. @public */
export interface PaperEvent {
  readonly paper: string
  readonly path: string
  readonly title: string
  /** `kept`, or why the paper is not, such as `dropped:off_topic` or `failed:password_needed`. */
  readonly state: string
  /** A sentence about a failure; else empty. */
  readonly detail: string
  readonly units: number
  readonly pages: number
  /** Whether the paper was already stored and made by the same recipe. */
  readonly unchanged: boolean
}

/** Result of an ingest: `seen` = `kept` + all of `dropped` + all of `failed`. @public */
export interface IngestSummary {
  readonly corpus: string
  readonly seen: number
  readonly kept: number
  /** Counts by snake_case reason. */
  readonly dropped: Readonly<Record<string, number>>
  readonly failed: Readonly<Record<string, number>>
  /** Files that are not papers, by reason. */
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

/** A paper as shown in a list. @public */
export type ListedPaperSummary = PaperSummary

/** A correction of a paper's front matter. Fields that are left out stay as they are; null means that the paper has none. @public */
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
  /** Reverts earlier corrections: all of them, or those of these fields. */
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

/** The graph of the names of a corpus. Its methods throw `GRAPH_MISSING` if it was not built yet. @public */
export interface LibraryGraph {
  /** Finds names in units not searched yet; resolves to the number of units searched. An ingest does this, too. */
  build(options?: { readonly corpus?: string; readonly signal?: AbortSignal }): Promise<number>
  /** Resolves to names that contain `part`, first those that begin with it, then by frequency; at most `limit`, 30 by default. */
  names(
    part: string,
    options?: { readonly corpus?: string; readonly limit?: number },
  ): Promise<readonly { readonly name: string; readonly units: number }[]>
  /** Resolves to the shortest walks from one name to another over units, at most `limit`, 3 by default. Throws `NAME_NOT_FOUND`. */
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
  /** Entry in the list named by the setting `retractions`; null if the paper is not in it. */
  readonly retraction: RetractionNote | null
  readonly references: readonly ListedReferenceSummary[]
  /** Papers of the corpus whose references include this one. */
  readonly citedBy: readonly CitedPaper[]
  /** Other papers of the corpus that are the same work, such as its preprint. */
  readonly versions: readonly CitedPaper[]
}

/** A paper of the corpus that is cited or cites. @public */
export interface CitedPaper {
  readonly id: string
  readonly title: string
  readonly year: number | null
  readonly retraction: RetractionNote | null
}

/** What a list of retractions says about a work. @public */
export interface RetractionNote {
  readonly nature: string
  readonly date: string
  readonly reason: string
}

/** An entry of a paper's list of references. @public */
export interface ListedReferenceSummary {
  /** Number in the list; null in lists without numbers. */
  readonly number: number | null
  readonly raw: string
  /** Fields as printed: author, title, journal, book, volume, issue, pages, date, doi, arxiv; missing ones are absent. */
  readonly fields: Readonly<Record<string, string>>
  /** Id of the cited paper; null if it is not in the corpus. */
  readonly paper: string | null
  readonly retraction: RetractionNote | null
  /** Places of its citations, in UTF-16 offsets of the paper's text. */
  readonly cited: readonly (readonly [start: number, end: number])[]
}

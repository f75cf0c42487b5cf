/** The face of the library. */
import type {
  BackendPlugIn,
  EmbedderPlugIn,
  GatePlugIn,
  MonitorPlugIn,
  PatternPlugIn,
  ReaderPlugIn,
} from '../plugins/index.ts'
import type {
  CorpusSummary,
  FrontMatterCorrection,
  IngestOptions,
  IngestSummary,
  LibraryGraph,
  ListedPaperSummary,
  PaperReferenceList,
} from './corpus-contents.ts'
import type {
  AnswerOptions,
  HitProof,
  LibraryHit,
  LibraryValue,
  PapersAnswer,
  QuoteCheck,
  RetrievedHits,
  RetrieveOptions,
  ValueOptions,
} from './found-hits.ts'
import type {
  EvaluateOptions,
  RankingReport,
  SolvedQuestion,
  SolverOptions,
  ThinkEvent,
  ThinkOptions,
} from './model-work.ts'

/** Parts of Gloss that come from outside. @public */
export interface GivenPlugIns {
  /** By the name that `backend` options take. */
  readonly backends?: Readonly<Record<string, BackendPlugIn>>
  /** Of new corpora, and of those that were made with it. */
  readonly embedder?: EmbedderPlugIn
  readonly readers?: readonly ReaderPlugIn[]
  readonly gate?: GatePlugIn
  readonly monitor?: MonitorPlugIn
  /** In all of this process, until `close`. */
  readonly patterns?: readonly PatternPlugIn[]
}

/** How Gloss is opened. @public */
export interface GlossLibraryOptions {
  /** Folder that holds the corpora; made where it is missing. Default `.gloss`. */
  readonly workspace?: string
  /** By the names of docs/config.md, such as `llmUrl`. They win over the environment. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Where `GLOSS_…` variables are read; default: the environment of the process. Files named `.env` are not read. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly plugIns?: GivenPlugIns
  /** Called with what a person may want to know and no program has to act on. */
  readonly onNotice?: (message: string) => void
}

/** Gloss as a part of another program. Its methods may be called side by side; expected failures are `GlossFailure`s. @public */
export interface GlossLibrary extends AsyncDisposable {
  /** In alphabetical order; those that cannot be opened are left out. */
  corpora(): Promise<readonly CorpusSummary[]>
  /** Throws `CORPUS_NOT_FOUND` and `CORPUS_BUSY`. */
  deleteCorpus(name: string): Promise<void>
  /** Files, folders and lists of papers; makes the corpus where it is missing. Throws `PATH_NOT_FOUND`, `TOPIC_UNKNOWN` and `CORPUS_BUSY`. */
  ingest(paths: readonly string[], options?: IngestOptions): Promise<IngestSummary>
  /** In the order of ids. */
  papers(options?: { readonly corpus?: string }): Promise<readonly ListedPaperSummary[]>
  /**
   * Corrects a paper by hand, by its id, its file or another name of it; re-reading keeps the corrections. Throws `INPUT_INVALID`,
   * `PAPER_NOT_FOUND` and `CORPUS_BUSY`.
   */
  editPaper(
    paper: string,
    correction: FrontMatterCorrection,
    options?: { readonly corpus?: string; readonly signal?: AbortSignal },
  ): Promise<ListedPaperSummary>
  /**
   * Removes papers by any of their names with everything derived from them; resolves to how many there were. A later ingest passes over
   * their files, but for one with `takeBack`. Throws `PAPER_NOT_FOUND` and `CORPUS_BUSY`.
   */
  removePapers(papers: readonly string[], options?: { readonly corpus?: string }): Promise<number>
  /** What a paper cites, where it does so, and what cites it. Throws `PAPER_NOT_FOUND`, and `PATH_NOT_FOUND` for a list of retractions. */
  references(paper: string, options?: { readonly corpus?: string }): Promise<PaperReferenceList>
  /** Throws `INPUT_INVALID` for an empty question or an unknown backend, `CORPUS_NOT_FOUND`, `PLUGIN_FAILED`, and what the backend throws. */
  retrieve(question: string, options?: RetrieveOptions): Promise<RetrievedHits>
  /** Values with their units that answer a question such as "IC50 of lupeol < 10 uM", best first. Throws as `retrieve` does. */
  values(question: string, options?: ValueOptions): Promise<readonly LibraryValue[]>
  /** Reads the paper again at the place of a hit. Throws `PAPER_NOT_FOUND` where the paper is gone. */
  verify(
    hit: Pick<LibraryHit, 'paper' | 'text' | 'span'>,
    options?: { readonly corpus?: string },
  ): Promise<HitProof>
  /** Checks quotations against the papers letter by letter. One without a letter or digit is absent. Throws `PAPER_NOT_FOUND`. */
  verifyQuotes(
    quotes: readonly { readonly quote: string; readonly paper?: string }[],
    options?: { readonly corpus?: string; readonly signal?: AbortSignal },
  ): Promise<readonly QuoteCheck[]>
  /** Without a model, the answer is the best statements as they are. Throws as `retrieve` does, and what the model throws. */
  ask(question: string, options?: AnswerOptions): Promise<PapersAnswer>
  readonly graph: LibraryGraph
  /** Asks the model when the first event is asked for; ends with one `finish`. Throws `MODEL_UNCONFIGURED` and what the model throws. */
  think(question: string, options?: ThinkOptions): AsyncIterable<ThinkEvent>
  /** Throws `INPUT_INVALID`, `MODEL_UNCONFIGURED` and the like before anything is asked; later failures are in the result. */
  solve(question: string, options?: SolverOptions): Promise<SolvedQuestion>
  /** Throws `INPUT_INVALID` where nothing judged is in the corpus. */
  evaluate(options: EvaluateOptions): Promise<RankingReport>
  /** Writes what is open and ends the processes that were started. Every later call throws `LIBRARY_CLOSED`. */
  close(): Promise<void>
}

/** An expected failure: docs/errors.md lists the codes. @public */
export interface GlossFailure extends Error {
  readonly name: 'GlossError'
  /** Stable, such as `CORPUS_NOT_FOUND`. */
  readonly code: string
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
  /** What to do next, a sentence. */
  readonly help: string
}

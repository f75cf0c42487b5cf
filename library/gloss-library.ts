/** Interface of the library. */
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

/** Parts of Gloss that the program supplies. @public */
export interface GivenPlugIns {
  /** Backends by the name that `backend` options accept. */
  readonly backends?: Readonly<Record<string, BackendPlugIn>>
  /** Embedder of new corpora, and of those that were made with it. */
  readonly embedder?: EmbedderPlugIn
  readonly readers?: readonly ReaderPlugIn[]
  readonly gate?: GatePlugIn
  readonly monitor?: MonitorPlugIn
  /** Patterns, available in the whole process until `close`. */
  readonly patterns?: readonly PatternPlugIn[]
}

/** Options of `openGloss`. @public */
export interface GlossLibraryOptions {
  /** Folder of the corpora; created if it is missing. Default `.gloss`. */
  readonly workspace?: string
  /** Settings by their names in docs/config.md, such as `llmUrl`. They override the environment. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Source of `GLOSS_…` variables; default: the environment of the process. Files named `.env` are not read. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly plugIns?: GivenPlugIns
  /** Called with messages that may interest a person and that no program needs to act on. */
  readonly onNotice?: (message: string) => void
}

/** Gloss as a part of another program. Its methods may be called concurrently; expected failures are `GlossFailure`s. @public */
export interface GlossLibrary extends AsyncDisposable {
  /** Resolves to the corpora in alphabetical order, without those that cannot be opened. */
  corpora(): Promise<readonly CorpusSummary[]>
  /** Deletes a corpus. Throws `CORPUS_NOT_FOUND` and `CORPUS_BUSY`. */
  deleteCorpus(name: string): Promise<void>
  /** Adds files, folders and lists of papers; creates a missing corpus. Throws `PATH_NOT_FOUND`, `TOPIC_UNKNOWN` and `CORPUS_BUSY`. */
  ingest(paths: readonly string[], options?: IngestOptions): Promise<IngestSummary>
  /** Resolves to the papers in the order of their ids. */
  papers(options?: { readonly corpus?: string }): Promise<readonly ListedPaperSummary[]>
  /**
   * Corrects a paper by hand, named by its id, its file or another of its names; re-reading keeps corrections. Throws `INPUT_INVALID`,
   * `PAPER_NOT_FOUND` and `CORPUS_BUSY`.
   */
  editPaper(
    paper: string,
    correction: FrontMatterCorrection,
    options?: { readonly corpus?: string; readonly signal?: AbortSignal },
  ): Promise<ListedPaperSummary>
  /**
   * Removes papers, by any of their names, with everything derived from them; resolves to their number. A later ingest skips
   * their files unless it has `takeBack`. Throws `PAPER_NOT_FOUND` and `CORPUS_BUSY`.
   */
  removePapers(papers: readonly string[], options?: { readonly corpus?: string }): Promise<number>
  /** Resolves to what a paper cites, where, and what cites it. Throws `PAPER_NOT_FOUND`, or `PATH_NOT_FOUND` for the retraction list. */
  references(paper: string, options?: { readonly corpus?: string }): Promise<PaperReferenceList>
  /** Throws `INPUT_INVALID` for an empty question or unknown backend, `CORPUS_NOT_FOUND`, `PLUGIN_FAILED`, and the backend's own errors. */
  retrieve(question: string, options?: RetrieveOptions): Promise<RetrievedHits>
  /** Resolves to values for a question such as "IC50 of lupeol < 10 uM", best first. Throws as `retrieve` does. */
  values(question: string, options?: ValueOptions): Promise<readonly LibraryValue[]>
  /** Reads the paper again at the place of a hit. Throws `PAPER_NOT_FOUND` if the paper was removed. */
  verify(
    hit: Pick<LibraryHit, 'paper' | 'text' | 'span'>,
    options?: { readonly corpus?: string },
  ): Promise<HitProof>
  /** Checks quotations against the papers letter by letter. One without a letter or digit is absent. Throws `PAPER_NOT_FOUND`. */
  verifyQuotes(
    quotes: readonly { readonly quote: string; readonly paper?: string }[],
    options?: { readonly corpus?: string; readonly signal?: AbortSignal },
  ): Promise<readonly QuoteCheck[]>
  /** Answers from the papers; without a model, with the best statements unchanged. Throws as `retrieve` does, and what the model throws. */
  ask(question: string, options?: AnswerOptions): Promise<PapersAnswer>
  readonly graph: LibraryGraph
  /** Asks the model when the first event is read; ends with one `finish`. Throws `MODEL_UNCONFIGURED` and what the model throws. */
  think(question: string, options?: ThinkOptions): AsyncIterable<ThinkEvent>
  /** Solves a question. Throws `INPUT_INVALID`, `MODEL_UNCONFIGURED` and the like before any call; later failures are in the result. */
  solve(question: string, options?: SolverOptions): Promise<SolvedQuestion>
  /** Evaluates backends. Throws `INPUT_INVALID` if the corpus contains none of the judged documents. */
  evaluate(options: EvaluateOptions): Promise<RankingReport>
  /** Saves pending changes and ends the processes that Gloss started. Every later call throws `LIBRARY_CLOSED`. */
  close(): Promise<void>
}

/** An expected failure: docs/errors.md lists the codes. @public */
export interface GlossFailure extends Error {
  readonly name: 'GlossError'
  /** Stable, such as `CORPUS_NOT_FOUND`. */
  readonly code: string
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
  /** Advice on what to do next, in a sentence. */
  readonly help: string
}

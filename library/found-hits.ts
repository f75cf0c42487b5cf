/** What the library answers questions with. */
import type { PlugInFilter } from '../plugins/index.ts'

/**
 * Start and end as UTF-16 offsets into the paper's text, end excluded.
 *
 * @public
 */
export type TextSpan = readonly [start: number, end: number]

/**
 * How a question is asked.
 *
 * @public
 */
export interface RetrieveOptions {
  /** Default: the only corpus there is, else `main`. */
  readonly corpus?: string
  /** Most hits, from 1; default 10. */
  readonly k?: number
  /** A name of docs/backends.md, that of a plug-in given to `openGloss`, the path of a module, or the address of a server. Default `auto`. */
  readonly backend?: string
  /** Papers by any of their names. */
  readonly filter?: PlugInFilter
  /** Only the best hit of each paper. */
  readonly onePerPaper?: boolean
  /** Hits below it are left out; on the scale of the backend's scores. */
  readonly minScore?: number
  readonly signal?: AbortSignal
}

/**
 * A unit that answers, with its place in its paper.
 *
 * @public
 */
export interface LibraryHit {
  /** From 1. */
  readonly rank: number
  /** Comparable within one answer only. */
  readonly score: number
  /** Id of the unit. */
  readonly unit: string
  readonly kind: 'unit' | 'passage'
  readonly text: string
  /** How Gloss reads the text, short forms spelled out; null where it is the text. */
  readonly reading: string | null
  /** Where in the paper, for people. */
  readonly locator: string
  /** Id of the paper. */
  readonly paper: string
  readonly title: string
  readonly year: number | null
  /** From 1; null for papers without pages. */
  readonly page: number | null
  /** Null for a statement without a place in the text. */
  readonly span: TextSpan | null
  /** The sentence of the hit that answers best. */
  readonly sentence: { readonly text: string; readonly span: TextSpan | null }
}

/**
 * The answer to a question.
 *
 * @public
 */
export interface RetrievedHits {
  readonly query: string
  readonly corpus: string
  readonly backend: string
  /** Best first. */
  readonly hits: readonly LibraryHit[]
  /** False where the corpus has nothing near the question. */
  readonly answerable: boolean
  /** 0 to 1, from .5 on answerable. */
  readonly answerability: number
  /** Milliseconds. */
  readonly tookMs: number
}

/**
 * What the paper itself says at the place of a hit.
 *
 * @public
 */
export interface HitProof {
  /** True where the paper's own text at the span is the hit's, letter by letter. */
  readonly isVerbatim: boolean
  /** The paper's own text at the span; null for a hit without a place. */
  readonly quote: string | null
  readonly page: number | null
  /** Where the paper was found, oldest first. */
  readonly paths: readonly string[]
}

/**
 * How the papers are asked for an answer.
 *
 * @public
 */
export interface AnswerOptions {
  readonly corpus?: string
  /** As in `RetrieveOptions`. */
  readonly backend?: string
  /** Most units that the answer may rest on; default 8. */
  readonly k?: number
  /** In place of the configured model. */
  readonly model?: string
  /** False: the best units as they are, even where a model is configured. */
  readonly usesModel?: boolean
  /** Called with each piece of the answer as it is written. */
  readonly onText?: (piece: string) => void
  readonly signal?: AbortSignal
}

/**
 * A source that an answer cites.
 *
 * @public
 */
export interface AnswerSource {
  /** As it is cited: `[1]`. */
  readonly n: number
  readonly unit: string
  readonly paper: string
  readonly title: string
  readonly page: number | null
  readonly span: TextSpan | null
  /** The paper's own text at the span; the unit's text where it has no place. */
  readonly quote: string
}

/**
 * An answer from the papers.
 *
 * @public
 */
export interface PapersAnswer {
  readonly question: string
  readonly corpus: string
  readonly answer: string
  /** In order; `citations` by the number of the source. `isSupported` is false where no cited source says it. */
  readonly sentences: readonly {
    readonly text: string
    readonly citations: readonly number[]
    readonly isSupported: boolean
  }[]
  readonly citations: readonly AnswerSource[]
  /** False where the papers do not say. */
  readonly answerable: boolean
  /** `units` where no model wrote it: the best units as they are. */
  readonly by: 'model' | 'units'
}

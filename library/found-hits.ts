/** Types of the library's questions and answers. */
import type { AskAnswer, Citation } from '../app/ask/index.ts'
import type { FoundValues } from '../app/values/index.ts'
import type { CheckedQuote } from '../app/verify/index.ts'
import type { AnswerHit, RetrieveAnswer } from '../app/wiring/index.ts'
import type { PlugInFilter } from '../plugins/index.ts'

/** Start and end as UTF-16 offsets into the paper's text, end excluded. @public */
export type TextSpan = readonly [start: number, end: number]

/** Options of a search. @public */
export interface RetrieveOptions {
  /** Default: the only corpus there is, else `main`. */
  readonly corpus?: string
  /** Most hits, from 1; default 10. */
  readonly k?: number
  /** A name in docs/backends.md or of a plug-in given to `openGloss`, the path of a module, or the URL of a server. Default `auto`. */
  readonly backend?: string
  /** Papers by id, file or another of their names; kinds by the form of a unit or by what it states. */
  readonly filter?: Omit<PlugInFilter, 'kinds'> & {
    readonly kinds?: readonly ('unit' | 'passage' | 'finding' | 'method' | 'background' | 'others')[]
  }
  /** Only the best hit of each paper. */
  readonly onePerPaper?: boolean
  /** Least score of a hit, on the backend's scale. */
  readonly minScore?: number
  readonly signal?: AbortSignal
}

/** A unit that answers the question, with its place in its paper. @public */
export type LibraryHit = AnswerHit

/** The answer to a question; `backend` has the name from the options. @public */
export type RetrievedHits = Omit<RetrieveAnswer, 'backend'> & { readonly backend: string }

/** Options of a search for values. @public */
export interface ValueOptions extends Pick<RetrieveOptions, 'corpus' | 'k' | 'signal'> {
  /** Only these papers, by id, file or another of their names. */
  readonly papers?: readonly string[]
}

/** A quantity that a paper states, as printed and in SI units, with what was measured and its place in the paper. @public */
export type LibraryValue = FoundValues['values'][number]

/** The paper's own text at the place of a hit. @public */
export interface HitProof {
  /** Whether the paper's own text at the span equals the hit's, letter by letter. */
  readonly isVerbatim: boolean
  /** The paper's own text at the span; null for a hit without a place. */
  readonly quote: string | null
  readonly page: number | null
  /** Where the paper was found, oldest first. */
  readonly paths: readonly string[]
}

/** Options of a question to be answered from the papers. @public */
export interface AnswerOptions {
  readonly corpus?: string
  /** As in `RetrieveOptions`. */
  readonly backend?: string
  /** Most units that the answer may be based on; default 12. */
  readonly k?: number
  /** Model to use instead of the configured one. */
  readonly model?: string
  /** False: answers with the best statements unchanged, even if a model is configured. */
  readonly usesModel?: boolean
  /** Called with each piece of the answer as it is written. */
  readonly onText?: (piece: string) => void
  readonly signal?: AbortSignal
}

/** A source that an answer cites. @public */
export type AnswerSource = Citation

/** An answer from the papers. @public */
export type PapersAnswer = AskAnswer

/** Whether the papers contain a quotation, where, and how it differs. @public */
export type QuoteCheck = CheckedQuote

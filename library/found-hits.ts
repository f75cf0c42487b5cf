/** What the library answers questions with. */
import type { AskAnswer, Citation } from '../app/ask/index.ts'
import type { FoundValues } from '../app/values/index.ts'
import type { CheckedQuote } from '../app/verify/index.ts'
import type { AnswerHit, RetrieveAnswer } from '../app/wiring/index.ts'
import type { PlugInFilter } from '../plugins/index.ts'

/** Start and end as UTF-16 offsets into the paper's text, end excluded. @public */
export type TextSpan = readonly [start: number, end: number]

/** How a question is asked. @public */
export interface RetrieveOptions {
  /** Default: the only corpus there is, else `main`. */
  readonly corpus?: string
  /** Most hits, from 1; default 10. */
  readonly k?: number
  /** A name of docs/backends.md, that of a plug-in given to `openGloss`, the path of a module, or the address of a server. Default `auto`. */
  readonly backend?: string
  /** Papers by any of their names; kinds by the form of a unit or by what it states. */
  readonly filter?: Omit<PlugInFilter, 'kinds'> & {
    readonly kinds?: readonly ('unit' | 'passage' | 'finding' | 'method' | 'background' | 'others')[]
  }
  /** Only the best hit of each paper. */
  readonly onePerPaper?: boolean
  /** Hits below it are left out; on the scale of the backend's scores. */
  readonly minScore?: number
  readonly signal?: AbortSignal
}

/** A unit that answers, with its place in its paper. @public */
export type LibraryHit = AnswerHit

/** The answer to a question; `backend` is named as it was asked for. @public */
export type RetrievedHits = Omit<RetrieveAnswer, 'backend'> & { readonly backend: string }

/** How values are asked for. @public */
export interface ValueOptions extends Pick<RetrieveOptions, 'corpus' | 'k' | 'signal'> {
  /** Only these papers, by any of their names. */
  readonly papers?: readonly string[]
}

/** A quantity that a paper states, as printed and in SI, with what was measured and where. @public */
export type LibraryValue = FoundValues['values'][number]

/** What the paper itself says at the place of a hit. @public */
export interface HitProof {
  /** True where the paper's own text at the span is the hit's, letter by letter. */
  readonly isVerbatim: boolean
  /** The paper's own text at the span; null for a hit without a place. */
  readonly quote: string | null
  readonly page: number | null
  /** Where the paper was found, oldest first. */
  readonly paths: readonly string[]
}

/** How the papers are asked for an answer. @public */
export interface AnswerOptions {
  readonly corpus?: string
  /** As in `RetrieveOptions`. */
  readonly backend?: string
  /** Most units that the answer may rest on; default 12. */
  readonly k?: number
  /** In place of the configured model. */
  readonly model?: string
  /** False: the best statements as they are, even where a model is configured. */
  readonly usesModel?: boolean
  /** Called with each piece of the answer as it is written. */
  readonly onText?: (piece: string) => void
  readonly signal?: AbortSignal
}

/** A source that an answer cites. @public */
export type AnswerSource = Citation

/** An answer from the papers. @public */
export type PapersAnswer = AskAnswer

/** Whether a quotation stands in the papers, where, and what it changed. @public */
export type QuoteCheck = CheckedQuote

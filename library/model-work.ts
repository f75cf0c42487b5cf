/** What the library asks of models: a turn with evidence, a run of the solver, and how rankings are judged. */
import type { PapersAnswer } from './found-hits.ts'

/** A turn of the configured model over a corpus. @public */
export interface ThinkOptions {
  readonly corpus?: string
  readonly backend?: string
  /** `off`, or who watches the text: a name of docs/thinking.md. That of the settings where absent; a monitor plug-in stands in for all but `off`. */
  readonly monitor?: string
  readonly model?: string
  readonly system?: string
  /** Tokens. */
  readonly maxTokens?: number
  readonly temperature?: number
  readonly signal?: AbortSignal
}

/** What is read of a turn. The texts of a channel join without anything between them. @public */
export type ThinkEvent =
  | {
      readonly type: 'text'
      readonly channel: 'reasoning' | 'text'
      readonly text: string
      /** `injection`: evidence of the corpus, put in by Gloss. */
      readonly by: 'model' | 'injection' | 'code'
    }
  | ({ readonly type: 'finish'; readonly reason: string } & MarkedAnswer)

/** A run of the solver. @public */
export interface SolverOptions {
  readonly corpus?: string
  readonly backend?: string
  /** A name of docs/patterns.md or of a pattern given to `openGloss`; default `eigen1`. */
  readonly pattern?: string
  readonly preset?: string
  readonly monitor?: string
  /** Of the pattern. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Most tokens of the run; no limit where absent. */
  readonly maxTokens?: number
  /** Called with the name of each stage that begins. */
  readonly onStage?: (stage: string) => void
  readonly signal?: AbortSignal
}

/** An answer of a model, held against the papers. @public */
export interface MarkedAnswer {
  /** What the papers say to the quotations and numbers of the answer. */
  readonly marks: NonNullable<PapersAnswer['marks']>
  /** Why they could not be checked, where that failed. */
  readonly problems: readonly string[]
}

/** What a run came to. @public */
export interface SolvedQuestion extends MarkedAnswer {
  /** For `gloss runs`. */
  readonly run: string
  readonly status: string
  /** Null where the run came to none. */
  readonly answer: string | null
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly seconds: number
}

/** What rankings are judged by: files of BEIR's form, `data` a folder that holds them, or the two named. @public */
export interface EvaluateOptions {
  readonly corpus?: string
  /** As in `RetrieveOptions`; from 1. */
  readonly backends: readonly string[]
  readonly data?: string
  readonly queries?: string
  readonly qrels?: string
  readonly signal?: AbortSignal
}

/** The figures of backends on the same questions. @public */
export interface RankingReport {
  readonly corpus: string
  /** Questions that were asked. */
  readonly asked: number
  /** By backend and metric, such as `ndcg@10`: means over the questions, 0 to 1. */
  readonly backends: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Backends that could not answer, and why. */
  readonly failures: Readonly<Record<string, { readonly code: string; readonly message: string }>>
}

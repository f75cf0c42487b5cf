/** Types for turns with evidence, runs of the solver, and evaluations of rankings. */
import type { PapersAnswer } from './found-hits.ts'

/** Options of a turn of the configured model with a corpus. @public */
export interface ThinkOptions {
  readonly corpus?: string
  readonly backend?: string
  /** `off` or a monitor's name in docs/thinking.md; default: the setting. A monitor plug-in replaces all but `off`. */
  readonly monitor?: string
  readonly model?: string
  readonly system?: string
  /** Tokens. */
  readonly maxTokens?: number
  readonly temperature?: number
  readonly signal?: AbortSignal
}

/** An event of a turn. The texts of a channel join without anything between them. @public */
export type ThinkEvent =
  | {
      readonly type: 'text'
      readonly channel: 'reasoning' | 'text'
      readonly text: string
      /** `injection`: evidence from the corpus, inserted by Gloss. */
      readonly by: 'model' | 'injection' | 'code'
    }
  | ({ readonly type: 'finish'; readonly reason: string } & MarkedAnswer)

/** Options of a run of the solver. @public */
export interface SolverOptions {
  readonly corpus?: string
  readonly backend?: string
  /** A name in docs/patterns.md or the name of a pattern given to `openGloss`; default `eigen1`. */
  readonly pattern?: string
  readonly preset?: string
  readonly monitor?: string
  /** Settings of the pattern. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Most tokens of the run; no limit if absent. */
  readonly maxTokens?: number
  /** Called with the name of each stage that begins. */
  readonly onStage?: (stage: string) => void
  readonly signal?: AbortSignal
}

/** Result of checking a model's answer against the papers. @public */
export interface MarkedAnswer {
  /** How the quotations and numbers of the answer compare with the papers. */
  readonly marks: NonNullable<PapersAnswer['marks']>
  /** Reasons why quotations or numbers could not be checked. */
  readonly problems: readonly string[]
}

/** Result of a run. @public */
export interface SolvedQuestion extends MarkedAnswer {
  /** Id of the run, for `gloss runs`. */
  readonly run: string
  readonly status: string
  /** Null if the run ended without an answer. */
  readonly answer: string | null
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly seconds: number
}

/** Options of an evaluation: files in BEIR's format, either a folder (`data`) or the two files. @public */
export interface EvaluateOptions {
  readonly corpus?: string
  /** At least one, each as in `RetrieveOptions`. */
  readonly backends: readonly string[]
  readonly data?: string
  readonly queries?: string
  readonly qrels?: string
  readonly signal?: AbortSignal
}

/** Metrics of backends on the same questions. @public */
export interface RankingReport {
  readonly corpus: string
  /** Questions that were asked. */
  readonly asked: number
  /** Means over the questions, 0 to 1, by backend and metric, such as `ndcg@10`. */
  readonly backends: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Backends that could not answer, and why. */
  readonly failures: Readonly<Record<string, { readonly code: string; readonly message: string }>>
}

/** Sources of synthetic questions, for a corpus without real ones; each is marked as synthetic. */

export interface MadeQuestion {
  readonly text: string
  /** Units that answer it, together where there are several: its judgement. */
  readonly units: readonly string[]
  /** Statements that have to be put together. */
  readonly hops: 1 | 2
}

export interface MadeQuestions {
  readonly questions: readonly MadeQuestion[]
  /** What could not be made into a question, by reason. */
  readonly losses: Readonly<Record<string, number>>
}

export interface QuestionSource {
  /** `model:ID:PROMPT_HASH` or `template`; stands in the metadata of each question. */
  readonly made: string
  /** At most `count` questions; fewer where the corpus has not more to ask about. The same corpus gives the same ones. */
  make(count: number, signal: AbortSignal): Promise<MadeQuestions>
}

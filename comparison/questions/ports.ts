/** Sources of synthetic questions, for a corpus without real ones; each is marked as synthetic. */

export interface GeneratedQuestion {
  readonly text: string
  /** The judgement: units that answer the question, all together if there are several. */
  readonly units: readonly string[]
  /** Number of statements that have to be combined. */
  readonly hops: 1 | 2
}

export interface GeneratedQuestions {
  readonly questions: readonly GeneratedQuestion[]
  /** Number of questions that could not be made, by reason. */
  readonly losses: Readonly<Record<string, number>>
}

export interface QuestionSource {
  /** `model:ID:PROMPT_HASH` or `template`; written to the metadata of each question. */
  readonly made: string
  /** Makes at most `count` questions; fewer if the corpus has no more to ask about. The same corpus gives the same questions. */
  make(count: number, signal: AbortSignal): Promise<GeneratedQuestions>
}

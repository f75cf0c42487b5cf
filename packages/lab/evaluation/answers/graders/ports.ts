/** Defines a grader's request and verdict, and the algebra that it may use. */

export interface GradeRequest {
  /** The question as it was asked, from which options of a multiple-choice question are read. */
  readonly question: string
  readonly gold: string
  /** The whole answer of a model, or its final part. */
  readonly answer: string
  /** One of `ANSWER_TYPES`; any other is refused by name. */
  readonly type: string
  /** Options in the order of their letters, if the question does not contain them. */
  readonly options?: readonly string[] | undefined
  /** The unit that the question asks for, as LaTeX or text, if `gold` does not contain it. May begin with a power of ten. */
  readonly unit?: string | undefined
}

export type GradeMethod = 'multipleChoice' | 'wording' | 'numeric' | 'symbolic' | 'none'

export type GradeReason =
  | 'equal'
  /** Texts: the answering sentence contains the gold. */
  | 'named'
  /** There is no answer. */
  | 'no_answer'
  /** Numbers: outside the tolerance, or another number of values. */
  | 'value'
  | 'count'
  | 'unit_missing'
  | 'unit_dimension'
  /** Choices: other letters. */
  | 'letters'
  /** Expressions: differ at a sample. */
  | 'different'
  /** Yes against no, true against false. */
  | 'opposite'
  /** This and the following: no program can decide, so a judge must. */
  | 'unit_unknown'
  | 'parse'
  | 'range'
  /** Numbers: near, but not within the gold's rounding; the gold's number is elsewhere in the answer; another order. */
  | 'near'
  | 'elsewhere'
  | 'order'
  | 'temperature_reading'
  | 'letters_unreadable'
  | 'letter_and_text_disagree'
  | 'wording_differs'
  | 'case_differs'
  | 'notation'
  | 'samples'
  | 'time_limit'
  | 'no_algebra'
  | 'too_long'

export interface Grade {
  /** Whether the answer is right; null if programs cannot decide and a judge must be asked. */
  readonly isCorrect: boolean | null
  /** The part of the answer that was graded. */
  readonly extracted: string
  readonly method: GradeMethod
  readonly reason: GradeReason
}

export interface GraderVerdict {
  readonly isCorrect: boolean | null
  readonly reason: GradeReason
}

export interface GradeSettings {
  /** Largest relative difference of a right number, inclusive. */
  readonly relativeTolerance?: number | undefined
  /** How a number without a unit is graded if the gold has one. */
  readonly missingUnit?: 'accept' | 'refuse' | undefined
  /**
   * Answers as they are meant (default): words are numbers, a sentence or a bold text may contain the value, the number decides if neither
   * the question nor the gold asks for a unit, and a sentence may contain the gold. Or by the letter of specs/reasoning-with-a-star.md 3.2.
   */
  readonly reading?: 'meant' | 'literal' | undefined
  /** Algebra system; without it, expressions that are not spelled alike are left to a judge. */
  readonly algebra?: Algebra | undefined
  readonly signal?: AbortSignal | undefined
}

export interface AlgebraRequest {
  /** Prepared LaTeX, with every symbol spelled as in `symbols`. */
  readonly prediction: Expression
  readonly gold: Expression
  readonly symbols: readonly string[]
  readonly seed: number
}

/** An expression, or both sides of an equation. */
export type Expression =
  | { readonly kind: 'value'; readonly latex: string }
  | { readonly kind: 'equation'; readonly left: string; readonly right: string }

/** `parse`, `samples` and `time_limit` are reasons for no decision. */
export type AlgebraVerdict = 'equal' | 'different' | 'parse' | 'samples' | 'time_limit'

/** Decides whether two expressions are the same function of their symbols. Never throws for a request, and always ends. */
export interface Algebra {
  compare(request: AlgebraRequest, signal?: AbortSignal): Promise<AlgebraVerdict>
  close(): Promise<void>
}

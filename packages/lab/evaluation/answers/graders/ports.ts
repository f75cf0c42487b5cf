/** What a grader is asked, what it says, and the algebra it may lean on. */

export interface GradeRequest {
  /** The question as it was asked; options of a multiple-choice question are read from it. */
  readonly question: string
  readonly gold: string
  /** The whole answer of a model, or its final part. */
  readonly answer: string
  /** One of `ANSWER_TYPES`; any other is refused by name. */
  readonly type: string
  /** In the order of their letters, where the question does not hold them. */
  readonly options?: readonly string[] | undefined
  /** The unit that the question asks for, as LaTeX or text, where `gold` does not hold it. May open with a power of ten. */
  readonly unit?: string | undefined
}

export type GradeMethod = 'multipleChoice' | 'wording' | 'numeric' | 'symbolic' | 'none'

export type GradeReason =
  | 'equal'
  /** Texts: the sentence that answers names the gold. */
  | 'named'
  /** Nothing was answered. */
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
  /** From here on no program can say, and a judge has to. */
  | 'unit_unknown'
  | 'parse'
  | 'range'
  /** Numbers: near, but not what the gold rounds to; the gold's number stands elsewhere in the answer; another order. */
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
  /** Null: the programs cannot say; ask a judge. */
  readonly isCorrect: boolean | null
  /** What of the answer was graded. */
  readonly extracted: string
  readonly method: GradeMethod
  readonly reason: GradeReason
}

export interface GraderVerdict {
  readonly isCorrect: boolean | null
  readonly reason: GradeReason
}

export interface GradeSettings {
  /** Share of the gold by which a number may be off, inclusive. */
  readonly relativeTolerance?: number | undefined
  /** What a number without a unit is worth where the gold has one. */
  readonly missingUnit?: 'accept' | 'refuse' | undefined
  /**
   * Answers as they are meant (default): words are numbers, a sentence or a bold text may hold the value, where neither the question nor the
   * gold asks for a unit the number decides, and a sentence may name the gold. Or by the letter of specs/reasoning-with-a-star.md 3.2.
   */
  readonly reading?: 'meant' | 'literal' | undefined
  /** Without it expressions that are not spelled alike are left to a judge. */
  readonly algebra?: Algebra | undefined
  readonly signal?: AbortSignal | undefined
}

export interface AlgebraRequest {
  /** Prepared LaTeX: every symbol of `symbols` is spelled as there. */
  readonly prediction: Expression
  readonly gold: Expression
  readonly symbols: readonly string[]
  readonly seed: number
}

/** An expression, or both sides of an equation. */
export type Expression =
  | { readonly kind: 'value'; readonly latex: string }
  | { readonly kind: 'equation'; readonly left: string; readonly right: string }

/** `parse`, `samples` and `time_limit`: could not be decided, and why. */
export type AlgebraVerdict = 'equal' | 'different' | 'parse' | 'samples' | 'time_limit'

/** Decides whether two expressions are the same function of their symbols. Never throws for what it is asked, and always ends. */
export interface Algebra {
  compare(request: AlgebraRequest, signal?: AbortSignal): Promise<AlgebraVerdict>
  close(): Promise<void>
}

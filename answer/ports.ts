/** An answer from papers, with the sources of each of its sentences. */
import type { Span, Unit } from '../corpus/index.ts'

/** Whether something in the papers answers; `doubtful` if it is near but may be about another thing. */
export type Support = 'yes' | 'doubtful' | 'no'

/** A unit that was given to the model, with its number. */
export interface CitedSource extends Pick<Unit, 'text' | 'reading' | 'paper' | 'year' | 'locator' | 'page'> {
  /** Number from 1, as in `[1]` in an answer. */
  readonly n: number
  readonly unit: string
  /** Corpus of the unit, if several are asked together. */
  readonly corpus?: string
  readonly title: string
  /** UTF-16 offsets into the paper's text; null for a unit without a place. */
  readonly span: Span | null
  /** The unit's best one or two sentences for the question, shown to people if no model writes an answer. */
  readonly statement: string
  /** `doubtful` if the unit lacks what the question names or the number that it asks for. */
  readonly support: Exclude<Support, 'no'>
}

export interface CitedSentence {
  /** As written, including citation marks. */
  readonly text: string
  /** Numbers of sources in the order written, without duplicates. Marks that name no source are left out. */
  readonly citations: readonly number[]
  /** Whether the cited sources say it, by `isSupported`; for an unedited statement, false if its support is doubtful. */
  readonly isSupported: boolean
  readonly support: Support
}

export interface CitedAnswer {
  readonly sentences: readonly CitedSentence[]
  /** Whether the answer is that the papers do not say. */
  readonly isRefusal: boolean
  /** Numbers that name no source, such as `[9]` if five sources were given. */
  readonly unknownCitations: readonly number[]
}

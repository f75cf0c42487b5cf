/** An answer from papers, and what each of its sentences rests on. */
import type { Span, Unit } from '../corpus/index.ts'

/** Whether something in the papers answers: `doubtful` where they have something near that may be about another thing. */
export type Support = 'yes' | 'doubtful' | 'no'

/** A unit that was given to the model, under its number. */
export interface CitedSource extends Pick<Unit, 'text' | 'reading' | 'paper' | 'year' | 'locator' | 'page'> {
  /** From 1: what `[1]` in an answer means. */
  readonly n: number
  readonly unit: string
  /** The corpus that it is from, where several are asked together. */
  readonly corpus?: string
  readonly title: string
  /** UTF-16 offsets into the paper's text; null for a unit without a place. */
  readonly span: Span | null
  /** Its best one or two sentences for the question, as people are shown them where no model writes. */
  readonly statement: string
  /** `doubtful`: it lacks what the question names or the number that it asks for. */
  readonly support: Exclude<Support, 'no'>
}

export interface CitedSentence {
  /** As written, citation marks included. */
  readonly text: string
  /** Numbers of sources, each once, in the order written. Marks that name no source are left out. */
  readonly citations: readonly number[]
  /** False where nothing that it cites says it, by `isSupported`; of a statement as it is, where its support is doubtful. */
  readonly isSupported: boolean
  readonly support: Support
}

export interface CitedAnswer {
  readonly sentences: readonly CitedSentence[]
  /** The answer is that the papers do not say. */
  readonly isRefusal: boolean
  /** Marks such as `[9]` where five sources were given. */
  readonly unknownCitations: readonly number[]
}

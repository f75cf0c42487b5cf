/** A paper: a source document, whatever became of it. */

export type PaperFormat =
  | 'pdf'
  | 'text'
  | 'markdown'
  | 'html'
  | 'jats'
  | 'tei'
  | 'latex'
  | 'docx'
  | 'epub'
  | 'jsonl'
  | 'csv'
  | 'units'

/** `kept`, or why it is not. Reasons and codes are snake_case words: `dropped:off_topic`, `failed:password_needed`. */
export type PaperState = 'kept' | `dropped:${string}` | `failed:${string}`

/** A headed part of the text; `start` and `end` are UTF-16 offsets into the paper's text, heading included. */
export interface Section {
  readonly heading: string
  readonly level: number
  readonly start: number
  readonly end: number
}

/** Where a paper came out: the journal or proceedings, and the place in it. Null where the paper does not say. */
export interface Publication {
  readonly journal: string | null
  readonly volume: string | null
  readonly issue: string | null
  /** First and last page, or an article number, as printed: `7-10`, `e0123456`. */
  readonly pages: string | null
}

export const NO_PUBLICATION: Publication = { journal: null, volume: null, issue: null, pages: null }

/**
 * How sure the reading of the front matter is, from 0 to 1: of the labelled papers read by the same rule, the share that was right.
 * 1 where a catalogue or a person said it.
 */
export interface Confidence {
  readonly title: number
  readonly authors: number
  readonly year: number
}

export const SURE: Confidence = { title: 1, authors: 1, year: 1 }

/** Below this confidence a title, year or author list is shown as doubtful. */
export const DOUBTFUL_BELOW = 0.8

/** The parts of the front matter that can be corrected by hand. */
export interface FrontMatter extends Publication {
  readonly title: string
  readonly authors: readonly string[]
  readonly year: number | null
  readonly doi: string | null
}

export type FrontMatterField = keyof FrontMatter

export interface Correction<Value> {
  readonly value: Value
  /** What the paper itself was read as. */
  readonly read: Value
  /** How sure that reading was; null for parts whose confidence is not kept. */
  readonly confidence: number | null
  /** ISO 8601. */
  readonly at: string
}

export type Corrections = { readonly [Field in FrontMatterField]?: Correction<FrontMatter[Field]> }

/** What the front matter says. Empty strings and nulls where the paper does not say. */
export interface Description {
  readonly title: string
  readonly authors: readonly string[]
  readonly abstract: string
  readonly year: number | null
  readonly doi: string | null
  readonly publication: Publication
  readonly confidence: Confidence
  /** What a person corrected; absent where nothing was. The fields above have the corrected values. */
  readonly corrections?: Corrections
  /** ISO 639-3 code, such as `eng`; null where the text is too short to tell. */
  readonly language: string | null
  readonly licence: string | null
  readonly sections: readonly Section[]
  /** Offset in the paper's text at which the references begin; the text's length if there are none. */
  readonly bodyEnd: number
}

/** The front matter of a paper that says nothing of itself. */
export const NO_DESCRIPTION: Description = {
  title: '',
  authors: [],
  abstract: '',
  year: null,
  doi: null,
  publication: NO_PUBLICATION,
  confidence: SURE,
  language: null,
  licence: null,
  sections: [],
  bodyEnd: 0,
}

export interface Paper extends Description {
  /** Hash of the content: the same bytes are one paper, however many paths they have. */
  readonly id: string
  /** Where it was found, oldest first. An import names its file and record, as `corpus.jsonl#4983`. */
  readonly paths: readonly string[]
  readonly format: PaperFormat
  /** The id that the source itself gave the document (a BEIR `_id`), or null. */
  readonly document: string | null
  readonly pageCount: number
  readonly state: PaperState
  /** For people: why the paper was dropped or failed, and which of its pages could not be read; else empty. */
  readonly detail: string
  /** Names the settings it was made by; papers of another recipe are made again when their file is read again. */
  readonly recipe: string
}

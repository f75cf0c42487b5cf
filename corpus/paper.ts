/** A paper: a source document in any state, kept or not. */

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

/** `kept`, or why the paper is not. Reasons and codes are snake_case words: `dropped:off_topic`, `failed:password_needed`. */
export type PaperState = 'kept' | `dropped:${string}` | `failed:${string}`

/** A part of the text under a heading; `start` and `end` are UTF-16 offsets into the paper's text, heading included. */
export interface Section {
  readonly heading: string
  readonly level: number
  readonly start: number
  readonly end: number
}

/** Where a paper was published: the journal or proceedings, and the place in it. A field is null if the paper does not say. */
export interface Publication {
  readonly journal: string | null
  readonly volume: string | null
  readonly issue: string | null
  /** First and last page, or an article number, as printed: `7-10`, `e0123456`. */
  readonly pages: string | null
}

export const NO_PUBLICATION: Publication = { journal: null, volume: null, issue: null, pages: null }

/**
 * Confidence in the reading of the front matter, from 0 to 1: the share that was right among labelled papers read by the same rule.
 * 1 for values from a catalogue or a person.
 */
export interface Confidence {
  readonly title: number
  readonly authors: number
  readonly year: number
}

export const SURE: Confidence = { title: 1, authors: 1, year: 1 }

/** Below this confidence a title, year or author list is shown as doubtful. */
export const DOUBTFUL_BELOW = 0.8

/** Fields of the front matter that can be corrected by hand. */
export interface FrontMatter extends Publication {
  readonly title: string
  readonly authors: readonly string[]
  readonly year: number | null
  readonly doi: string | null
}

export type FrontMatterField = keyof FrontMatter

export interface Correction<Value> {
  readonly value: Value
  /** Value that was read from the paper. */
  readonly read: Value
  /** Confidence in that reading; null for fields whose confidence is not stored. */
  readonly confidence: number | null
  /** Time of the correction, in ISO 8601. */
  readonly at: string
}

export type Corrections = { readonly [Field in FrontMatterField]?: Correction<FrontMatter[Field]> }

/** What the front matter says. Empty strings and nulls mean that the paper does not say. */
export interface Description {
  readonly title: string
  readonly authors: readonly string[]
  readonly abstract: string
  readonly year: number | null
  readonly doi: string | null
  readonly publication: Publication
  readonly confidence: Confidence
  /** Corrections by a person, absent if there are none. The fields above have the corrected values. */
  readonly corrections?: Corrections
  /** ISO 639-3 code, such as `eng`; null if the text is too short to tell. */
  readonly language: string | null
  readonly licence: string | null
  readonly sections: readonly Section[]
  /** Offset in the paper's text at which the references begin; the text's length if there are none. */
  readonly bodyEnd: number
}

/** Front matter of a paper that states none. */
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
  /** Hash of the content: the same bytes are one paper, whatever the number of its paths. */
  readonly id: string
  /** Paths at which the file was found, oldest first. An import names its file and record, as `corpus.jsonl#4983`. */
  readonly paths: readonly string[]
  readonly format: PaperFormat
  /** Id that the source itself gave the document (a BEIR `_id`), or null. */
  readonly document: string | null
  readonly pageCount: number
  readonly state: PaperState
  /** Explanation for people: why the paper was dropped or failed, and which pages could not be read; else empty. */
  readonly detail: string
  /** Identifies the settings that the paper was made with; papers of another recipe are made again when their file is next read. */
  readonly recipe: string
}

/** What is found in a unit, and what it is found with. */

/** How a name was found. */
export type MentionKind =
  | 'title'
  | 'span'
  | 'quote'
  | 'phrase'
  | 'abbreviation'
  | 'chemical'
  | 'gene'
  | 'species'
  | 'quantity'
  | 'heading'
  | 'term'
  | 'fact'

export interface Mention {
  /** Canonical form: lower case, accents and possessive 's removed, punctuation to single spaces. */
  readonly name: string
  /** The form in the text, canonicalised alike; equals `name` unless it stands for it (an abbreviation, a plural). */
  readonly alias: string
  readonly kind: MentionKind
  /** The unit is about it. */
  readonly isSubject: boolean
  /** UTF-16 offsets into the unit's text; both null where the name stands in the title or heading. */
  readonly start: number | null
  readonly end: number | null
}

export interface NamedText {
  readonly text: string
  /** The title of the unit's paper. */
  readonly title: string
  /** The heading or topic the unit stands under; empty where there is none. */
  readonly topic: string
}

/** What is known of the whole paper. */
export interface PaperNames {
  /** Canonical long form by canonical short form; also species by their short name ("e coli"). */
  readonly longForms: ReadonlyMap<string, string>
}

/** The texts in which names are found, what is known about them beforehand, and a name's span before it becomes a mention. */
import type { MentionKind } from '../../corpus/index.ts'

/** Version of the code that made mentions. Raised when the output for the same unit changes. */
export const NAMES_RECIPE = 'names-14'

export interface FoundSpan {
  /** UTF-16 offsets into the text given. */
  readonly start: number
  readonly end: number
  /** Canonical form of the name that the text means. */
  readonly name: string
  readonly kind: MentionKind
}

export interface NamedText {
  readonly text: string
  /** Title of the unit's paper. */
  readonly title: string
  /** Heading or topic of the unit, or empty. */
  readonly topic: string
  /** Whether the text is the whole document. */
  readonly isWhole: boolean
  /** Whether the text is a passage without a title; its opening words then replace the title. */
  readonly isUntitled: boolean
}

/** What is known about the whole paper. */
export interface PaperNames {
  /** Canonical long form by canonical short form, including species by their short name ("e coli"). */
  readonly longForms: ReadonlyMap<string, string>
  /** Last word of the long form, by short form as the paper spells it: "ALL" is one, "all" is not. */
  readonly heads: ReadonlyMap<string, string>
  /** Canonical names of species that the paper has with the genus both in full and abbreviated. */
  readonly species: ReadonlySet<string>
  /** How often each word has a capital within a sentence. */
  readonly capitals: ReadonlyMap<string, number>
  /** How often each word is in lower case. */
  readonly lowerCase: ReadonlyMap<string, number>
  /** False for a long text without words of medicine, biology and chemistry. */
  readonly isOfScience: boolean
  /** Cache of the names found in each English sentence without parts of speech: most sentences are in a unit and in a passage. */
  readonly found: Map<string, readonly FoundSpan[]>
}

/** What names are found in, what is known beforehand, and a name at its place before it becomes a mention. */
import type { MentionKind } from '../../corpus/index.ts'

/** Names what mentions were made by. Raised when the output for the same unit changes. */
export const NAMES_RECIPE = 'names-14'

export interface FoundSpan {
  /** UTF-16 offsets into the text given. */
  readonly start: number
  readonly end: number
  /** What the surface means, canonical. */
  readonly name: string
  readonly kind: MentionKind
}

export interface NamedText {
  readonly text: string
  /** The title of the unit's paper. */
  readonly title: string
  /** The heading or topic the unit stands under, or empty. */
  readonly topic: string
  /** The text is all that there is of its document. */
  readonly isWhole: boolean
  /** It is a passage without a title: what it opens with plays the title's part. */
  readonly isUntitled: boolean
}

/** What is known of the whole paper. */
export interface PaperNames {
  /** Canonical long form by canonical short form; also species by their short name ("e coli"). */
  readonly longForms: ReadonlyMap<string, string>
  /** The last word of the long form, by short form as the paper spells it: "ALL" is one, "all" is not. */
  readonly heads: ReadonlyMap<string, string>
  /** Species, canonical, that it has with the genus in full and abbreviated. */
  readonly species: ReadonlySet<string>
  /** How often the paper writes which words with a capital within a sentence. */
  readonly capitals: ReadonlyMap<string, number>
  /** How often it writes which words in lower case. */
  readonly lowerCase: ReadonlyMap<string, number>
  /** It is no long text without words of medicine, biology and chemistry. */
  readonly isOfScience: boolean
  /** What was found by weights in its sentences so far: most stand in a unit and in a passage. */
  readonly found: Map<string, readonly FoundSpan[]>
}

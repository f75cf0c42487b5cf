/** What names are found in, what is known beforehand, and a name at its place before it becomes a mention. */
import type { MentionKind } from '../../corpus/index.ts'

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
  /** The text is a whole document without a title: what it opens with plays the title's part. */
  readonly isUntitled?: boolean
}

/** What is known of the whole paper. */
export interface PaperNames {
  /** Canonical long form by canonical short form; also species by their short name ("e coli"). */
  readonly longForms: ReadonlyMap<string, string>
  /** Short forms as the paper spells them: "ALL" is one, "all" is not. */
  readonly shortForms: ReadonlySet<string>
}

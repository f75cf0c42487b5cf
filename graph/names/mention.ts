/** What names are found in, and what is known beforehand. */
export type { Mention, MentionKind } from '../../corpus/index.ts'

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
  /** Short forms as the paper spells them: "ALL" is one, "all" is not. */
  readonly shortForms: ReadonlySet<string>
}

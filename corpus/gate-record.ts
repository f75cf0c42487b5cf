/** What the topic filter decided about a paper, with everything needed to explain, plot and repeat the decision. */

export const GATE_POLICIES = ['published', 'contrast', 'custom', 'none'] as const
export type GatePolicy = (typeof GATE_POLICIES)[number]

export interface NearKeyword {
  readonly keyword: string
  /** `positive`, `negative`, or `other` (a field of the atlas). */
  readonly set: 'positive' | 'negative' | 'other'
  /** Category of Table A1 that the keyword belongs to; empty if it belongs to none. */
  readonly category: string
  readonly cosine: number
}

/** How much of a paper's text is prose, and in which language (ingest/prose). Shares are between 0 and 1. */
export interface ProseFigures {
  /** Whether the file has pages; text without pages may be short. */
  readonly hasPages: boolean
  readonly words: number
  /** Share of the words that are in sentences. */
  readonly inSentences: number
  /** ISO 639-3 code of the language that the text, or its abstract, is most like; empty if no language is recognised. */
  readonly language: string
  readonly likeness: number
  /** Likeness to the nearest of the languages already in the corpus. */
  readonly heldLikeness: number
  /** Share of the words that are broken, for example by bad character recognition. */
  readonly broken: number
}

export interface GateRecord {
  readonly policy: GatePolicy
  /** Name of the keyword set: `biochem`, `none`, or the name in its file. */
  readonly topic: string
  readonly embedder: string
  /** Cosine with the positive and the negative side, as the policy defines them. */
  readonly positive: number
  readonly negative: number
  /** Value that the policy compares with its cut-off: for `contrast`, how much nearer to the topic than to other fields. */
  readonly score: number
  readonly cutoff: number
  /** The policy's own verdict, before any decision by a person. */
  readonly keep: boolean
  /** Reason in snake_case; empty if `keep` is true. */
  readonly reason: string
  /** Id of the kept paper that this one is another file of; absent for a distinct paper. */
  readonly duplicateOf?: string | undefined
  /** Nearest keywords of all sets, nearest first. */
  readonly nearest: readonly NearKeyword[]
  /** Absent from records of versions that did not measure it. */
  readonly prose?: ProseFigures | undefined
  /** A person's decision, which replaces the policy's; null if there is none. */
  readonly overruled: 'keep' | 'drop' | null
}

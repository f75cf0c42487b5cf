/** What the topic filter decided about a paper, with everything needed to explain it, plot it and decide again. */

export const GATE_POLICIES = ['published', 'contrast', 'custom', 'none'] as const
export type GatePolicy = (typeof GATE_POLICIES)[number]

export interface NearKeyword {
  readonly keyword: string
  /** `positive`, `negative` or `other` (a field of the atlas). */
  readonly set: 'positive' | 'negative' | 'other'
  /** The category of Table A1 that the keyword belongs to; empty for none. */
  readonly category: string
  readonly cosine: number
}

/** How much of a paper's text is prose, and in which language (ingest/prose). Shares are between 0 and 1. */
export interface ProseFigures {
  /** Whether the file has pages; text without pages may be short. */
  readonly hasPages: boolean
  readonly words: number
  /** Share of the words that stand in sentences. */
  readonly inSentences: number
  /** ISO 639-3 code of the language that the text, or its abstract, is most like; empty where no language is known. */
  readonly language: string
  readonly likeness: number
  /** Likeness to the nearest of the languages that the corpus holds. */
  readonly heldLikeness: number
  /** Share of the words that are broken, as by bad recognition. */
  readonly broken: number
}

export interface GateRecord {
  readonly policy: GatePolicy
  /** Name of the keyword set: `biochem`, `none`, or the name in its file. */
  readonly topic: string
  readonly embedder: string
  /** Cosine with the positive and the negative side, as the policy forms them. */
  readonly positive: number
  readonly negative: number
  /** What the policy compares with its cut-off: for `contrast`, how much nearer to the topic than to other fields. */
  readonly score: number
  readonly cutoff: number
  /** The policy's own verdict, before any decision by hand. */
  readonly keep: boolean
  /** snake_case; empty where `keep` is true. */
  readonly reason: string
  /** The kept paper that this one is another file of; absent for a paper of its own. */
  readonly duplicateOf?: string | undefined
  /** Nearest keywords of all sets, nearest first. */
  readonly nearest: readonly NearKeyword[]
  /** Lacks in records of versions that did not measure it. */
  readonly prose?: ProseFigures | undefined
  /** What a person decided instead; null where nothing was decided by hand. */
  readonly overruled: 'keep' | 'drop' | null
}

/** Defines a statement: a run of sentences of a paper, and its maximum length. */

/** Neighbouring sentences of one block, as inclusive indexes into the sentences. */
export interface Statement {
  readonly from: number
  readonly to: number
}

export type FindingTest = (statement: Statement) => boolean

/**
 * The published prompt asks for "Concise (1-3 sentences)"; the published units have 91 to 637 characters, 315 on average. Measured on
 * SciFact (docs/decisions/2026-11-21-extractive-units.md): three runs .711 nDCG@10, the three most central sentences .665.
 */
export const MAX_SENTENCES = 3
export const MAX_CHARACTERS = 450

/** Position in an abstract from which results are expected. */
export const LATE = 0.45

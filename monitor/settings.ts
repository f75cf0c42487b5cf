/**
 * How often the monitor looks, how much it sees, and how much may be injected. Source: Eigen-1, A.5, Table A2
 * and section 3.1.
 */

/**
 * What keeps evidence out that has nothing to do with its query. `topic`: nothing is put in where the corpus is
 * not about what is asked, and all that its backend found where it is. `none`: everything goes in, as published.
 */
export const FLOORS = ['topic', 'none'] as const
export type Floor = (typeof FLOORS)[number]

/**
 * When the stream waits for its helpers. `look`: at each look, as published, so that what is written depends on answers alone, not on how
 * fast they come, and a run can be repeated. `doubt`: once a look has found doubt, so that evidence stands where it was. `never`: evidence
 * stands where the text is by then.
 */
export const HOLDS = ['never', 'doubt', 'look'] as const
export type StreamHold = (typeof HOLDS)[number]

export interface LoopSettings {
  /** Characters that a look sees, and after which the first look is due: `rag_chunk`. */
  readonly windowCharacters: number
  /** Characters between two looks: the window less the published overlap of 128. */
  readonly strideCharacters: number
  /** Units a query is answered with: `query_top_k`. */
  readonly k: number
  /** Injections in one step, which ends at a code block or with the turn: `max_rag`. */
  readonly maxInjections: number
  readonly floor: Floor
  /**
   * From a look to its injection. What takes longer is given up, and the model continues undisturbed. Chosen,
   * not measured.
   */
  readonly inquiryMs: number
  /** Of that, the longest that a sifter may take; then everything passes as unsifted. Chosen, not measured. */
  readonly sifterMs: number
  readonly hold: StreamHold
  /** The longest that the stream waits at one place; then it continues, and evidence comes where the text is by then. Null: as long as a look may take. */
  readonly holdMs: number | null
  /**
   * How far behind a trigger the end of a sentence is waited for; then the stream is cut between two words.
   * Chosen, not measured.
   */
  readonly cutWithinCharacters: number
  /** How often a stream that broke off is continued in one step. Eigen-1's code tries three times. */
  readonly maxResumptions: number
}

export const DEFAULT_LOOP: LoopSettings = {
  windowCharacters: 512,
  strideCharacters: 384,
  k: 3,
  maxInjections: 2,
  floor: 'topic',
  inquiryMs: 30_000,
  sifterMs: 10_000,
  hold: 'doubt',
  holdMs: 5_000,
  cutWithinCharacters: 600,
  maxResumptions: 2,
}

/** How often the monitor looks, how much it sees, and how much may be injected. Source: Eigen-1, A.5, Table A2 and section 3.1. */

/**
 * Filter against evidence that has nothing to do with its query. `topic`: injects nothing if the corpus is
 * not about the query's subject, else everything that the backend found. `none`: injects everything, as published.
 */
export const FLOORS = ['topic', 'none'] as const
export type Floor = (typeof FLOORS)[number]

/**
 * When the stream waits for its helpers. `look`: at each look, as published, so that the text depends only on answers, not on their
 * speed, and a run can be repeated. `doubt`: after a look has found doubt, so that evidence is put at that place. `never`: evidence
 * is put at the end of the text written by then.
 */
export const HOLDS = ['never', 'doubt', 'look'] as const
export type StreamHold = (typeof HOLDS)[number]

export interface LoopSettings {
  /** Characters that a look sees, and before the first look: `rag_chunk`. */
  readonly windowCharacters: number
  /** Characters between two looks: the window less the published overlap of 128. */
  readonly strideCharacters: number
  /** Number of units that answer a query: `query_top_k`. */
  readonly k: number
  /** Maximum injections in one step, which ends at a code block or with the turn: `max_rag`. */
  readonly maxInjections: number
  readonly floor: Floor
  /** Time limit from a look to its injection. After it the model continues without one. Chosen, not measured. */
  readonly inquiryMs: number
  /** Time limit of the sifter within it; then everything passes as unsifted. Chosen, not measured. */
  readonly sifterMs: number
  readonly hold: StreamHold
  /** Whether the end of an answer is looked at, too; not with `never`. */
  readonly hasLastLook: boolean
  /** Longest wait of the stream at one place, after which evidence is put at the text's end. Null: as long as a look may take. */
  readonly holdMs: number | null
  /** Characters after a trigger within which a sentence must end; else the stream is cut between two words. Chosen, not measured. */
  readonly cutWithinCharacters: number
  /** Maximum number of continuations of a broken stream in one step. Eigen-1's code tries three times. */
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
  hasLastLook: true,
  holdMs: 5_000,
  cutWithinCharacters: 600,
  maxResumptions: 2,
}

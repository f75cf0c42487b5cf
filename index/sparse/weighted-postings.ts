/**
 * Postings with learned weights: here are the weighted terms of a question, score every row by the sum of products. A frozen part in CSR form (as an
 * artefact holds it) and a growing tail; both count rows from 0 in the order they came. A removed row costs nothing: no score depends on
 * any other row, and whoever asks leaves it out.
 *
 * Five bytes a posting: a row and a weight in steps of a 50th.
 */

/** A weight of a document is at most 5.1 so: log(1 + logit) of a logit of 163, which no model at hand reaches. */
const STEPS_PER_UNIT = 50
const MAX_STEPS = 255

export interface SparseTerms {
  /** By rising number. */
  readonly terms: Uint32Array
  readonly weights: Float32Array
}

/** What an artefact keeps. */
export interface WeightedParts {
  /** Postings of term t are at offsets[t] .. offsets[t + 1]. */
  readonly offsets: Uint32Array
  readonly rows: Uint32Array
  readonly steps: Uint8Array
}

export interface WeightedPostings {
  rows(): number
  /** Appends a row. Weights that round to nothing are left out. */
  add(document: SparseTerms): void
  /** Writes the score of every row into `out` (at least rows() long). */
  score(question: SparseTerms, out: Float32Array): void
  /** The part of each term of the question in the score of a row, greatest first. */
  explain(question: SparseTerms, row: number): { readonly term: number; readonly score: number }[]
  /** The frozen form of the rows of `keep`, renumbered in that order. */
  parts(keep: readonly number[]): WeightedParts
}

interface Tail {
  readonly rows: number[]
  readonly steps: number[]
}

/** `vocabulary`: number of terms. `from`: of an artefact with `frozenRows` rows. */
export function createWeightedPostings(
  vocabulary: number,
  from: WeightedParts = nothing(vocabulary),
  frozenRows = 0,
): WeightedPostings {
  const tails = new Map<number, Tail>()
  let rows = frozenRows

  function eachPosting(term: number, visit: (row: number, steps: number) => void): void {
    const end = from.offsets[term + 1] ?? 0
    for (let at = from.offsets[term] ?? 0; at < end; at++) visit(from.rows[at]!, from.steps[at]!)
    const tail = tails.get(term)
    for (let at = 0; at < (tail?.rows.length ?? 0); at++) visit(tail!.rows[at]!, tail!.steps[at]!)
  }

  return {
    rows: () => rows,
    add({ terms, weights }) {
      const row = rows++
      for (const [at, term] of terms.entries()) {
        const steps = Math.min(MAX_STEPS, Math.round(weights[at]! * STEPS_PER_UNIT))
        if (steps <= 0) continue
        const tail = tails.get(term) ?? { rows: [], steps: [] }
        tails.set(term, tail)
        tail.rows.push(row)
        tail.steps.push(steps)
      }
    },
    score({ terms, weights }, out) {
      out.fill(0, 0, rows)
      for (const [at, term] of terms.entries()) {
        const weight = weights[at]! / STEPS_PER_UNIT
        eachPosting(term, (row, steps) => {
          out[row]! += weight * steps
        })
      }
    },
    explain({ terms, weights }, wanted) {
      const parts: { term: number; score: number }[] = []
      for (const [at, term] of terms.entries())
        eachPosting(term, (row, steps) => {
          if (row === wanted) parts.push({ term, score: (weights[at]! * steps) / STEPS_PER_UNIT })
        })
      return parts.sort((a, b) => b.score - a.score || a.term - b.term)
    },
    parts(keep) {
      const places = new Map(keep.map((row, place) => [row, place]))
      const offsets = new Uint32Array(vocabulary + 1)
      const keptRows: number[] = []
      const keptSteps: number[] = []
      for (let term = 0; term < vocabulary; term++) {
        eachPosting(term, (row, steps) => {
          const place = places.get(row)
          if (place === undefined) return
          keptRows.push(place)
          keptSteps.push(steps)
        })
        offsets[term + 1] = keptRows.length
      }
      return { offsets, rows: Uint32Array.from(keptRows), steps: Uint8Array.from(keptSteps) }
    },
  }
}

function nothing(vocabulary: number): WeightedParts {
  return { offsets: new Uint32Array(vocabulary + 1), rows: new Uint32Array(0), steps: new Uint8Array(0) }
}

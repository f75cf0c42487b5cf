/** The vectors of phrases, each at a slot numbered by its owner, and an exact search for the nearest slots, by the index's kernel. */
import { compareText } from '../../core/index.ts'
import { bestRows, createMatrix, type MatrixParts, type VectorMatrix } from '../../index/index.ts'

export interface PhraseMatrixParts {
  readonly slots: readonly number[]
  readonly phrases: readonly string[]
  readonly matrix: MatrixParts
}

/** The cosines of one query with all phrases, within .002 for vectors of embedders; valid until the next scan or change. */
export interface PhraseScan {
  /** Returns undefined for a slot without a vector. */
  cosine(slot: number): number | undefined
  /** Returns the best phrases, scored again exactly. */
  best(count: number): BestPhrases
}

export interface BestPhrases {
  /** Best first, ties by phrase. */
  readonly slots: readonly number[]
  readonly cosines: readonly number[]
  /** Lowest cosine of all phrases. */
  readonly lowest: number
}

export interface PhraseMatrix {
  size(): number
  /** Returns the phrase whose vector is at a slot. */
  phrase(slot: number): string | undefined
  put(slot: number, phrase: string, vector: Float32Array): void
  remove(slot: number): void
  /** Scans all phrases. Cost: 20 ns a phrase of 256 dims. */
  scan(query: Float32Array): PhraseScan
  /** Returns the slots with a cosine of `least` or more, unordered. Cost: the scan. */
  near(query: Float32Array, least: number): { readonly slot: number; readonly cosine: number }[]
  /** Returns the exact cosines of the slots that have a vector. */
  cosines(query: Float32Array, slots: readonly number[]): ReadonlyMap<number, number>
  parts(): PhraseMatrixParts
}

const FREE = -1
const FIRST_ROWS = 256
// Cosines of the scan are within this of float32 (index/vectors/matrix.ts).
const SCAN_ERROR = 0.002
// Number of extra candidates scored exactly. Chosen, not measured.
const EXTRA_SCORED = 32

export function createPhraseMatrix(dims: number, from?: PhraseMatrixParts): PhraseMatrix {
  let matrix: VectorMatrix = createMatrix(dims, from?.matrix)
  let slots = [...(from?.slots ?? [])]
  let phrases = [...(from?.phrases ?? [])]
  const rowOf = new Map(slots.map((slot, row) => [slot, row]))
  let isLive = Uint8Array.from({ length: slots.length }, () => 1)
  let cosines = new Float32Array(0)

  function remove(slot: number): void {
    const row = rowOf.get(slot)
    if (row === undefined) return
    rowOf.delete(slot)
    slots[row] = FREE
    isLive[row] = 0
    if (rowOf.size * 2 < slots.length) compact()
  }
  function liveRows(): number[] {
    return [...slots.keys()].filter((row) => slots[row] !== FREE)
  }
  /** Removes free rows. Cost: all rows, paid for by the half of them that were removed. */
  function compact(): void {
    const kept = liveRows()
    matrix = createMatrix(dims, matrix.parts(kept))
    slots = kept.map((row) => slots[row]!)
    phrases = kept.map((row) => phrases[row]!)
    for (const [row, slot] of slots.entries()) rowOf.set(slot, row)
    isLive = new Uint8Array(slots.length * 2).fill(1, 0, slots.length)
  }
  function scanned(query: Float32Array): ScanRows {
    if (cosines.length < slots.length) cosines = new Float32Array(slots.length * 2)
    matrix.scan(query, cosines)
    return { matrix, slots, phrases, isLive, cosines }
  }

  return {
    size: () => rowOf.size,
    phrase: (slot) => phrases[rowOf.get(slot) ?? FREE],
    put(slot, phrase, vector) {
      remove(slot)
      rowOf.set(slot, slots.length)
      if (slots.length === isLive.length) isLive = grown(isLive)
      isLive[slots.length] = 1
      slots.push(slot)
      phrases.push(phrase)
      matrix.add(vector)
    },
    remove,
    scan(query) {
      const found = scanned(query)
      return {
        cosine: (slot) => found.cosines[rowOf.get(slot) ?? FREE],
        best: (count) => bestOf(found, query, count),
      }
    },
    near: (query, least) => nearOf(scanned(query), query, least),
    cosines(query, wanted) {
      const known = wanted.filter((slot) => rowOf.has(slot))
      const exact = matrix.cosines(
        query,
        known.map((slot) => rowOf.get(slot)!),
      )
      return new Map(known.map((slot, i) => [slot, exact[i]!]))
    },
    parts() {
      const kept = liveRows()
      return {
        slots: kept.map((row) => slots[row]!),
        phrases: kept.map((row) => phrases[row]!),
        matrix: matrix.parts(kept),
      }
    },
  }
}

interface ScanRows {
  readonly matrix: VectorMatrix
  readonly slots: readonly number[]
  readonly phrases: readonly string[]
  readonly isLive: Uint8Array
  readonly cosines: Float32Array
}

function bestOf(
  { matrix, slots, phrases, isLive, cosines }: ScanRows,
  query: Float32Array,
  count: number,
): BestPhrases {
  const rules = { depth: count + EXTRA_SCORED, allowed: isLive, above: -2, ids: phrases }
  const rows = bestRows(cosines, slots.length, rules)
  const exact = matrix.cosines(query, rows)
  const order = [...rows.keys()].sort(
    (a, b) => exact[b]! - exact[a]! || compareText(phrases[rows[a]!]!, phrases[rows[b]!]!),
  )
  const chosen = order.slice(0, count)
  return {
    slots: chosen.map((place) => slots[rows[place]!]!),
    cosines: chosen.map((place) => exact[place]!),
    lowest: lowestOf(cosines, slots),
  }
}

function nearOf({ matrix, slots, cosines }: ScanRows, query: Float32Array, least: number) {
  const rows: number[] = []
  for (let row = 0; row < slots.length; row++)
    if (cosines[row]! >= least - SCAN_ERROR && slots[row] !== FREE) rows.push(row)
  const exact = matrix.cosines(query, rows)
  return rows.flatMap((row, i) => (exact[i]! >= least ? [{ slot: slots[row]!, cosine: exact[i]! }] : []))
}

function lowestOf(cosines: Float32Array, slots: readonly number[]): number {
  let lowest = Number.POSITIVE_INFINITY
  for (let row = 0; row < slots.length; row++)
    if (slots[row] !== FREE && cosines[row]! < lowest) lowest = cosines[row]!
  return lowest === Number.POSITIVE_INFINITY ? 0 : lowest
}

function grown(values: Uint8Array): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(Math.max(FIRST_ROWS, values.length * 2))
  wider.set(values)
  return wider
}

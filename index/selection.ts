/** The best rows of a score array, by a bounded heap: cost is one comparison a row once the heap is full of good ones. */

export interface SelectionRules {
  /** How many rows at the most. */
  readonly depth: number
  /** Only rows whose cell is 1. */
  readonly allowed: Uint8Array
  /** Only scores above this. */
  readonly above: number
  /** Unit ids by row. Equal scores are ordered by id, so a ranking never depends on the order in which units came. */
  readonly ids: readonly string[]
}

/** Rows with the highest scores, best first. */
export function bestRows(scores: Float32Array, rows: number, rules: SelectionRules): number[] {
  const { depth, allowed, ids } = rules
  const heap: number[] = []
  const isWorse = (a: number, b: number) =>
    scores[a]! < scores[b]! || (scores[a]! === scores[b]! && ids[a]! > ids[b]!)
  let bar = rules.above
  for (let row = 0; row < rows; row++) {
    const score = scores[row]!
    if (score < bar || allowed[row] === 0) continue
    if (heap.length < depth) {
      if (score > rules.above) siftUp(heap, row, isWorse)
    } else if (isWorse(heap[0]!, row)) siftDown(heap, row, isWorse)
    if (heap.length === depth) bar = scores[heap[0]!]!
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1))
}

type Comparison = (a: number, b: number) => boolean

function siftUp(heap: number[], row: number, isWorse: Comparison): void {
  let at = heap.push(row) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!isWorse(row, heap[parent]!)) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = row
}

/** Puts `row` in the place of the worst one. */
function siftDown(heap: number[], row: number, isWorse: Comparison): void {
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isWorse(heap[child + 1]!, heap[child]!)) child++
    if (!isWorse(heap[child]!, row)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = row
}

/**
 * Counts a term's postings of removed rows. Postings stay when a row is removed: each term that is used later looks up the rows removed
 * since its last use. So a removal costs only its rows, and a question the removed rows, once for each of its terms.
 */

/** Postings of one term, with ascending rows, from `start` up to but not including `end`. */
export interface PostingRange {
  readonly rows: ArrayLike<number>
  readonly counts: ArrayLike<number>
  readonly start: number
  readonly end: number
}

export interface LostPostings {
  /** Removes rows, each once. */
  remove(rows: Iterable<number>): void
  /** Returns the number of postings of removed rows in this term's ranges. */
  of(term: number, ranges: readonly PostingRange[]): number
}

interface Count {
  /** Number of rows removed before the count. */
  readonly known: number
  readonly postings: number
}

const NEVER: Count = { known: 0, postings: 0 }

export function createLostPostings(): LostPostings {
  const gone: number[] = []
  const isGone = new Set<number>()
  const counts = new Map<number, Count>()

  return {
    remove(rows) {
      for (const row of rows) {
        gone.push(row)
        isGone.add(row)
      }
    },
    of(term, ranges) {
      if (gone.length === 0) return 0
      const before = counts.get(term) ?? NEVER
      if (before.known === gone.length) return before.postings
      const fresh = gone.length - before.known
      const all = ranges.reduce((sum, { start, end }) => sum + end - start, 0)
      const postings =
        fresh < all
          ? before.postings + countIf(before.known, gone.length, (i) => hasRow(gone[i]!, ranges))
          : ranges.reduce(
              (sum, { rows, start, end }) => sum + countIf(start, end, (i) => isGone.has(rows[i]!)),
              0,
            )
      counts.set(term, { known: gone.length, postings })
      return postings
    },
  }
}

/** Returns the index of the row in the range, or -1. */
export function placeOf(row: number, { rows, start, end }: PostingRange): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]! < row) low = middle + 1
    else high = middle
  }
  return low < end && rows[low] === row ? low : -1
}

function hasRow(row: number, ranges: readonly PostingRange[]): boolean {
  return ranges.some((range) => placeOf(row, range) >= 0)
}

function countIf(from: number, to: number, holds: (i: number) => boolean): number {
  let count = 0
  for (let i = from; i < to; i++) if (holds(i)) count++
  return count
}

/**
 * How many of a term's postings belong to rows that went? Postings do not move when a row goes: a term that is asked for looks the rows up that
 * went since it was asked for last. So a removal costs its rows, and a question the rows that went, once for each of its terms.
 */

/** Postings of one term, its rows ascending from `start` up to but not including `end`. */
export interface PostingRange {
  readonly rows: ArrayLike<number>
  readonly counts: ArrayLike<number>
  readonly start: number
  readonly end: number
}

export interface LostPostings {
  /** Each row goes once. */
  remove(rows: Iterable<number>): void
  /** Postings of rows that went, in the ranges of this term. */
  of(term: number, ranges: readonly PostingRange[]): number
}

interface Count {
  /** Rows that went before it was counted. */
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

/** Place of the row in the range, -1 where it is not there. */
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

/** Masks of the rows that pass a filter. Masks of recent filters are cached and updated, so that a change costs only its own rows. */
import type { Filter } from './ports.ts'

export interface RowMasks {
  /** Returns 1 for each live row that passes, else 0. The array is a view of the cached mask, valid until the next change. */
  of(filter: Filter | null): Uint8Array
  /** Adds a row, which must follow the last one. */
  add(row: number): void
  remove(row: number): void
}

interface RememberedMask {
  readonly passes: (row: number) => boolean
  /** Cells by row, with room to grow at the end. */
  cells: Uint8Array
}

const REMEMBERED_MASKS = 8
const GROWTH = 1.25

/** `rulesOf` returns the rule of a filter, except for removal; its result for a row must not change while the row is live. */
export function createRowMasks(
  rowCount: () => number,
  isLive: (row: number) => boolean,
  rulesOf: (filter: Filter | null) => (row: number) => boolean,
): RowMasks {
  const masks = new Map<string, RememberedMask>()

  function make(filter: Filter | null): RememberedMask {
    const passes = rulesOf(filter)
    const cells = new Uint8Array(Math.ceil(rowCount() * GROWTH))
    for (let row = 0; row < rowCount(); row++) cells[row] = isLive(row) && passes(row) ? 1 : 0
    return { passes, cells }
  }

  return {
    of(filter) {
      const key = JSON.stringify(filter)
      const mask = masks.get(key) ?? make(filter)
      const oldest = masks.keys().next()
      if (!masks.has(key) && masks.size >= REMEMBERED_MASKS && !oldest.done) masks.delete(oldest.value)
      masks.set(key, mask)
      return mask.cells.subarray(0, rowCount())
    },
    add(row) {
      for (const mask of masks.values()) {
        if (row >= mask.cells.length) mask.cells = grown(mask.cells, row + 1)
        mask.cells[row] = mask.passes(row) ? 1 : 0
      }
    },
    remove(row) {
      for (const { cells } of masks.values()) cells[row] = 0
    },
  }
}

function grown(cells: Uint8Array, atLeast: number): Uint8Array {
  const more = new Uint8Array(Math.ceil(atLeast * GROWTH))
  more.set(cells)
  return more
}

/** The neighbour graph of an index. It has separate keys, so that rows can be renumbered without rebuilding it. */
import type { Neighbours } from './ports.ts'

export interface RowGraph extends Neighbours {
  /** Returns the keys of the chosen rows, in their order; NO_KEY for rows that were never added. */
  keys(keep: readonly number[]): Uint32Array
}

const NO_KEY = 0xffff_ffff

/** `keys` are the keys of rows already in the graph, by row. */
export function createRowGraph(neighbours: Neighbours, keys: ArrayLike<number> = []): RowGraph {
  const keyOf = new Map<number, number>()
  const rowOf = new Map<number, number>()
  let nextKey = 0

  function note(row: number, key: number): void {
    keyOf.set(row, key)
    rowOf.set(key, row)
    nextKey = Math.max(nextKey, key + 1)
  }
  for (let row = 0; row < keys.length; row++) if (keys[row] !== NO_KEY) note(row, keys[row]!)

  return {
    add(row, vector) {
      neighbours.add(nextKey, vector)
      note(row, nextKey)
    },
    remove(row) {
      const key = keyOf.get(row)
      if (key === undefined) return
      neighbours.remove(key)
      keyOf.delete(row)
      rowOf.delete(key)
    },
    search(vector, count) {
      const { rows, cosines } = neighbours.search(vector, count)
      return { rows: Array.from(rows, (key) => rowOf.get(key)!), cosines }
    },
    save: (path) => neighbours.save(path),
    keys: (keep) => Uint32Array.from(keep, (row) => keyOf.get(row) ?? NO_KEY),
  }
}

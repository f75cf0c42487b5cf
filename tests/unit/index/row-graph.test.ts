/** Keys of the graph outlive the numbers of rows. */
import { expect, it } from 'vitest'
import type { Neighbours } from '../../../index/index.ts'
import { createRowGraph } from '../../../index/row-graph.ts'

/** Finds every key it has, in order. */
function listing(keys = new Set<number>()): Neighbours {
  return {
    add: (key) => void keys.add(key),
    remove: (key) => void keys.delete(key),
    search: (_, count) => {
      const rows = [...keys].slice(0, count)
      return { rows, cosines: new Float32Array(rows.length) }
    },
    save: () => undefined,
  }
}

const vector = new Float32Array(4)

it('a graph finds rows under their new numbers after some went and the rest moved up', () => {
  const library = listing()
  const graph = createRowGraph(library)
  for (const row of [0, 1, 3, 4]) graph.add(row, vector)
  graph.remove(1)
  graph.remove(2)
  // Row 2 never had a vector.
  const moved = createRowGraph(library, graph.keys([0, 2, 3, 4]))
  expect(moved.search(vector, 10).rows).toEqual([0, 2, 3])
  moved.add(4, vector)
  moved.remove(0)
  expect(moved.search(vector, 10).rows).toEqual([2, 3, 4])
})

it('a graph finds rows that come after one from the midst went', () => {
  const graph = createRowGraph(listing())
  for (const row of [0, 1, 2]) graph.add(row, vector)
  graph.remove(1)
  for (const row of [3, 4]) graph.add(row, vector)
  expect(Array.from(graph.search(vector, 10).rows).toSorted()).toEqual([0, 2, 3, 4])
})

it('a row that went has no key any more, and one that never came has none', () => {
  const graph = createRowGraph(listing())
  for (const row of [0, 1]) graph.add(row, vector)
  graph.remove(1)
  const [kept, ...others] = graph.keys([0, 1, 2])
  expect(kept).toBe(0)
  expect(new Set(others)).toEqual(new Set([0xffff_ffff]))
})

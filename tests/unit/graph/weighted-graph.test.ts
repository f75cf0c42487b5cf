import { expect, it } from 'vitest'
import { createWeightedGraph } from '../../../graph/rank/weighted-graph.ts'

it('abandoned cells stay below half of the pool, however often blocks grow and shrink', () => {
  const graph = createWeightedGraph()
  for (let node = 0; node < 300; node++) graph.addNode()
  const targets = Array.from({ length: 200 }, (_, target) => target)
  const weights = targets.map(() => 1)
  for (let round = 0; round < 20; round++)
    for (let from = 0; from < 300; from++)
      graph.setEdges(
        from,
        targets.slice(0, (from * 7 + round * 31) % 200),
        weights.slice(0, (from * 7 + round * 31) % 200),
      )
  const edges = graph.parts().targets.length
  // Blocks are at least a quarter full, no more than half the pool is abandoned, and the pool grows twofold.
  expect(graph.view().targets.length).toBeLessThanOrEqual(edges * 4 * 2 * 2)
  for (let from = 0; from < 300; from++) graph.setEdges(from, [], [])
  expect(graph.view().targets.length).toBeLessThanOrEqual(edges)
  expect(graph.parts().targets).toHaveLength(0)
})

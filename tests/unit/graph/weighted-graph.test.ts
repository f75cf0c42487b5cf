/** A graph after any history against the graph built from scratch. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGlossError } from '../../../core/index.ts'
import type { GraphParts } from '../../../graph/rank/edge-pool.ts'
import { createWeightedGraph, type WeightedGraph } from '../../../graph/rank/weighted-graph.ts'
import { directed, type Edge, edgesOf } from '../../fixtures/pagerank/graphs.ts'

const NODES = 12

type Step =
  | { readonly kind: 'add' | 'set' | 'take'; readonly edge: Edge }
  | { readonly kind: 'remove'; readonly from: number; readonly to: number }
  | { readonly kind: 'block'; readonly from: number; readonly edges: readonly Edge[] }
  | { readonly kind: 'node' | 'snapshot' | 'view' }

const node = fc.nat(NODES - 1)
const edge = fc.tuple(
  node,
  node,
  fc.integer({ min: 1, max: 40 }).map((eighths) => eighths / 8),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('add', 'set', 'take'), edge }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), from: node, to: node }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('block'),
      from: node,
      edges: fc.uniqueArray(edge, { selector: ([, to]) => to, maxLength: NODES }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('node', 'snapshot', 'view') }) },
)

/** The plain meaning of a step: weights by node and target. */
function note(rows: Map<number, number>[], taken: Step): void {
  if (taken.kind === 'node') rows.push(new Map())
  else if (taken.kind === 'remove') rows[taken.from]!.delete(taken.to)
  else if (taken.kind === 'block')
    rows[taken.from] = new Map(taken.edges.map(([, to, weight]): [number, number] => [to, weight]))
  else if ('edge' in taken) {
    const [from, to, weight] = taken.edge
    const before = rows[from]!.get(to) ?? 0
    const after = { add: before + weight, set: weight, take: before - weight }[taken.kind]
    if (after > 0) rows[from]!.set(to, after)
    else rows[from]!.delete(to)
  }
}

/** Takes a step; returns the graph to go on with. */
function take(graph: WeightedGraph, taken: Step): WeightedGraph {
  if (taken.kind === 'snapshot') return createWeightedGraph(graph.parts())
  if (taken.kind === 'node') graph.addNode()
  else if (taken.kind === 'view') graph.view()
  else if (taken.kind === 'remove') graph.removeEdge(taken.from, taken.to)
  else if (taken.kind === 'block')
    graph.setEdges(
      taken.from,
      taken.edges.map(([, to]) => to),
      taken.edges.map(([, , weight]) => weight),
    )
  else if ('edge' in taken) {
    const [from, to, weight] = taken.edge
    if (taken.kind === 'add') graph.setEdge(from, to, graph.weight(from, to) + weight)
    else if (taken.kind === 'set') graph.setEdge(from, to, weight)
    else graph.removeEdge(from, to, weight)
  }
  return graph
}

function graphOf({ nodes, edges }: { nodes: number; edges: readonly Edge[] }): WeightedGraph {
  const graph = createWeightedGraph()
  for (let node = 0; node < nodes; node++) graph.addNode()
  for (const [from, to, weight] of edges) graph.setEdge(from, to, graph.weight(from, to) + weight)
  return graph
}

describe('any history', () => {
  it('leaves the graph that is built from scratch', () => {
    const history = fc.array(step, { maxLength: 200, size: 'max' })
    fc.assert(
      fc.property(history, (steps) => {
        let graph = graphOf({ nodes: NODES, edges: [] })
        const rows = Array.from({ length: NODES }, () => new Map<number, number>())
        for (const taken of steps) {
          graph = take(graph, taken)
          note(rows, taken)
        }
        const edges = rows.flatMap((row, from) => [...row].map(([to, weight]): Edge => [from, to, weight]))
        const scratch = directed({ nodes: rows.length, edges })
        expect(edgesOf(graph.view())).toEqual(edgesOf(scratch))
        expect([...graph.view().totals.subarray(0, rows.length)]).toEqual([...scratch.totals])
        for (const [from, to, weight] of edges) expect(graph.weight(from, to)).toBe(weight)
      }),
      { numRuns: 300 },
    )
  })

  it('a snapshot keeps every edge, in a form without gaps', () => {
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 100 }), (edges) => {
        const graph = graphOf({ nodes: NODES, edges })
        const parts = graph.parts()
        expect(parts.targets.length).toBe(parts.starts.at(-1))
        expect(edgesOf(createWeightedGraph(parts).view())).toEqual(edgesOf(graph.view()))
      }),
    )
  })
})

describe('room', () => {
  it('abandoned cells stay below half of the pool, however often blocks grow and shrink', () => {
    const graph = graphOf({ nodes: 300, edges: [] })
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
})

describe('a snapshot that is damaged', () => {
  const whole: GraphParts = graphOf({
    nodes: 3,
    edges: [
      [0, 1, 1],
      [1, 2, 2],
    ],
  }).parts()
  const damaged = [
    { name: 'without nodes or an end', parts: { ...whole, starts: new Uint32Array(0) } },
    { name: 'cut off', parts: { ...whole, targets: whole.targets.slice(0, 1) } },
    { name: 'with fewer weights', parts: { ...whole, weights: whole.weights.slice(0, 1) } },
    { name: 'that runs backwards', parts: { ...whole, starts: Uint32Array.of(0, 2, 1, 2) } },
    { name: 'with an edge to nowhere', parts: { ...whole, targets: Uint32Array.of(1, 3) } },
    { name: 'with a weight that is no number', parts: { ...whole, weights: Float32Array.of(1, Number.NaN) } },
  ]
  it.each(damaged)('$name is refused as a cache to build again', ({ parts }) => {
    expect(() => createWeightedGraph(parts)).toThrow(
      expect.toSatisfy((error: unknown) => isGlossError(error, 'INDEX_STALE')),
    )
  })
})

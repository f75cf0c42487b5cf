/** Forward push against power iteration, and the laws that hold for any graph. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPushRanker, type GraphView, powerRank, type Reset } from '../../../graph/index.ts'
import {
  bestNodes,
  directed,
  distance,
  type Edge,
  graphCase,
  resetOf,
  sum,
  undirected,
} from '../../fixtures/pagerank/graphs.ts'

const EXACT = { epsilon: 1e-13 }
const epsilon = fc.constantFrom(1e-2, 1e-3, 1e-4, 1e-6, 1e-9)
const damping = fc.constantFrom(0, 0.15, 0.5, 0.85)
// With many nodes that are never reached, pushes are narrow; with none, a round goes over the whole graph.
const isolated = fc.constantFrom(0, 60, 1_000, 10_000)

function ranked(
  view: GraphView,
  reset: Reset,
  settings?: Parameters<ReturnType<typeof createPushRanker>['rank']>[2],
) {
  const { scores, nodes, ...rest } = createPushRanker().rank(view, reset, settings)
  return { scores: scores.slice(0, view.nodes), nodes: [...nodes], ...rest }
}

interface Fixture {
  readonly made: string
  readonly nodes: number
  readonly damping: number
  readonly edges: readonly Edge[]
  readonly reset: readonly (readonly [number, number])[]
  readonly ranks: readonly number[]
  readonly best: readonly number[]
}

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'pagerank')
const fixtures = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    name: file.replace('.json', ''),
    fixture: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Fixture,
  }))

it.each(fixtures)('igraph ranks the graph "$name" as we do', ({ fixture }) => {
  const { nodes, damping, edges, ranks, best } = fixture
  const view = undirected({ nodes, edges })
  const reset = resetOf(fixture.reset)
  const push = createPushRanker().rank(view, reset, { damping, epsilon: 1e-12 }).scores
  const power = powerRank(view, reset, { damping }).scores
  for (const [node, rank] of ranks.entries()) {
    expect(Math.abs(push[node]! - rank)).toBeLessThan(1e-6)
    expect(Math.abs(power[node]! - rank)).toBeLessThan(1e-6)
  }
  expect(bestNodes(push, best.length)).toEqual(best)
  expect(bestNodes(createPushRanker().rank(view, reset, { damping }).scores, best.length)).toEqual(best)
})

describe('known graphs', () => {
  it('a path with the reset on its end', () => {
    const view = undirected({
      nodes: 3,
      edges: [
        [0, 1, 1],
        [1, 2, 1],
      ],
    })
    const { scores } = ranked(view, resetOf([[0, 1]]), EXACT)
    expect([...scores]).toEqual([7 / 12, 1 / 3, 1 / 12].map((rank) => expect.closeTo(rank, 10)))
  })

  it('a reset over nodes without edges is the ranking itself', () => {
    const reset = resetOf([
      [0, 1],
      [0, 2],
      [2, 1],
      [1, 0],
    ])
    expect([...ranked(directed({ nodes: 3, edges: [] }), reset, EXACT).scores]).toEqual([0.75, 0, 0.25])
  })

  it('a self loop keeps mass where it is; a node without out-edges gives it back to the reset', () => {
    // x0 = d / 2 x0 + (1 - d), as half of the weight leads back.
    const loop = directed({
      nodes: 2,
      edges: [
        [0, 0, 1],
        [0, 1, 1],
        [1, 1, 1],
      ],
    })
    expect(ranked(loop, resetOf([[0, 1]]), EXACT).scores[0]).toBeCloseTo(2 / 3, 10)
    // x0 = d x1 + (1 - d), x1 = d x0: the reset is on 0 alone.
    const end = directed({ nodes: 2, edges: [[0, 1, 1]] })
    expect(ranked(end, resetOf([[0, 1]]), EXACT).scores[0]).toBeCloseTo(2 / 3, 10)
  })
})

describe('laws', () => {
  it('agrees with power iteration: best nodes, and scores to the bound', () => {
    fc.assert(
      fc.property(graphCase, damping, (drawn, share) => {
        const view = directed(drawn)
        const push = ranked(view, drawn.reset, { ...EXACT, damping: share })
        const power = powerRank(view, drawn.reset, { damping: share, rounds: 300 })
        expect(distance(push.scores, power.scores)).toBeLessThan(1e-10)
        expect(bestNodes(push.scores, 20)).toEqual(bestNodes(power.scores, 20))
      }),
    )
  })

  it('is no further from the fixed point than it says, and sums to one', () => {
    fc.assert(
      fc.property(graphCase, damping, epsilon, isolated, (drawn, share, coarse, alone) => {
        const view = directed({ ...drawn, nodes: drawn.nodes + alone })
        const { scores } = powerRank(view, drawn.reset, { damping: share, rounds: 300, tolerance: 1e-15 })
        const push = ranked(view, drawn.reset, { damping: share, epsilon: coarse })
        expect(sum(push.scores)).toBeCloseTo(1, 12)
        expect(distance(push.scores, scores)).toBeLessThanOrEqual(push.errorBound + 1e-12)
        const below = ranked(view, drawn.reset, { damping: share, epsilon: coarse, tail: 'none' })
        expect(sum(below.scores) + below.leftover).toBeCloseTo(1, 12)
        expect(distance(below.scores, scores)).toBeCloseTo(below.errorBound, 12)
        expect(Math.max(...below.scores.map((score, node) => score - scores[node]!))).toBeLessThan(1e-12)
      }),
    )
  })

  it('reads no more edges than it says: 1 / ((1 - damping) epsilon)', () => {
    fc.assert(
      fc.property(graphCase, fc.constantFrom(0.15, 0.5), epsilon, (drawn, share, coarse) => {
        const { edges } = ranked(directed(drawn), drawn.reset, { damping: share, epsilon: coarse })
        expect(edges).toBeLessThanOrEqual(1 / ((1 - share) * coarse))
      }),
    )
  })

  it('does not depend on the order of nodes, nor on nodes that are not reached', () => {
    const numbered = graphCase.chain((drawn) =>
      fc.record({
        drawn: fc.constant(drawn),
        alone: isolated,
        places: fc.shuffledSubarray([...Array(drawn.nodes).keys()], { minLength: drawn.nodes }),
      }),
    )
    fc.assert(
      fc.property(numbered, epsilon, ({ drawn, alone, places }, coarse) => {
        const moved = {
          nodes: drawn.nodes + alone,
          edges: drawn.edges.map(([from, to, weight]) => [places[from]!, places[to]!, weight] as const),
        }
        const reset = {
          nodes: Array.from(drawn.reset.nodes, (node) => places[node]!),
          weights: drawn.reset.weights,
        }
        // A coarse push may part where a residual equals its bar but for rounding; a bar that no fraction of eighths meets.
        const settings = { epsilon: coarse * Math.SQRT1_2 }
        const one = ranked(directed(drawn), drawn.reset, settings)
        const other = ranked(directed(moved), reset, settings)
        const back = places.map((place) => other.scores[place]!)
        expect(distance(one.scores, back)).toBeLessThan(1e-12)
        expect(other.nodes.toSorted((a, b) => a - b)).toEqual(
          one.nodes.map((node) => places[node]!).sort((a, b) => a - b),
        )
      }),
    )
  })

  it('leaves nothing behind for the next call', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(graphCase, epsilon, isolated), { maxLength: 5 }), (calls) => {
        const ranker = createPushRanker()
        for (const [drawn, coarse, alone] of calls) {
          const view = directed({ ...drawn, nodes: drawn.nodes + alone })
          const used = ranker.rank(view, drawn.reset, { epsilon: coarse })
          const fresh = ranked(view, drawn.reset, { epsilon: coarse })
          expect([...used.scores.subarray(0, view.nodes)]).toEqual([...fresh.scores])
          expect([...used.nodes].length).toBe(used.scores.filter((score) => score > 0).length)
        }
      }),
    )
  })
})

describe('resets that are none', () => {
  const cases = [
    { name: 'no node', reset: resetOf([]), reason: 'sum to 0' },
    {
      name: 'only zeros',
      reset: resetOf([
        [0, 0],
        [1, 0],
      ]),
      reason: 'sum to 0',
    },
    {
      name: 'a negative weight',
      reset: resetOf([
        [0, 1],
        [1, -0.5],
      ]),
      reason: 'weight -0.5 of node 1',
    },
    { name: 'a weight that is no number', reset: resetOf([[0, Number.NaN]]), reason: 'weight NaN of node 0' },
    {
      name: 'an infinite weight',
      reset: resetOf([[0, Number.POSITIVE_INFINITY]]),
      reason: 'sum to Infinity',
    },
    { name: 'a node outside the graph', reset: resetOf([[3, 1]]), reason: 'node 3 of a graph of 3 nodes' },
    {
      name: 'fewer weights than nodes',
      reset: { nodes: [0, 1], weights: [1] },
      reason: '2 nodes with 1 weights',
    },
  ]
  it.each(cases)('$name is refused', ({ reset, reason }) => {
    const graph = directed({ nodes: 3, edges: [] })
    expect(() => createPushRanker().rank(graph, reset)).toThrow(reason)
    expect(() => powerRank(graph, reset)).toThrow(reason)
  })

  it('damping of one and an epsilon of nothing are refused, as they would never end', () => {
    const view = directed({ nodes: 2, edges: [[0, 1, 1]] })
    expect(() => ranked(view, resetOf([[0, 1]]), { damping: 1 })).toThrow('damping 1')
    expect(() => ranked(view, resetOf([[0, 1]]), { epsilon: 0 })).toThrow('epsilon 0')
  })
})

/** Forward push against power iteration, and the laws that hold for any graph. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GraphView, Reset } from '../../../../graph/rank/graph-view.ts'
import { powerRank } from '../../../../graph/rank/power-rank.ts'
import { createPushRanker, type PushSettings } from '../../../../graph/rank/push-rank.ts'
import { createWeightedGraph } from '../../../../graph/rank/weighted-graph.ts'
import {
  bestNodes,
  directed,
  distance,
  graphCase,
  resetOf,
  sum,
  undirected,
} from '../../../fixtures/pagerank/graphs.ts'

const EXACT = { epsilon: 1e-13 }
const epsilon = fc.constantFrom(1e-2, 1e-3, 1e-4, 1e-6, 1e-9)
const damping = fc.constantFrom(0, 0.15, 0.5, 0.85)
// With many nodes that are never reached, pushes are narrow; with none, a round goes over the whole graph.
const isolated = fc.constantFrom(0, 60, 1_000, 10_000)

function ranked(view: GraphView, reset: Reset, settings?: PushSettings) {
  const { scores, nodes, ...rest } = createPushRanker().rank(view, reset, settings)
  return { scores: scores.slice(0, view.nodes), nodes: [...nodes], ...rest }
}

describe('known graphs', () => {
  const cases = [
    {
      name: 'a path with the reset on its end (specs/hipporag.md 13)',
      nodes: 3,
      edges: [
        [0, 1, 1],
        [1, 2, 1],
      ] as const,
      reset: [[0, 1]] as const,
      expected: [0.583333, 0.333333, 0.083333],
    },
    {
      name: 'facts, synonyms, a passage and a node alone (specs/hipporag.md 13)',
      nodes: 5,
      edges: [
        [0, 1, 2],
        [1, 2, 1.7],
        [3, 0, 1],
        [3, 1, 1],
      ] as const,
      reset: [
        [0, 0.5],
        [3, 0.05],
        [4, 0.02],
      ] as const,
      expected: [0.537676322, 0.240990331, 0.043583358, 0.159892847, 0.017857143],
    },
    { name: 'one node without edges', nodes: 1, edges: [], reset: [[0, 3]] as const, expected: [1] },
    {
      name: 'only nodes without edges: the reset',
      nodes: 3,
      edges: [],
      reset: [
        [0, 1],
        [2, 3],
      ] as const,
      expected: [0.25, 0, 0.75],
    },
    {
      name: 'a reset that names a node twice and another with nothing',
      nodes: 3,
      edges: [],
      reset: [
        [0, 1],
        [0, 2],
        [2, 1],
        [1, 0],
      ] as const,
      expected: [0.75, 0, 0.25],
    },
  ]
  it.each(cases)('$name', ({ nodes, edges, reset, expected }) => {
    const view = undirected({ nodes, edges }).view()
    const { scores } = ranked(view, resetOf(reset), EXACT)
    const power = powerRank(view, resetOf(reset)).scores
    for (const [node, rank] of expected.entries()) {
      expect(scores[node]).toBeCloseTo(rank, 6)
      expect(power[node]).toBeCloseTo(rank, 6)
    }
  })

  it('a self loop keeps mass where it is', () => {
    // x0 = d / 2 x0 + (1 - d), as half of the weight leads back.
    const view = directed({
      nodes: 2,
      edges: [
        [0, 0, 1],
        [0, 1, 1],
        [1, 1, 1],
      ],
    }).view()
    expect(ranked(view, resetOf([[0, 1]]), EXACT).scores[0]).toBeCloseTo(2 / 3, 10)
  })

  it('a node without out-edges gives its mass back to the reset', () => {
    // x0 = d x1 + (1 - d), x1 = d x0: the reset is on 0 alone.
    const view = directed({ nodes: 2, edges: [[0, 1, 1]] }).view()
    expect(ranked(view, resetOf([[0, 1]]), EXACT).scores[0]).toBeCloseTo(2 / 3, 10)
  })
})

describe('laws', () => {
  it('agrees with power iteration: best nodes, and scores to the bound', () => {
    fc.assert(
      fc.property(graphCase, damping, (drawn, share) => {
        const view = directed(drawn).view()
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
        const view = directed({ ...drawn, nodes: drawn.nodes + alone }).view()
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
        const { edges } = ranked(directed(drawn).view(), drawn.reset, { damping: share, epsilon: coarse })
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
        const one = ranked(directed(drawn).view(), drawn.reset, settings)
        const other = ranked(directed(moved).view(), reset, settings)
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
          const view = directed({ ...drawn, nodes: drawn.nodes + alone }).view()
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
    const graph = createWeightedGraph()
    for (let node = 0; node < 3; node++) graph.addNode()
    expect(() => createPushRanker().rank(graph.view(), reset)).toThrow(reason)
    expect(() => powerRank(graph.view(), reset)).toThrow(reason)
  })

  it('damping of one and an epsilon of nothing are refused, as they would never end', () => {
    const view = directed({ nodes: 2, edges: [[0, 1, 1]] }).view()
    expect(() => ranked(view, resetOf([[0, 1]]), { damping: 1 })).toThrow('damping 1')
    expect(() => ranked(view, resetOf([[0, 1]]), { epsilon: 0 })).toThrow('epsilon 0')
  })
})

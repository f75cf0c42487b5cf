/** Tests forward push against power iteration, and the laws that hold for any graph. */
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
// With many unreachable nodes, pushes are narrow; with none, a round covers the whole graph.
const isolated = fc.constantFrom(0, 60, 1_000, 10_000)

function ranked(
  view: GraphView,
  reset: Reset,
  settings?: Parameters<ReturnType<typeof createPushRanker>['rank']>[2],
) {
  const { scores, nodes } = createPushRanker().rank(view, reset, settings)
  return { scores: scores.slice(0, view.nodes), nodes: [...nodes] }
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
  const power = powerRank(view, reset, { damping, rounds: 60 })
  for (const [node, rank] of ranks.entries()) {
    expect(Math.abs(push[node]! - rank)).toBeLessThan(1e-6)
    expect(Math.abs(power[node]! - rank)).toBeLessThan(1e-6)
  }
  expect(bestNodes(push, best.length)).toEqual(best)
  expect(bestNodes(createPushRanker().rank(view, reset, { damping }).scores, best.length)).toEqual(best)
})

describe('laws', () => {
  it('agrees with power iteration: best nodes, and scores to the bound', () => {
    fc.assert(
      fc.property(graphCase, damping, (drawn, share) => {
        const view = directed(drawn)
        const push = ranked(view, drawn.reset, { ...EXACT, damping: share })
        const power = powerRank(view, drawn.reset, { damping: share, rounds: 300 })
        expect(distance(push.scores, power)).toBeLessThan(1e-10)
        expect(bestNodes(push.scores, 20)).toEqual(bestNodes(power, 20))
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
        // Coarse pushes may differ if a residual equals its threshold up to rounding, so no fraction of eighths may equal the threshold.
        const settings = { epsilon: coarse * Math.SQRT1_2 }
        const one = ranked(directed(drawn), drawn.reset, settings)
        const other = ranked(directed(moved), reset, settings)
        const back = places.map((place) => other.scores[place]!)
        expect(sum(one.scores)).toBeCloseTo(1, 12)
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

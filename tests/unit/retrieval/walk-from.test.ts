/** Where a walk starts, and which units get what of it. The walk itself is a list of scores here. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../corpus/index.ts'
import { createPushRanker, type PushRanker, powerRank } from '../../../graph/index.ts'
import { createNameGraph } from '../../../graph/name-graph.ts'
import {
  type Rank,
  type Seeds,
  seedsOf,
  type UnitGraph,
  walkFrom,
  walkSeeds,
  withPrior,
} from '../../../retrieval/walk-from.ts'
import { candidatesOf } from '../../fakes/fake-index.ts'

const NO_UNITS = candidatesOf([])

function nearest(...cosines: readonly (readonly [unit: string, cosine: number])[]) {
  return candidatesOf(cosines.map(([unit, cosine]) => ({ unit, cosine, paper: 'paper', words: 0 })))
}

/** Units by node; null is a name. */
function graphOf(units: readonly (string | null)[]): UnitGraph {
  const node = (unit: string) => units.indexOf(unit)
  return {
    unitNode: (unit) => (node(unit) === -1 ? undefined : node(unit)),
    unitAt: (at) => units[at] ?? null,
    view: () => createNameGraph().view(),
  }
}

/** A walk that gives these scores, by node, and reaches the nodes in this order. */
function scoring(scores: readonly number[], order = [...scores.keys()]): Rank {
  return () => ({ nodes: order, scores: Float64Array.from(scores) })
}

const startAt = (weights: readonly number[], alone: Seeds['alone'] = []): Seeds => ({
  nodes: weights.map((_, node) => node),
  weights: [...weights],
  alone,
})

describe('what a walk gives', () => {
  const graph = graphOf(['a', 'b', null, 'c', 'd'])
  const scores = [0.1, 0.3, 0.2, 0.15, 0.25]

  it.for([
    { count: 0, units: [] },
    { count: 1, units: ['b'] },
    { count: 2, units: ['b', 'd'] },
    { count: 3, units: ['b', 'c', 'd'] },
    { count: 4, units: ['a', 'b', 'c', 'd'] },
    { count: 9, units: ['a', 'b', 'c', 'd'] },
    { count: Number.POSITIVE_INFINITY, units: ['a', 'b', 'c', 'd'] },
  ])('is for the $count units with most, never for a name', ({ count, units }) => {
    const walk = walkSeeds(graph, scoring(scores), { seeds: startAt([1]), best: NO_UNITS, count })
    expect([...walk.scores.keys()].sort()).toEqual(units)
  })

  it.for([
    { order: [0, 1, 3], units: ['a', 'b'] },
    { order: [3, 1, 0], units: ['b', 'c'] },
    { order: [0, 3, 1], units: ['a', 'b'] },
    { order: [3, 0, 1], units: ['b', 'c'] },
  ])('is for those of equal units that were reached first: $order', ({ order, units }) => {
    const rank = scoring([0.2, 0.4, 0, 0.2, 0], order)
    const walk = walkSeeds(graph, rank, { seeds: startAt([1]), best: NO_UNITS, count: 2 })
    expect([...walk.scores.keys()].sort()).toEqual(units)
  })

  it('is the score of each, and of the candidates besides, 0 for one that was not reached', () => {
    const seeds = startAt([1])
    const best = nearest(['a', 0.9], ['not in the graph', 0.8], ['c', 0.7])
    expect(walkSeeds(graph, scoring([0.1, 0.3, 0.2, 0, 0.25]), { seeds, best, count: 1 }).scores).toEqual(
      new Map([
        ['a', 0.1],
        ['c', 0],
        ['b', 0.3],
      ]),
    )
  })

  it('is a share of all that was started with, also by units outside of the graph', () => {
    const seeds = startAt([0.5, 1], [{ unit: 'alone', weight: 0.5 }])
    expect(walkSeeds(graph, scoring([0, 0.5, 0, 0, 0]), { seeds, best: NO_UNITS, count: 1 }).scores).toEqual(
      new Map([
        ['alone', 0.25],
        ['b', 0.375],
      ]),
    )
  })

  it('is what they start with for units outside of the graph where nothing else starts', () => {
    const alone = [
      { unit: 'x', weight: 1 },
      { unit: 'y', weight: 3 },
    ]
    const never: Rank = () => {
      throw new Error('nothing to walk from')
    }
    expect(walkSeeds(graph, never, { seeds: startAt([], alone), best: NO_UNITS, count: 9 }).scores).toEqual(
      new Map([
        ['x', 0.25],
        ['y', 0.75],
      ]),
    )
    expect(walkSeeds(graph, never, { seeds: startAt([]), best: NO_UNITS, count: 9 }).scores.size).toBe(0)
  })

  it('does not tell scores apart that differ by a rounding of doubles', () => {
    const rank = scoring([0.1 + 0.2, 0.3, 0, 0, 0])
    const { scores: found } = walkSeeds(graph, rank, { seeds: startAt([1]), best: NO_UNITS, count: 2 })
    expect(found.get('a')).toBe(found.get('b'))
    expect(found.get('a')).toBe(0.3)
  })

  it('is for the same units whatever order the walk reached them in', () => {
    const units = Array.from({ length: 12 }, (_, node) => (node % 3 === 1 ? null : `u${node}`))
    const order = fc.shuffledSubarray([...units.keys()], { minLength: 12 })
    const given = fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(given, order, fc.integer({ min: 0, max: 9 }), (percent, reached, count) => {
        const rank = scoring(
          percent.map((one) => one / 100),
          reached,
        )
        const walk = walkSeeds(graphOf(units), rank, { seeds: startAt([1]), best: NO_UNITS, count })
        const most = units
          .flatMap((unit, node) => (unit === null ? [] : [{ unit, score: percent[node]! / 100 }]))
          .toSorted((one, other) => other.score - one.score)
          .slice(0, count)
        expect([...walk.scores]).toHaveLength(most.length)
        for (const { unit, score } of most) expect(walk.scores.get(unit)).toBe(score)
      }),
    )
  })
})

describe('the prior', () => {
  const graph = graphOf(['a', 'b', null])
  const named = () => ({ nodes: [2], weights: [0.5] })

  it('is its whole weight for the nearest unit, nothing for the farthest, and between them by cosine', () => {
    const best = nearest(['a', 0.75], ['b', 0.5], ['far', 0.25])
    expect(withPrior(graph, named(), best, 0.2)).toEqual({
      nodes: [2, 0, 1],
      weights: [0.5, 0.2, 0.1],
      alone: [],
    })
  })

  it('is kept apart for units that are not in the graph', () => {
    const best = nearest(['x', 0.75], ['a', 0.5], ['far', 0.25])
    expect(withPrior(graph, named(), best, 1)).toEqual({
      nodes: [2, 0],
      weights: [0.5, 0.5],
      alone: [{ unit: 'x', weight: 1 }],
    })
  })

  it.for([
    { name: 'no unit is nearer than another', best: nearest(['a', 0.5], ['b', 0.5]) },
    { name: 'there is one unit', best: nearest(['a', 0.5]) },
    { name: 'there is none', best: NO_UNITS },
  ])('is nothing where $name', ({ best }) => {
    expect(withPrior(graph, named(), best, 1)).toEqual({ ...named(), alone: [] })
  })
})

const mention = (name: string): Mention => ({
  name,
  alias: name,
  kind: 'gene',
  isSubject: false,
  start: 0,
  end: name.length,
})

describe('the start of `walk`', () => {
  const name = (node: number, of: object = {}) => ({
    node,
    name: `n${node}`,
    asked: `n${node}`,
    share: 1,
    units: 1,
    isTitle: false,
    isPhrase: false,
    ...of,
  })

  it('weighs a name by how rare it is and how sure, a phrase an eighth, and next to them the prior little', () => {
    const graph = createNameGraph()
    graph.put({ unit: 'near', mentions: [mention('x')] })
    const linked = [
      name(0),
      name(1, { units: 4 }),
      name(2, { share: 0.5 }),
      name(3, { isPhrase: true, units: 2 }),
    ]
    const { nodes, weights, alone } = seedsOf(graph, { linked, best: nearest(['near', 0.9], ['far', 0.1]) })
    expect(nodes).toEqual([0, 1, 2, 3, graph.unitNode('near')])
    expect(weights).toEqual([1, 0.25, 0.5, 0.0625, 0.001])
    expect(alone).toEqual([])
  })

  it('walks with the settings that its figures were measured with', () => {
    const graph = createNameGraph()
    graph.put({ unit: 'a', mentions: [mention('p53')] })
    const given: unknown[] = []
    const real = createPushRanker()
    const ranker: PushRanker = {
      rank(view, reset, settings) {
        given.push(settings)
        return real.rank(view, reset, settings)
      },
    }
    walkFrom(graph, ranker, { linked: graph.link('p53?'), best: NO_UNITS }, 9)
    expect(given).toEqual([{ damping: 0.6, epsilon: 5e-6 }])
  })

  it('leads to the units of a name, and not to those of another', () => {
    const graph = createNameGraph()
    graph.put({ unit: 'a', mentions: [mention('p53'), mention('mdm2')] })
    graph.put({ unit: 'b', mentions: [mention('p53')] })
    graph.put({ unit: 'c', mentions: [mention('lupeol')] })
    const linked = graph.link('What of p53?')
    const walk = walkFrom(graph, createPushRanker(), { linked, best: NO_UNITS }, 9)
    expect([...walk.scores.keys()].sort()).toEqual(['a', 'b'])
    const start = { nodes: [graph.nameNode('p53')!], weights: [1] }
    const exact = powerRank(graph.view(), start, { damping: 0.6, rounds: 200 }).scores
    for (const unit of ['a', 'b']) expect(walk.scores.get(unit)).toBeCloseTo(exact[graph.unitNode(unit)!]!, 5)
  })
})

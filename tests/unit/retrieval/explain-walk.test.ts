/** Why is a unit where the walk put it: shares of the names and the prior, and the way from a name. */
import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../corpus/index.ts'
import { createFactGraph } from '../../../graph/facts/fact-graph.ts'
import { createPushRanker, FACT_GRAPHS, type NameGraph, type PushRanker } from '../../../graph/index.ts'
import { createNameGraph } from '../../../graph/name-graph.ts'
import { explainSeeds, explainWalk } from '../../../retrieval/explain-walk.ts'
import { candidatesOf } from '../../fakes/fake-index.ts'
import { factOf } from '../../fixtures/facts-state.ts'

const mention = (name: string): Mention => ({
  name,
  alias: name,
  kind: 'gene',
  isSubject: false,
  start: 0,
  end: name.length,
})

function graphOf(units: Readonly<Record<string, readonly string[]>>): NameGraph {
  const graph = createNameGraph()
  for (const [unit, names] of Object.entries(units)) graph.put({ unit, mentions: names.map(mention) })
  return graph
}

interface Start {
  readonly names: Readonly<Record<string, number>>
  readonly prior?: Readonly<Record<string, number>>
}

/** Names and the units of the prior with their weights. */
function explained(
  graph: NameGraph,
  { names, prior = {} }: Start,
  units: readonly string[],
  ranker = createPushRanker(),
) {
  const named = Object.keys(names).map((name) => ({
    node: graph.nameNode(name)!,
    name,
    asked: `the ${name}`,
  }))
  const nodes = [...named.map(({ node }) => node), ...Object.keys(prior).map((unit) => graph.unitNode(unit)!)]
  const weights = [...Object.values(names), ...Object.values(prior)]
  return explainSeeds(graph, ranker, { units, seeds: { nodes, weights }, names: named })
}

describe('the shares of a score', () => {
  const both = graphOf({ u: ['lupeol', 'p53'] })

  it('are as the weights where names are alike, the strongest first', () => {
    expect(explained(both, { names: { p53: 1, lupeol: 3 } }, ['u'])).toEqual([
      {
        prior: 0,
        names: [
          { name: 'lupeol', asked: 'the lupeol', share: 0.75, path: ['lupeol', 'u'] },
          { name: 'p53', asked: 'the p53', share: 0.25, path: ['p53', 'u'] },
        ],
      },
    ])
  })

  it('come in the order of names where they are equal', () => {
    const [why] = explained(both, { names: { p53: 2, lupeol: 2 } }, ['u'])
    expect(why?.names.map(({ name, share }) => [name, share])).toEqual([
      ['lupeol', 0.5],
      ['p53', 0.5],
    ])
  })

  it('are whole with the part that started at units', () => {
    const graph = graphOf({ u: ['a', 'b'], v: ['b'], w: ['c'] })
    const whys = explained(graph, { names: { a: 1 }, prior: { v: 0.5, w: 0.25 } }, ['u', 'v', 'w'])
    for (const { prior = 0, names } of whys)
      expect(names.reduce((sum, { share }) => sum + share, prior)).toBeCloseTo(1, 8)
    const [u, v, w] = whys
    expect(u!.names[0]!.share).toBeGreaterThan(v!.names[0]!.share)
    expect(w).toEqual({ prior: 1, names: [] })
  })

  it('are those of walks from each name alone, and from all units of the prior together', () => {
    const graph = graphOf({ u: ['a', 'b'], v: ['b'] })
    const ranker = createPushRanker()
    const start = { names: { a: 1, b: 0.5 }, prior: { u: 0.25, v: 0.125 } }
    const scoreFrom = (
      from: Readonly<Record<string, number>>,
      node: (label: string) => number | undefined,
    ) => {
      const reset = { nodes: Object.keys(from).map((label) => node(label)!), weights: Object.values(from) }
      const whole = reset.weights.reduce((sum, weight) => sum + weight, 0)
      return ranker.rank(graph.view(), reset).scores[graph.unitNode('v')!]! * whole
    }
    const parts = [
      scoreFrom({ a: 1 }, graph.nameNode),
      scoreFrom({ b: 0.5 }, graph.nameNode),
      scoreFrom(start.prior, graph.unitNode),
    ]
    const whole = parts.reduce((sum, part) => sum + part, 0)
    const [why] = explained(graph, start, ['v'])
    const shareOf = (name: string) => why!.names.find((one) => one.name === name)!.share
    expect(shareOf('a')).toBeCloseTo(parts[0]! / whole, 8)
    expect(shareOf('b')).toBeCloseTo(parts[1]! / whole, 8)
    expect(why!.prior).toBeCloseTo(parts[2]! / whole, 8)
  })

  it('are none for a unit that nothing reached, and all of the prior for one outside of the graph', () => {
    const graph = graphOf({ u: ['a'], v: ['b'] })
    expect(explained(graph, { names: { a: 1 } }, ['v', 'unknown'])).toEqual([
      { prior: 0, names: [] },
      { prior: 1, names: [] },
    ])
    expect(explained(graph, { names: {} }, ['u'])).toEqual([{ prior: 0, names: [] }])
  })

  it('are of the walk that is explained', () => {
    const dampings: (number | undefined)[] = []
    const real = createPushRanker()
    const ranker: PushRanker = {
      rank(view, reset, settings) {
        dampings.push(settings?.damping)
        return real.rank(view, reset, settings)
      },
    }
    explained(both, { names: { p53: 1 } }, ['u'], ranker)
    const linked = both.link('What of p53?')
    const best = candidatesOf([])
    const [why] = explainWalk(both, ranker, { linked, best, units: ['u'] })
    expect(dampings).toEqual([undefined, 0.6])
    expect(why?.names).toMatchObject([{ name: 'p53', asked: 'p53', share: 1 }])
  })
})

describe('the way from a name to a unit', () => {
  const chain = graphOf({ u: ['a', 'b'], v: ['b', 'c'], w: ['c'] })

  it('is the shortest, and empty where three steps do not reach', () => {
    const whys = explained(chain, { names: { a: 1 } }, ['u', 'v', 'w'])
    expect(whys.map(({ names }) => names[0]?.path)).toEqual([['a', 'u'], ['a', 'u', 'b', 'v'], []])
  })

  it('goes over facts from name to name, no farther', () => {
    const graph = createFactGraph(FACT_GRAPHS.ours)
    for (const [unit, fact] of Object.entries({
      u: 'a > is > b',
      v: 'b > is > c',
      w: 'c > is > d',
      x: 'd > is > e',
    }))
      graph.put({ unit, mentions: [], facts: [factOf(fact)] })
    const units = ['u', 'v', 'w', 'x']
    const node = graph.nameNode('a')!
    const whys = explainSeeds(graph, createPushRanker(), {
      units,
      seeds: { nodes: [node], weights: [1] },
      names: [{ node, name: 'a', asked: 'a' }],
    })
    expect(whys.map(({ names }) => names[0]?.path)).toEqual([
      ['a', 'u'],
      ['a', 'b', 'v'],
      ['a', 'b', 'c', 'w'],
      [],
    ])
  })

  it('is of each name its own', () => {
    const [why] = explained(chain, { names: { a: 1, c: 100 } }, ['v'])
    expect(why?.names.map(({ path }) => path)).toEqual([
      ['c', 'v'],
      ['a', 'u', 'b', 'v'],
    ])
  })

  it.for([
    { name: 'names', units: { u: ['a', 'x', 'b'], v: ['x', 'b'] }, path: ['a', 'u', 'b', 'v'] },
    {
      name: 'names the other way round',
      units: { u: ['b', 'x', 'a'], v: ['b', 'x'] },
      path: ['a', 'u', 'b', 'v'],
    },
    { name: 'units', units: { t: ['a', 'b'], s: ['b', 'a'], v: ['b'] }, path: ['a', 's', 'b', 'v'] },
  ])('goes by the label that comes first where $name are equally near', ({ units, path }) => {
    const [why] = explained(graphOf(units), { names: { a: 1 } }, ['v'])
    expect(why?.names[0]?.path).toEqual(path)
  })
})

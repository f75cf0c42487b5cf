/** The graph of facts: any history of units and synonyms ends in the graph that a fresh start gives, and so do its rankings. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fact, GraphUnit, MentionKind, Synonym } from '../../../corpus/index.ts'
import { createFactGraph } from '../../../graph/facts/fact-graph.ts'
import type { FactGraphSettings } from '../../../graph/facts/fact-graph-settings.ts'
import { createPushRanker, FACT_GRAPHS, type FactGraph } from '../../../graph/index.ts'

const NAMES = ['lupeol', 'bark', 'p53', 'birch', 'enzyme'] as const
const UNITS = 5

const name = fc.constantFrom(...NAMES)
const fact = fc.record({
  subject: name,
  predicate: fc.constantFrom('is in', 'inhibits'),
  object: name,
})
const mention = fc.record({
  name,
  alias: name,
  kind: fc.constantFrom<MentionKind>('title', 'span', 'phrase'),
  isSubject: fc.boolean(),
  start: fc.constant(null),
  end: fc.constant(null),
})
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      unit: fc.nat(UNITS).map((number) => `u${number}`),
      mentions: fc.array(mention, { maxLength: 4 }),
      facts: fc.array(fact, { maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.nat(UNITS).map((number) => ({ remove: `u${number}` })) },
  {
    weight: 2,
    arbitrary: fc.record({ pair: fc.uniqueArray(name, { minLength: 2, maxLength: 2 }), steps: fc.nat(20) }),
  },
  { weight: 1, arbitrary: fc.constant('save' as const) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Given = Pick<GraphUnit, 'unit' | 'mentions' | 'facts'>

/** Every edge by labels, every fact with its units. */
function contents(graph: FactGraph): unknown {
  const { starts, degrees, targets, weights, nodes } = graph.view()
  const label = (node: number) => graph.unitAt(node) ?? graph.nameAt(node)
  const edges: string[] = []
  for (let node = 0; node < nodes; node++)
    for (let cell = starts[node]!; cell < starts[node]! + degrees[node]!; cell++)
      edges.push(`${label(node)} > ${label(targets[cell]!)} ${weights[cell]}`)
  const facts = Array.from({ length: graph.facts.slots() }, (_, slot) => graph.facts.at(slot)).flatMap(
    (stated) =>
      stated === null
        ? []
        : `${stated.subject} ${stated.predicate} ${stated.object}: ${[...stated.units].sort().join(' ')}`,
  )
  const unitsWith = NAMES.map((one) => graph.unitsWith(graph.nameNode(one) ?? -1))
  return { edges: edges.sort(), facts: facts.sort(), unitsWith, units: graph.unitCount() }
}

function rankings(graph: FactGraph): unknown {
  return NAMES.flatMap((one) => {
    const node = graph.nameNode(one)
    if (node === undefined) return []
    const { nodes, scores } = createPushRanker().rank(graph.view(), { nodes: [node], weights: [1] })
    const units = [...nodes].flatMap((at) => {
      const unit = graph.unitAt(at)
      return unit === null ? [] : [{ unit, score: Math.round(scores[at]! * 1e9) / 1e9 }]
    })
    return [units.sort((a, b) => b.score - a.score || (a.unit < b.unit ? -1 : 1))]
  })
}

/** What a corpus would hold after the history: pairs stay when a name goes, and count again when it comes back. */
function createFollowed(settings: FactGraphSettings) {
  let graph = createFactGraph(settings)
  const units = new Map<string, Given>()
  const pairs = new Map<string, Synonym>()
  return {
    graph: () => graph,
    apply(one: Step): void {
      if (one === 'save') graph = createFactGraph(settings, graph.parts())
      else if ('remove' in one) {
        graph.remove(one.remove)
        units.delete(one.remove)
      } else if ('pair' in one) {
        const [first, last] = [...one.pair].sort()
        const pair = { one: first!, other: last!, cosine: 0.8 + one.steps / 100 }
        pairs.set(one.pair.toSorted().join(), pair)
        graph.putSynonym(pair)
      } else {
        graph.put(one)
        units.set(one.unit, one)
        const { names } = graph.takeTouched()
        for (const pair of pairs.values())
          if (names.has(pair.one) || names.has(pair.other)) graph.putSynonym(pair)
      }
    },
    fresh(): FactGraph {
      const made = createFactGraph(settings)
      for (const unit of [...units.values()].reverse()) made.put(unit)
      for (const pair of pairs.values()) made.putSynonym(pair)
      return made
    },
  }
}

describe.for(Object.values(FACT_GRAPHS))('a graph of facts, $name', (settings) => {
  it('is after any history what a fresh start gives, with the same rankings', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (history) => {
        const followed = createFollowed(settings)
        for (const one of history) followed.apply(one)
        const fresh = followed.fresh()
        expect(contents(followed.graph())).toEqual(contents(fresh))
        expect(rankings(followed.graph())).toEqual(rankings(fresh))
      }),
      { numRuns: 400, seed: 20_261_121 },
    )
  })

  it('is empty again once all units are gone', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (history) => {
        const followed = createFollowed(settings)
        for (const one of history) followed.apply(one)
        const graph = followed.graph()
        for (let unit = 0; unit <= UNITS; unit++) graph.remove(`u${unit}`)
        expect(contents(graph)).toEqual(contents(createFactGraph(settings)))
        expect(graph.facts.size() + graph.nameCount()).toBe(0)
      }),
      { numRuns: 100, seed: 20_261_121 },
    )
  })
})

function stating(...facts: readonly (readonly [string, string])[]): Fact[] {
  return facts.map(([subject, object]) => ({ subject, predicate: 'is in', object }))
}

function weightBetween(graph: FactGraph, one: string, other: string): number {
  const { starts, degrees, targets, weights } = graph.view()
  const [from, to] = [graph.nameNode(one)!, graph.nameNode(other)!]
  for (let cell = starts[from]!; cell < starts[from]! + degrees[from]!; cell++)
    if (targets[cell] === to) return weights[cell]!
  return 0
}

describe('edges between a unit and the ends of its facts', () => {
  const ends = (graph: FactGraph, unit: string, one: string) => {
    const { starts, degrees, targets, weights } = graph.view()
    const between = (from: number, to: number) => {
      const block = targets.subarray(starts[from]!, starts[from]! + degrees[from]!)
      return weights[starts[from]! + block.indexOf(to)]
    }
    const [node, label] = [graph.unitNode(unit)!, graph.nameNode(one)!]
    return [between(node, label), between(label, node)]
  }

  it('weigh 1 both ways as published', () => {
    const graph = createFactGraph(FACT_GRAPHS.published)
    graph.put({ unit: 'one', mentions: [], facts: stating(['bark', 'birch']) })
    expect(ends(graph, 'one', 'bark')).toEqual([1, 1])
    graph.put({ unit: 'two', mentions: [], facts: stating(['bark', 'tea']) })
    expect([ends(graph, 'one', 'bark'), ends(graph, 'two', 'tea')]).toEqual([
      [1, 1],
      [1, 1],
    ])
  })

  it('weigh in ours what a mention of them weighs, and a sixteenth to a name that no other unit has', () => {
    const graph = createFactGraph(FACT_GRAPHS.ours)
    const base = { isSubject: true, start: null, end: null } as const
    const mentions = [
      { ...base, name: 'bark', alias: 'bark', kind: 'title' },
      { ...base, name: 'tea', alias: 'tea', kind: 'phrase' },
    ] as const
    graph.put({ unit: 'one', mentions, facts: stating(['bark', 'birch']) })
    expect(['bark', 'birch', 'tea'].map((name) => ends(graph, 'one', name))).toEqual([
      [0.0625, 32],
      [0.0625, 1],
      [0.125 * 0.0625, 4],
    ])
    graph.put({ unit: 'two', mentions: [], facts: stating(['tea', 'bark']) })
    expect(['bark', 'birch', 'tea'].map((name) => ends(graph, 'one', name))).toEqual([
      [1, 32],
      [0.0625, 1],
      [0.125, 4],
    ])
    expect([ends(graph, 'two', 'tea'), weightBetween(graph, 'bark', 'birch')]).toEqual([[1, 1], 0.125])
  })
})

describe('numbers of nodes', () => {
  it('are given out again when their unit or name is gone', () => {
    const graph = createFactGraph(FACT_GRAPHS.published)
    for (const unit of ['one', 'two', 'three']) {
      graph.put({ unit, mentions: [], facts: stating([`${unit} a`, `${unit} b`]) })
      expect(graph.view().nodes).toBe(3)
      graph.remove(unit)
    }
    graph.put({ unit: 'four', mentions: [], facts: stating(['a', 'b'], ['b', 'c']) })
    expect(graph.view().nodes).toBe(4)
    const opened = createFactGraph(FACT_GRAPHS.published, graph.parts())
    opened.remove('four')
    opened.put({ unit: 'five', mentions: [], facts: stating(['d', 'e'], ['e', 'f']) })
    expect(opened.view().nodes).toBe(4)
  })

  it('are none where a unit has nothing that counts', () => {
    const mentions = [
      { name: 'bark', alias: 'bark', kind: 'span', isSubject: false, start: 0, end: 4 } as const,
    ]
    const published = createFactGraph(FACT_GRAPHS.published)
    published.put({ unit: 'one', mentions, facts: [] })
    expect([published.unitCount(), published.view().nodes]).toEqual([0, 0])
    const ours = createFactGraph(FACT_GRAPHS.ours)
    ours.put({ unit: 'none', mentions: [], facts: [] })
    expect(ours.unitCount()).toBe(0)
    ours.put({ unit: 'one', mentions, facts: [] })
    expect([ours.unitCount(), ours.nameCount()]).toEqual([1, 1])
  })
})

describe('what a change touched', () => {
  it('is said once: slots, ends, and names that were new', () => {
    const graph = createFactGraph(FACT_GRAPHS.ours)
    const mentions = [
      { name: 'tea', alias: 'tea', kind: 'span', isSubject: false, start: 0, end: 3 } as const,
    ]
    graph.put({ unit: 'one', mentions, facts: stating(['bark', 'birch']) })
    const ends = (labels: readonly string[]) => new Set(labels.map((label) => graph.nameNode(label)!))
    expect(graph.takeTouched()).toEqual({
      facts: new Set([0]),
      ends: ends(['bark', 'birch']),
      names: new Set(['tea', 'bark', 'birch']),
    })
    expect(graph.takeTouched()).toEqual({ facts: new Set(), ends: new Set(), names: new Set() })
    graph.put({ unit: 'two', mentions: [], facts: stating(['bark', 'birch'], ['birch', 'bark']) })
    expect(graph.takeTouched()).toEqual({
      facts: new Set([0, 1]),
      ends: ends(['bark', 'birch']),
      names: new Set(),
    })
    const gone = ends(['bark', 'birch'])
    graph.remove('one')
    graph.remove('two')
    expect(graph.takeTouched()).toEqual({ facts: new Set([0, 1]), ends: gone, names: new Set() })
  })
})

describe('edges as HippoRAG 2 weighs them', () => {
  it('two for each unit that states a fact, whichever way round, and a synonym besides', () => {
    const graph = createFactGraph(FACT_GRAPHS.published)
    graph.put({ unit: 'one', mentions: [], facts: stating(['bark', 'birch'], ['birch', 'bark']) })
    graph.put({ unit: 'two', mentions: [], facts: stating(['bark', 'birch']) })
    expect(weightBetween(graph, 'bark', 'birch')).toBe(6)
    graph.putSynonym({ one: 'bark', other: 'birch', cosine: 0.875 })
    expect(weightBetween(graph, 'birch', 'bark')).toBe(7.75)
    graph.putSynonym({ one: 'bark', other: 'birch', cosine: 1 })
    graph.remove('one')
    expect(weightBetween(graph, 'bark', 'birch')).toBeCloseTo(4, 2)
  })

  it('leaves out what is said of a name itself, but counts its unit', () => {
    const graph = createFactGraph(FACT_GRAPHS.published)
    graph.put({ unit: 'one', mentions: [], facts: stating(['bark', 'bark']) })
    expect(weightBetween(graph, 'bark', 'bark')).toBe(0)
    expect(graph.unitsWith(graph.nameNode('bark')!)).toBe(1)
    expect(graph.facts.size()).toBe(1)
  })
})

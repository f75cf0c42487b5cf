/** The graph of names and units: any history of units ends in the graph that a fresh start gives, and so do its rankings. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mention, MentionKind } from '../../../corpus/index.ts'
import { createPushRanker, type NameGraph } from '../../../graph/index.ts'
import { createNameGraph, type NameGraphParts, restoreNameGraph } from '../../../graph/name-graph.ts'

const NAMES = ['lupeol', 'binding protein', 'ic50', 'bark', 'p53'] as const

const mention = fc.record({
  name: fc.constantFrom(...NAMES),
  alias: fc.constantFrom(...NAMES, 'bp', 'lup'),
  kind: fc.constantFrom<MentionKind>('title', 'span', 'phrase', 'chemical'),
  isSubject: fc.boolean(),
  start: fc.constant(null),
  end: fc.constant(null),
})
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ unit: fc.nat(5), mentions: fc.array(mention, { maxLength: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ unit: fc.nat(5), mentions: fc.constant(null) }) },
  { weight: 1, arbitrary: fc.constant('save' as const) },
)

/** Every edge by labels, the forms that are known and what they stand for. */
function contents(graph: NameGraph): unknown {
  const { starts, degrees, targets, weights, nodes } = graph.view()
  const label = (node: number) => graph.unitAt(node) ?? graph.nameAt(node)
  const edges: string[] = []
  for (let node = 0; node < nodes; node++)
    for (let cell = starts[node]!; cell < starts[node]! + degrees[node]!; cell++)
      edges.push(`${label(node)} > ${label(targets[cell]!)} ${weights[cell]}`)
  const forms = [...NAMES, 'bp', 'lup'].map((form) =>
    [form, form.toUpperCase()].map((asked) => graph.link(asked).map(({ node: _, ...linked }) => linked)),
  )
  return { edges: edges.sort(), forms, units: graph.unitCount(), names: graph.nameCount() }
}

function rankings(graph: NameGraph): unknown {
  return NAMES.flatMap((name) => {
    const node = graph.nameNode(name)
    if (node === undefined) return []
    const { nodes, scores } = createPushRanker().rank(graph.view(), { nodes: [node], weights: [1] })
    const units = [...nodes].flatMap((at) => {
      const unit = graph.unitAt(at)
      return unit === null ? [] : [{ unit, score: Math.round(scores[at]! * 1e9) / 1e9 }]
    })
    return [units.sort((a, b) => b.score - a.score || (a.unit < b.unit ? -1 : 1))]
  })
}

function restored(parts: NameGraphParts) {
  const steps = restoreNameGraph(parts)
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

describe('a graph of names', () => {
  it('is after any history what a fresh start gives, with the same rankings', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (history) => {
        let graph = createNameGraph()
        const units = new Map<string, readonly Mention[]>()
        for (const one of history) {
          if (one === 'save') graph = restored(graph.parts())
          else if (one.mentions === null) {
            graph.remove(`u${one.unit}`)
            units.delete(`u${one.unit}`)
          } else {
            graph.put({ unit: `u${one.unit}`, mentions: one.mentions })
            units.set(`u${one.unit}`, one.mentions)
          }
        }
        const fresh = createNameGraph()
        for (const [unit, mentions] of [...units].reverse()) fresh.put({ unit, mentions })
        expect(contents(graph)).toEqual(contents(fresh))
        expect(rankings(graph)).toEqual(rankings(fresh))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    // `n - 1` units and their name are n entries among the units, n among the names; then come one name and no alias.
    { name: 'one less', nodes: 2_047, steps: 1 },
    { name: 'as many', nodes: 2_048, steps: 3 },
    { name: 'twice as many', nodes: 4_096, steps: 5 },
  ])('is restored in steps of 2,048 entries: $name', ({ nodes, steps }) => {
    const graph = createNameGraph()
    const mentions: Mention[] = [
      { name: 'bark', alias: 'bark', kind: 'span', isSubject: false, start: null, end: null },
    ]
    for (let unit = 1; unit < nodes; unit++) graph.put({ unit: `u${unit}`, mentions })
    const restoring = restoreNameGraph(graph.parts())
    let taken = 0
    for (let step = restoring.next(); step.done !== true; step = restoring.next()) taken++
    expect(taken).toBe(steps)
  })

  it('meets the shorter name once the longer one is gone', () => {
    const graph = createNameGraph()
    const base = { kind: 'span', isSubject: false, start: null, end: null } as const
    graph.put({ unit: 'a', mentions: [{ ...base, name: 'insulin', alias: 'insulin' }] })
    const longer = { ...base, name: 'insulin resistance', alias: 'insulin resistance of mice' }
    graph.put({ unit: 'b', mentions: [longer] })
    const asked = (question: string) => graph.link(question).map(({ name }) => name)
    expect(asked('Insulin resistance of fish')).toEqual(['insulin resistance'])
    expect(asked('Insulin resistance of mice')).toEqual(['insulin resistance'])
    graph.remove('b')
    expect(asked('Insulin resistance of fish')).toEqual(['insulin'])
    expect(asked('Insulin resistance of mice')).toEqual(['insulin'])
  })

  it('knows a form as long as a name or a unit has it', () => {
    const graph = createNameGraph()
    const base = { kind: 'abbreviation', isSubject: false, start: 0, end: 2 } as const
    graph.put({ unit: 'a', mentions: [{ ...base, name: 'ad', alias: 'ad' }] })
    graph.put({ unit: 'b', mentions: [{ ...base, name: 'alzheimer disease', alias: 'ad' }] })
    const meant = () => graph.link('AD').map(({ name }) => name)
    expect(meant()).toEqual(['ad'])
    graph.remove('a')
    expect(meant()).toEqual(['alzheimer disease'])
    graph.put({ unit: 'a', mentions: [{ ...base, name: 'ad', alias: 'ad' }] })
    graph.remove('b')
    expect(meant()).toEqual(['ad'])
    graph.remove('a')
    graph.remove('a')
    expect([meant(), graph.unitCount(), graph.nameCount()]).toEqual([[], 0, 0])
    // Their three numbers are given out again.
    for (const unit of ['a', 'b']) graph.put({ unit, mentions: [{ ...base, name: 'ad', alias: 'ad' }] })
    expect(graph.view().nodes).toBe(4)
  })

  it('leads from a name most to the unit that bears it as its title, then to one that is about it', () => {
    const graph = createNameGraph()
    const base = { name: 'lupeol', alias: 'lupeol', start: null, end: null }
    graph.put({ unit: 'title', mentions: [{ ...base, kind: 'title', isSubject: true }] })
    graph.put({ unit: 'about', mentions: [{ ...base, kind: 'chemical', isSubject: true }] })
    graph.put({ unit: 'names', mentions: [{ ...base, kind: 'chemical', isSubject: false }] })
    expect(rankings(graph)).toMatchObject([[{ unit: 'title' }, { unit: 'about' }, { unit: 'names' }]])
  })

  it('meets a term in lower case, and other single words only with a capital', () => {
    const graph = createNameGraph()
    const base = { isSubject: false, start: 0, end: 6 }
    graph.put({
      unit: 'a',
      mentions: [
        { ...base, name: 'lupeol', alias: 'lupeol', kind: 'chemical' },
        { ...base, name: 'bark', alias: 'bark', kind: 'span' },
      ],
    })
    expect(graph.link('does lupeol of bark act?')).toMatchObject([{ name: 'lupeol', isPhrase: true }])
    expect(graph.link('Lupeol of Bark')).toMatchObject([
      { name: 'lupeol', isPhrase: false },
      { name: 'bark', isPhrase: false },
    ])
    graph.remove('a')
    expect(graph.link('lupeol')).toEqual([])
  })

  it('knows a short form by the names it stands for, and says which share each has', () => {
    const graph = createNameGraph()
    const short = { alias: 'ad', kind: 'abbreviation', isSubject: false, start: 0, end: 2 } as const
    for (const unit of ['a', 'b', 'c'])
      graph.put({ unit, mentions: [{ ...short, name: 'alzheimer disease' }] })
    graph.put({ unit: 'd', mentions: [{ ...short, name: 'atopic dermatitis' }] })
    expect(graph.link('Which drugs act on AD?')).toMatchObject([
      { name: 'alzheimer disease', asked: 'ad', share: 0.75, units: 3 },
      { name: 'atopic dermatitis', asked: 'ad', share: 0.25, units: 1 },
    ])
    graph.remove('d')
    expect(graph.link('AD')).toMatchObject([{ name: 'alzheimer disease', share: 1 }])
  })
})

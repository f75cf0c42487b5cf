/** The edges of a drawing: which facts, synonyms and mentions lie between the nodes that are shown. */
import { describe, expect, it } from 'vitest'
import { createNameCorrections, createNameCorrector } from '../../../../graph/index.ts'
import { NO_CORRECTIONS } from '../../../../graph/name-corrections.ts'
import { createNameGraph } from '../../../../graph/name-graph.ts'
import { edgesOnPaths, factEdges, mentionEdges, synonymEdges } from '../../../../graph/view/edges.ts'
import { EMBEDDER, fact, mentionIn, namedCorpus } from '../../../fixtures/named-corpus.ts'

const none = createNameCorrector(NO_CORRECTIONS)
const ONE = 'Lupeol blocks AKT.'
const TWO = 'AKT is a kinase.'

async function corpus() {
  const made = await namedCorpus({
    title: 'T',
    units: [
      {
        text: ONE,
        mentions: [],
        facts: [fact('lupeol', 'blocks', 'akt'), fact('akt', 'is', 'akt'), fact('akt', 'is in', 'cells')],
      },
      { text: TWO, mentions: [], facts: [fact('akt', 'is', 'kinase')] },
    ],
  })
  await using writer = await made.store.write('synonyms')
  await writer.putSynonyms(EMBEDDER.id, [
    { one: 'akt', other: 'akt1', cosine: 0.9 },
    { one: 'akt', other: 'far', cosine: 0.9 },
    { one: 'kinase', other: 'kinases', cosine: 0.9 },
  ])
  return made
}

const nodes = (...ids: readonly string[]) => new Map(ids.map((id) => [id, null]))

describe('edges of mentions', () => {
  it('lead from shown names to shown units, as subjects where the unit is about the name', () => {
    const graph = createNameGraph()
    const text = 'lupeol akt'
    const mentions = [
      mentionIn(text, 'lupeol', { isSubject: true }),
      mentionIn(text, 'akt'),
      mentionIn(text, text, { kind: 'title', isSubject: true }),
    ]
    graph.put({ unit: 'one', mentions })
    graph.put({ unit: 'two', mentions: mentions.slice(1, 2) })
    const shown = new Map([
      ['name:lupeol', graph.nameNode('lupeol')!],
      ['name:akt', graph.nameNode('akt')!],
      ['name:lupeol akt', graph.nameNode('lupeol akt')!],
      ['name:unknown', null],
      ['unit:one', graph.unitNode('one')!],
    ])
    expect(mentionEdges(graph, shown)).toEqual([
      { source: 'name:lupeol', target: 'unit:one', type: 'subject' },
      { source: 'name:akt', target: 'unit:one', type: 'mention' },
      { source: 'name:lupeol akt', target: 'unit:one', type: 'subject' },
    ])
  })

  it('lead to no unit that came to the number of one that went', () => {
    const graph = createNameGraph()
    graph.put({ unit: 'one', mentions: [mentionIn('lupeol', 'lupeol'), mentionIn('akt', 'akt')] })
    graph.put({ unit: 'two', mentions: [mentionIn('lupeol', 'lupeol')] })
    const number = graph.unitNode('two')
    graph.remove('two')
    graph.put({ unit: 'three', mentions: [mentionIn('akt', 'akt')] })
    expect(graph.unitNode('three')).toBe(number)
    const shown = new Map([
      ['name:lupeol', graph.nameNode('lupeol')!],
      ['unit:one', graph.unitNode('one')!],
      ['unit:three', graph.unitNode('three')!],
    ])
    expect(mentionEdges(graph, shown)).toEqual([
      { source: 'name:lupeol', target: 'unit:one', type: 'mention' },
    ])
  })
})

describe('edges of facts', () => {
  it('are those that a shown unit states between two shown names', async () => {
    const { source, unit } = await corpus()
    const shown = nodes('name:lupeol', 'name:akt', 'name:kinase', `unit:${unit(ONE)}`)
    const blocks = {
      source: 'name:lupeol',
      target: 'name:akt',
      type: 'fact',
      label: 'blocks',
      unit: unit(ONE),
    }
    expect(await factEdges(source, shown, none)).toEqual([blocks])
    const both = await factEdges(source, new Map([...shown, [`unit:${unit(TWO)}`, null]]), none)
    expect(both).toEqual([
      blocks,
      { source: 'name:akt', target: 'name:kinase', type: 'fact', label: 'is', unit: unit(TWO) },
    ])
  })

  it('are none for units without facts', async () => {
    const { source } = await namedCorpus({ title: 'T', units: [{ text: ONE, mentions: [] }] })
    expect(await factEdges(source, nodes('name:akt', 'unit:0'), none)).toEqual([])
  })

  it('follow corrections, and leave out what these make a fact of a name with itself', async () => {
    const { source, unit } = await corpus()
    const shown = nodes('name:lupeol', 'name:akt', `unit:${unit(ONE)}`)
    const joined = createNameCorrector(createNameCorrections([], { lupeol: 'akt', cells: 'lupeol' }))
    expect(await factEdges(source, shown, joined)).toEqual([])
    const ignored = createNameCorrector(createNameCorrections(['akt'], {}))
    expect(await factEdges(source, shown, ignored)).toEqual([])
  })
})

describe('edges of synonyms', () => {
  it('are there once for each pair of shown names', async () => {
    const { source } = await corpus()
    const shown = nodes('name:akt1', 'name:akt', 'name:kinase', 'unit:kinases')
    expect(await synonymEdges(source, shown)).toEqual([
      { source: 'name:akt', target: 'name:akt1', type: 'synonym' },
    ])
    expect(await synonymEdges(source, nodes('unit:akt', 'name:akt1'))).toEqual([])
  })

  it('come in the order of their first names', async () => {
    const { source } = await corpus()
    const shown = nodes('name:kinase', 'name:akt1', 'name:kinases', 'name:akt')
    const targets = (await synonymEdges(source, shown)).map(({ target }) => target)
    expect(targets).toEqual(['name:kinases', 'name:akt1'])
  })
})

describe('steps of a path that no edge shows', () => {
  it('are facts of other units in either direction, or else synonyms; each once', async () => {
    const { source, unit } = await corpus()
    const path = { nodes: ['name:kinase', 'name:akt', 'name:akt1', 'unit:x', 'name:lupeol', 'name:akt'] }
    const drawn = [{ source: 'name:akt', target: 'name:lupeol', type: 'fact' }] as const
    expect(await edgesOnPaths(source, [path, { nodes: ['name:akt1', 'name:akt'] }], drawn, none)).toEqual([
      { source: 'name:akt', target: 'name:kinase', type: 'fact', label: 'is', unit: unit(TWO) },
      { source: 'name:akt', target: 'name:akt1', type: 'synonym' },
    ])
    expect(await edgesOnPaths(source, [path], [], none)).toHaveLength(3)
  })

  it('are found by any form that a correction joins to the name', async () => {
    const { source, unit } = await corpus()
    const joined = createNameCorrector(createNameCorrections([], { lupeol: 'lup' }))
    expect(await edgesOnPaths(source, [{ nodes: ['name:lup', 'name:akt'] }], [], joined)).toEqual([
      { source: 'name:lup', target: 'name:akt', type: 'fact', label: 'blocks', unit: unit(ONE) },
    ])
  })

  it.each([
    { name: 'the five hundredth', others: 499, type: 'fact' },
    { name: 'none behind it', others: 500, type: 'synonym' },
  ])('are looked for among five hundred facts of a name: $name', async ({ others, type }) => {
    const facts = Array.from({ length: others }, (_, i) => fact('akt', 'is', `kinase ${i}`))
    const units = [{ text: ONE, mentions: [], facts: [...facts, fact('akt', 'blocks', 'lupeol')] }]
    const { source } = await namedCorpus({ title: 'T', units })
    const edges = await edgesOnPaths(source, [{ nodes: ['name:akt', 'name:lupeol'] }], [], none)
    expect(edges.map((edge) => edge.type)).toEqual([type])
  })

  it('of a path of one node, or of none, are none', async () => {
    const { source } = await corpus()
    expect(await edgesOnPaths(source, [{ nodes: ['name:akt'] }, { nodes: [] }], [], none)).toEqual([])
  })
})

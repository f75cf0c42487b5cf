/** The nodes and edges of a drawing: which are shown around some that must be in it. */
import { describe, expect, it } from 'vitest'
import { communitiesOf } from '../../../graph/adapters/louvain-communities.ts'
import { createNameCorrections, createNameCorrector } from '../../../graph/index.ts'
import { edgesOnPaths, factEdges, selectNodes, synonymEdges } from '../../../graph/view/index.ts'
import { fact, namedCorpus, namedUnits, putSynonyms } from '../../fixtures/named-corpus.ts'

const correcting = (ignore: readonly string[], alias: Record<string, string>) =>
  createNameCorrector(createNameCorrections(ignore, alias))
const none = correcting([], {})

describe('the nodes of a drawing', () => {
  /** On the chain a - (1) - b - (2) - c - (3) - d; units are called by their first name. */
  async function drawn(
    needed: readonly string[],
    depth: number,
    limit: number,
    texts = ['a, b', 'b, c*', 'c*, d'],
  ) {
    const { source, unit } = await namedCorpus({ title: 'T', units: namedUnits(...texts) })
    const called = new Map(texts.map((text, i) => [`unit:${unit(text)}`, `unit ${i + 1}`]))
    const idOf = new Map([...called].map(([id, name]) => [name, id]))
    const ids = needed.map((name) => idOf.get(name) ?? `name:${name}`)
    const names = await source.names()
    const found = await names.whenCurrent(({ graph }) => selectNodes(graph, ids, { depth, limit }))
    const plain = (id: string) => called.get(id) ?? id.slice('name:'.length)
    return {
      shown: [...found.shown.keys()].map(plain),
      degrees: [...found.degrees.values()],
      edges: found.edges.map(({ source: from, target, type }) => `${plain(from)} ${type} ${plain(target)}`),
      left: found.left,
    }
  }

  it.each([
    { name: 'no step', needed: ['a'], depth: 0, limit: 20, shown: ['a'], left: 0 },
    { name: 'one step', needed: ['a'], depth: 1, limit: 20, shown: ['a', 'unit 1'], left: 0 },
    {
      name: 'four steps',
      needed: ['a'],
      depth: 4,
      limit: 20,
      shown: ['a', 'unit 1', 'b', 'unit 2', 'c'],
      left: 0,
    },
    {
      name: 'as many as are asked for',
      needed: ['a'],
      depth: 4,
      limit: 3,
      shown: ['a', 'unit 1', 'b'],
      left: 2,
    },
    {
      name: 'the needed ones above the limit',
      needed: ['a', 'd', 'unit 2'],
      depth: 1,
      limit: 2,
      shown: ['a', 'd', 'unit 2'],
      left: 4,
    },
    {
      name: 'what the graph does not know',
      needed: ['fact only'],
      depth: 3,
      limit: 9,
      shown: ['fact only'],
      left: 0,
    },
  ])('are those within reach: $name', async ({ needed, depth, limit, shown, left }) => {
    expect(await drawn(needed, depth, limit)).toMatchObject({ shown, left })
  })

  it('come with the edges between them and their degrees in the whole graph', async () => {
    expect(await drawn(['b', 'c', 'unit 2', 'unit 3'], 0, 9)).toMatchObject({
      degrees: [2, 2, 2, 2],
      edges: ['b mention unit 2', 'c subject unit 2', 'c subject unit 3'],
    })
  })

  it('form communities, the largest first, the same each time', () => {
    const link = (source: string, target: string) => ({ source, target, weight: 1 })
    const links = [link('a', 'b'), link('b', 'c'), link('a', 'c'), link('c', 'x'), link('x', 'y')]
    expect([...communitiesOf(['a', 'b', 'c', 'x', 'y'], links).values()]).toEqual([0, 0, 0, 1, 1])
    expect([...communitiesOf(['p', 'q'], []).values()]).toEqual([0, 1])
  })
})

describe('the edges of a drawing', () => {
  const ONE = 'Lupeol blocks AKT.'
  const TWO = 'AKT is a kinase.'
  async function corpus() {
    const facts = [fact('lupeol', 'blocks', 'akt'), fact('akt', 'is', 'akt'), fact('akt', 'is in', 'cells')]
    const made = await namedCorpus({
      title: 'T',
      units: [
        { text: ONE, mentions: [], facts },
        { text: TWO, mentions: [], facts: [fact('akt', 'is', 'kinase')] },
      ],
    })
    await putSynonyms(made, [
      ['akt', 'akt1', 0.9],
      ['akt', 'far', 0.9],
      ['kinase', 'kinases', 0.9],
    ])
    return made
  }
  const nodes = (...ids: readonly string[]) => new Map(ids.map((id) => [id, null]))
  const plain = (edges: Awaited<ReturnType<typeof factEdges>>) =>
    edges.map(({ source, target, type, label }) => `${source.slice(5)} ${label ?? type} ${target.slice(5)}`)

  it('are facts that a shown unit states between two shown names, under the corrections', async () => {
    const { source, unit } = await corpus()
    const shown = nodes('name:lupeol', 'name:akt', 'name:kinase', `unit:${unit(ONE)}`)
    expect(plain(await factEdges(source, shown, none))).toEqual(['lupeol blocks akt'])
    const both = await factEdges(source, new Map([...shown, [`unit:${unit(TWO)}`, null]]), none)
    expect(plain(both)).toEqual(['lupeol blocks akt', 'akt is kinase'])
    expect(both.map((edge) => edge.unit)).toEqual([unit(ONE), unit(TWO)])
    expect(await factEdges(source, shown, correcting([], { lupeol: 'akt', cells: 'lupeol' }))).toEqual([])
    expect(await factEdges(source, shown, correcting(['akt'], {}))).toEqual([])
  })

  it('are synonyms, once for each pair of shown names', async () => {
    const { source } = await corpus()
    const shown = nodes('name:akt1', 'name:akt', 'name:kinase', 'unit:kinases')
    expect(plain(await synonymEdges(source, shown))).toEqual(['akt synonym akt1'])
  })

  it('are the steps of paths that no other edge shows: facts of other units either way round, or else synonyms', async () => {
    const { source } = await corpus()
    const paths = [
      { nodes: ['name:kinase', 'name:akt', 'name:akt1', 'unit:x', 'name:lupeol', 'name:akt'] },
      { nodes: ['name:akt1', 'name:akt'] },
      { nodes: [] },
    ]
    const drawn = [{ source: 'name:akt', target: 'name:lupeol', type: 'fact' }] as const
    expect(plain(await edgesOnPaths(source, paths, drawn, none))).toEqual([
      'akt is kinase',
      'akt synonym akt1',
    ])
    const joined = [{ nodes: ['name:lup', 'name:akt'] }]
    expect(plain(await edgesOnPaths(source, joined, [], correcting([], { lupeol: 'lup' })))).toEqual([
      'lup blocks akt',
    ])
  })
})

/** The figures of a graph, against counts taken by hand. */
import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../../corpus/index.ts'
import { createNameCorrections } from '../../../../graph/index.ts'
import { CORRECTIONS_SETTING } from '../../../../graph/name-corrections.ts'
import { graphStats } from '../../../../graph/view/stats.ts'
import { fact, mentionIn, type NamedUnit, namedCorpus } from '../../../fixtures/named-corpus.ts'

function unitWith(text: string, names: readonly string[], facts?: NamedUnit['facts']): NamedUnit {
  const mentions = names.map((name): Mention => ({ ...mentionIn(text, text), name, alias: name }))
  return { text, mentions, ...(facts === undefined ? {} : { facts }) }
}

/** `hub` has 9 units, `pair` 2, the others one; a unit has no name, one and a passage were not looked through. */
async function corpus() {
  const hubs = ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => unitWith(text, ['hub']))
  const short = mentionIn('SF', 'SF', { name: 'pair', alias: 'sf', kind: 'abbreviation', isSubject: true })
  return await namedCorpus({
    title: 'T',
    units: [
      { text: 'i', mentions: [short, ...unitWith('i', ['hub']).mentions!], facts: [fact('x', 'is', 'y')] },
      ...hubs,
      unitWith('g', ['hub', 'lone']),
      unitWith('h', ['hub', 'pair'], [fact('hub', 'is', 'pair'), fact('hub', 'has', 'pair')]),
      unitWith('alone', ['one', 'two', 'three']),
      unitWith('nameless', []),
      { text: 'unread' },
      { text: 'unread passage', kind: 'passage' },
    ],
  })
}

describe('the figures of a graph', () => {
  it('count its units, names, mentions and facts', async () => {
    const { source } = await corpus()
    const { rows, edgeBytes, memoryBytes, degrees, ...counted } = await graphStats(source)
    expect(counted).toEqual({
      corpus: 'named',
      unnamed: 2,
      units: 10,
      names: 6,
      aliases: 1,
      edges: 15,
      mentions: { span: 14, abbreviation: 1 },
      facts: 3,
      ignored: 0,
      joined: 0,
      hubs: [
        { name: 'hub', units: 9, isSubject: false },
        { name: 'pair', units: 2, isSubject: true },
        { name: 'lone', units: 1, isSubject: false },
        { name: 'one', units: 1, isSubject: false },
        { name: 'three', units: 1, isSubject: false },
        { name: 'two', units: 1, isSubject: false },
      ],
      unitsWithoutName: 1,
      isolatedUnits: 1,
    })
    expect(Object.keys(counted.mentions)).toEqual(['span', 'abbreviation'])
    expect(rows).toMatchObject({ named: 11, extracted: 2 })
  })

  it('sort nodes into bands of degrees that double', async () => {
    const { source } = await corpus()
    const { degrees } = await graphStats(source)
    expect(degrees).toEqual([
      { from: 1, to: 1, units: 6, names: 4 },
      { from: 2, to: 2, units: 3, names: 1 },
      { from: 3, to: 4, units: 1, names: 0 },
      { from: 5, to: 8, units: 0, names: 0 },
      { from: 9, to: 16, units: 0, names: 1 },
    ])
  })

  it('add up what its arrays and its labels take', async () => {
    const { source } = await corpus()
    const { edgeBytes, memoryBytes } = await graphStats(source)
    const names = await source.names()
    const { starts, degrees, targets, weights, totals } = await names.whenCurrent(({ graph }) => graph.view())
    const bytes = [starts, degrees, targets, weights, totals].map((array) => array.byteLength)
    expect(edgeBytes).toBe(bytes.reduce((sum, some) => sum + some, 0))
    // hub, pair, lone, one, two, three and "sf\npair", each with a header of 16; ten ids of units of 32 letters.
    const letters = 3 + 4 + 4 + 3 + 3 + 5 + 7 + 7 * 16 + 10 * (32 + 16)
    const entries = 10 * 2 + 6 * 3 + 1 * 4
    expect(memoryBytes).toBe(edgeBytes + letters + entries * 48)
  })

  it('show the ten names with most units', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `name ${String.fromCharCode(97 + i)}`)
    const { source } = await namedCorpus({ title: 'T', units: [unitWith('u', names.toReversed())] })
    const { hubs } = await graphStats(source)
    expect(hubs.map(({ name }) => name)).toEqual(names.slice(0, 10))
  })

  it('have one band for one unit with one name', async () => {
    const { source } = await namedCorpus({ title: 'T', units: [unitWith('u', ['n'])] })
    expect(await graphStats(source)).toMatchObject({
      degrees: [{ from: 1, to: 1, units: 1, names: 1 }],
      isolatedUnits: 1,
    })
  })

  it('follow the corrections of the corpus', async () => {
    const { store, source } = await corpus()
    {
      await using writer = await store.write('correct')
      const mends = createNameCorrections(['one', 'x'], { two: 'three', sf: 'hub' })
      await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(mends))
    }
    expect(await graphStats(source)).toMatchObject({
      ignored: 2,
      joined: 2,
      names: 4,
      facts: 2,
      mentions: { span: 13, abbreviation: 1 },
      aliases: 2,
    })
  })

  it('are all nothing for a corpus without names', async () => {
    const { source } = await namedCorpus({ title: 'T', units: [{ text: 'unread' }] })
    expect(await graphStats(source)).toMatchObject({
      unnamed: 1,
      units: 0,
      names: 0,
      edges: 0,
      mentions: {},
      hubs: [],
      unitsWithoutName: 0,
      isolatedUnits: 0,
      degrees: [],
    })
  })

  it('are given up when the caller goes', async () => {
    const { source } = await corpus()
    await expect(graphStats(source, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })
})

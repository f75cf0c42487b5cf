/** Names of a corpus in a question: the lookup in memory and the lookup on a server find the same. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CorpusStore } from '../../corpus/index.ts'
import { openPostgresNames } from '../../graph/adapters/postgres-names.ts'
import {
  CORRECTIONS_SETTING,
  createNameCorrections,
  type NameSource,
  openCorpusNames,
} from '../../graph/index.ts'
import { emptyCorpus } from '../fixtures/empty-corpus.ts'
import { mentionsOf } from '../fixtures/named-corpus.ts'
import { pgliteCorpora } from '../fixtures/pglite-corpora.ts'
import { textRecord } from '../fixtures/text-records.ts'

const UNITS = {
  one: 'title:birch bark*, chemical:lupeol, phrase:bark extract',
  two: 'chemical:lupeol, chemical:lupeol<lup, species:escherichia coli',
  three: 'abbreviation:interleukin 6<il6*, abbreviation:interleukin 6<il6, phrase:bark extract',
  four: 'gene:il6 receptor<il6, heading:methods, span:oslo',
  none: '',
}
/** Rows of `name<asked` with share, units and kind. */
const LINKED = [
  { question: 'What of birch bark and Lupeol?', is: ['birch bark 1 1 title', 'lupeol 1 2'] },
  { question: 'Is lupeol in the bark extract?', is: ['bark extract 1 2 phrase', 'lupeol 1 2 phrase'] },
  { question: 'Does LUP kill E. coli?', is: ['lupeol<lup 1 2', 'escherichia coli<e coli 1 1'] },
  { question: 'What of IL-6?', is: ['il6 receptor<il6 0.5 1', 'interleukin 6<il6 0.5 1'] },
  { question: 'which methods', is: [] },
  { question: '?!', is: [] },
]
const CORRECTED = createNameCorrections(['bark extract'], { 'il6 receptor': 'interleukin 6', lup: 'lupane' })
const LINKED_CORRECTED = [
  { question: 'Is lupeol in the bark extract?', is: ['lupeol 1 2 phrase'] },
  { question: 'Does LUP kill?', is: ['lupane<lup 1 1'] },
  { question: 'What of IL-6?', is: ['interleukin 6<il6 1 2'] },
  { question: 'What of Lupane?', is: ['lupane 1 1'] },
]
const EDGES = [
  'one > birch bark 0.0625, birch bark > one 32',
  'one > lupeol 1, lupeol > one 1',
  'one > bark extract 0.125, bark extract > one 1',
  'two > lupeol 1, lupeol > two 1',
  'two > escherichia coli 0.0625, escherichia coli > two 1',
  'three > interleukin 6 0.0625, interleukin 6 > three 4',
  'three > bark extract 0.125, bark extract > three 1',
  'four > il6 receptor 0.0625, il6 receptor > four 1',
  'four > methods 0.0078125, methods > four 1',
  'four > oslo 0.0625, oslo > four 1',
]
const EDGES_CORRECTED = [
  ...EDGES.filter((edge) => !/bark extract|interleukin|il6/.test(edge)),
  'two > lupane 0.0625, lupane > two 1',
  'three > interleukin 6 1, interleukin 6 > three 4',
  'four > interleukin 6 1, interleukin 6 > four 1',
]

const createOnServer = pgliteCorpora()

const SOURCES = [
  {
    name: 'in memory',
    create: async (): Promise<CorpusStore> => emptyCorpus(),
    open: (reader: CorpusStore) => openCorpusNames({ reader, folder: '/no-folder-of-artefacts' }),
  },
  {
    name: 'in PostgreSQL',
    create: createOnServer,
    open: async (store: CorpusStore) => openPostgresNames(store.database!, store),
  },
]

describe.each(SOURCES)('names $name', ({ create, open }) => {
  let store: CorpusStore
  let names: NameSource
  const idOf = new Map<string, string>()
  beforeAll(async () => {
    store = await create()
    await using writer = await store.write('names')
    const record = await textRecord({ name: 'paper', title: '', units: Object.keys(UNITS) }, null)
    await writer.put([record])
    for (const { id, text } of record.units) idOf.set(text, id)
    await writer.putMentions(
      'recipe',
      Object.entries(UNITS).map(([text, mentions]) => ({
        unit: idOf.get(text)!,
        mentions: mentions === '' ? [] : mentionsOf(mentions),
      })),
    )
    names = await open(store)
  })
  async function correct(corrections: object): Promise<void> {
    await using writer = await store.write('correct')
    await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(corrections))
  }
  async function linked(question: string): Promise<string[]> {
    return (await names.ask(question)).linked.map(
      ({ name, asked, share, units, isTitle, isPhrase }) =>
        `${name}${asked === name ? '' : `<${asked}`} ${share} ${units}${isTitle ? ' title' : ''}${isPhrase ? ' phrase' : ''}`,
    )
  }
  /** Returns every edge, `from > to weight`, of the graph reached from all units. */
  async function edges(): Promise<string[]> {
    const { graph, reach } = await names.ask('What?')
    const ids = [...idOf.values()]
    await reach?.units(ids)
    let nodes = new Set(ids.flatMap((id) => graph.unitNode(id) ?? []))
    for (;;) {
      await reach?.edges([...nodes].filter((node) => !reach.isFetched(node)))
      const { starts, degrees, targets } = graph.view()
      const ends = [...nodes].flatMap((node) => [
        ...targets.subarray(starts[node]!, starts[node]! + degrees[node]!),
      ])
      const more = new Set([...nodes, ...ends])
      if (more.size === nodes.size) break
      nodes = more
    }
    await reach?.ids()
    const textOf = new Map([...idOf].map(([text, id]) => [id, text]))
    const label = (node: number) => graph.nameAt(node) ?? textOf.get(graph.unitAt(node)!)
    const { starts, degrees, targets, weights } = graph.view()
    return [...nodes].flatMap((node) =>
      Array.from({ length: degrees[node]! }, (_, at) => {
        const cell = starts[node]! + at
        return `${label(node)} > ${label(targets[cell]!)} ${weights[cell]}`
      }),
    )
  }

  it.each(LINKED)('are found in "$question"', async ({ question, is }) => {
    expect((await linked(question)).toSorted()).toEqual(is.toSorted())
  })

  it('lead to units by the weights of their mentions, and units to them', async () => {
    expect((await edges()).toSorted()).toEqual(EDGES.flatMap((both) => both.split(', ')).toSorted())
    expect([await names.isEmpty(), await names.namedUnits()]).toEqual([false, 4])
  })

  it('are at once as a person corrected them', async () => {
    await correct(CORRECTED)
    for (const { question, is } of LINKED_CORRECTED)
      expect((await linked(question)).toSorted(), question).toEqual(is.toSorted())
    expect((await edges()).toSorted()).toEqual(EDGES_CORRECTED.flatMap((both) => both.split(', ')).toSorted())
    await correct(createNameCorrections([], {}))
    expect(await linked('Does LUP kill?')).toEqual(['lupeol<lup 1 2'])
  })

  it('come with their unit and go with it', async () => {
    await using writer = await store.write('more')
    const record = await textRecord({ name: 'other', title: '', units: ['five'] }, null)
    await writer.put([record])
    await writer.putMentions('recipe', [{ unit: record.units[0]!.id, mentions: mentionsOf('span:bergen') }])
    expect(await linked('What of Bergen?')).toEqual(['bergen 1 1'])
    await writer.remove([record.paper.id])
    expect(await linked('What of Bergen?')).toEqual([])
  })
})

/** The graph of names follows its corpus: units that come, change and go, and corrections. */
import { describe, expect, it } from 'vitest'
import { createMemoryCorpus } from '../../../corpus/adapters/memory-corpus-store.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import {
  CORRECTIONS_SETTING,
  type CorpusNames,
  createNameCorrections,
  openCorpusNames,
} from '../../../graph/index.ts'
import { mentionIn } from '../../fixtures/named-corpus.ts'
import { textRecord } from '../../fixtures/text-records.ts'

async function putPaper(store: CorpusStore, name: string, texts: readonly string[]): Promise<void> {
  const record = await textRecord({ name, units: texts }, null)
  await using writer = await store.write('names')
  await writer.put([record])
  await writer.putMentions(
    'recipe',
    record.units.map(({ id, text }) => ({
      unit: id,
      mentions: text.split(' ').map((word) => mentionIn(text, word)),
    })),
  )
}

async function setCorrections(store: CorpusStore, ignore: readonly string[], alias: Record<string, string>) {
  await using writer = await store.write('corrections')
  await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(createNameCorrections(ignore, alias)))
}

/** Each name with its number of units. */
async function unitsByName(names: CorpusNames): Promise<Record<string, number>> {
  return await names.whenCurrent(({ graph }) => {
    const { nodes, degrees } = graph.view()
    const counts = Array.from({ length: nodes }, (_, node) => [graph.nameAt(node), degrees[node]!] as const)
    return Object.fromEntries(counts.filter(([name]) => name !== null).sort())
  })
}

async function opened(...papers: readonly (readonly [string, readonly string[]])[]) {
  const store = createMemoryCorpus()
  for (const [name, texts] of papers) await putPaper(store, name, texts)
  return { store, names: await openCorpusNames({ reader: store, folder: '/no-folder-of-artefacts' }) }
}

describe('the graph of names of a corpus', () => {
  it('is empty for an empty corpus, and as far as the corpus', async () => {
    const { store, names } = await opened()
    expect(await unitsByName(names)).toEqual({})
    expect(names.seq()).toBe(0)
    await putPaper(store, 'p', ['bark akt'])
    await names.refresh()
    expect(names.seq()).toBe(await store.seq())
  })

  it('takes in units that come, change and go', async () => {
    const { store, names } = await opened(['p', ['bark akt', 'bark']], ['q', ['akt tea']])
    expect(await unitsByName(names)).toEqual({ akt: 2, bark: 2, tea: 1 })
    await putPaper(store, 'q', ['bark tea', 'tea'])
    expect(await unitsByName(names)).toEqual({ akt: 1, bark: 3, tea: 2 })
    {
      await using writer = await store.write('remove')
      const [{ paper } = { paper: '' }] = await writer.listUnits()
      await writer.remove([paper])
    }
    expect(Object.keys(await unitsByName(names))).not.toHaveLength(3)
    await names.whenCurrent(({ graph }) => expect(graph.unitCount()).toBe(2))
  })

  it('counts what changed since it was opened: units that came, and units that went', async () => {
    const { store, names } = await opened(['p', ['bark akt', 'bark']])
    const changed = () => names.whenCurrent((state) => state.changed)
    expect(await changed()).toBe(2)
    await putPaper(store, 'q', ['tea'])
    expect(await changed()).toBe(3)
    await putPaper(store, 'q', ['other'])
    // One came and one went.
    expect(await changed()).toBe(5)
  })

  it('counts nothing that went before it was opened', async () => {
    const { names } = await opened(['p', ['bark akt', 'bark']], ['p', ['bark']])
    expect(await names.whenCurrent(({ graph, changed }) => [graph.unitCount(), changed])).toEqual([1, 1])
  })

  it('is made again when the corrections change, and back', async () => {
    const { store, names } = await opened(['p', ['bark akt', 'bark']], ['q', ['akt tea']])
    expect(await unitsByName(names)).toEqual({ akt: 2, bark: 2, tea: 1 })
    await setCorrections(store, ['tea'], { akt: 'bark' })
    expect(await unitsByName(names)).toEqual({ bark: 3 })
    expect(await names.whenCurrent((state) => state.changed)).toBe(3)
    await setCorrections(store, [], {})
    expect(await unitsByName(names)).toEqual({ akt: 2, bark: 2, tea: 1 })
  })

  it('counts only what came where it is made again, not what went before', async () => {
    const { store, names } = await opened(['p', ['bark akt', 'bark']], ['q', ['akt tea']])
    await putPaper(store, 'q', ['tea'])
    await names.refresh()
    await setCorrections(store, ['akt'], {})
    expect(await unitsByName(names)).toEqual({ bark: 2, tea: 1 })
    expect(await names.whenCurrent((state) => state.changed)).toBe(3)
  })

  it('is not made again where the corrections stay', async () => {
    const { store, names } = await opened(['p', ['bark']])
    await setCorrections(store, ['noise'], {})
    const graph = await names.whenCurrent((state) => state.graph)
    await putPaper(store, 'q', ['tea'])
    expect(await names.whenCurrent((state) => state.graph)).toBe(graph)
    await setCorrections(store, [], {})
    expect(await names.whenCurrent((state) => state.graph)).not.toBe(graph)
  })

  it('is opened with the corrections of the corpus', async () => {
    const { store } = await opened(['p', ['bark akt']])
    await setCorrections(store, ['akt'], {})
    const names = await openCorpusNames({ reader: store, folder: '/no-folder-of-artefacts' })
    expect(await unitsByName(names)).toEqual({ bark: 1 })
  })
})

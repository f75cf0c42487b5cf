/** Graphs of names and of facts that are opened from what was saved: what comes back, and what is made again. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { GlossError } from '../../../core/index.ts'
import { createMemoryCorpus } from '../../../corpus/adapters/memory-corpus-store.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import {
  CORRECTIONS_SETTING,
  createNameCorrections,
  embedPhrases,
  FACT_GRAPHS,
  type FactGraphName,
  openCorpusFacts,
  openCorpusNames,
} from '../../../graph/index.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { putFacts } from '../../fixtures/followed-facts.ts'
import { fact, mentionIn } from '../../fixtures/named-corpus.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const embedder = fakeEmbedder(3, (text) => [text.length, 1, 0], 'toy')

/** Each word of a text is a name, its first two letters stand for it. */
async function putNames(store: CorpusStore, paper: string, ...texts: readonly string[]): Promise<void> {
  const record = await textRecord({ name: paper, units: texts }, null)
  await using writer = await store.write('names')
  await writer.put([record])
  const mentionsIn = (text: string) =>
    text.split(' ').map((word) => mentionIn(text, word, { alias: word.slice(0, 2) }))
  const named = record.units.map(({ id, text }) => ({ unit: id, mentions: mentionsIn(text) }))
  await writer.putMentions('recipe', named)
}

async function ignore(store: CorpusStore, ...names: readonly string[]): Promise<void> {
  await using writer = await store.write('corrections')
  await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(createNameCorrections(names, {})))
}

function kept() {
  const [store, folder] = [createMemoryCorpus(), temporaryFolder()]
  const refused: string[] = []
  const common = { folder, onRefused: ({ message }: GlossError) => void refused.push(message) }
  return {
    store,
    refused,
    openNames: (reader = store) => openCorpusNames({ ...common, reader }),
    openFacts: (graph: FactGraphName = 'ours', reader = store) =>
      openCorpusFacts({ ...common, reader, embedder, settings: FACT_GRAPHS[graph] }),
    manifests: () =>
      readdirSync(folder).map(
        (name) => JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')) as unknown,
      ),
  }
}

type Kept = ReturnType<typeof kept>

async function namesOf(names: Awaited<ReturnType<Kept['openNames']>>) {
  return await names.whenCurrent(({ graph, seq, saved, changed }) => ({
    kept: { seq, saved, changed },
    ...graph.parts(),
    linked: graph.link('BA and Lupeol').map(({ name, asked, units }) => `${asked} is ${name} of ${units}`),
  }))
}

describe('a graph of names that was saved', () => {
  it('is opened as it was, with nothing to take in', async () => {
    const given = kept()
    await putNames(given.store, 'p', 'lupeol bark', 'bark')
    const names = await given.openNames()
    const before = await namesOf(names)
    expect(before.kept).toEqual({ seq: await given.store.seq(), saved: null, changed: 2 })
    expect(before.linked).toEqual(['ba is bark of 2', 'lupeol is lupeol of 1'])
    expect(await names.save()).toBe(true)
    const after = { ...before, kept: { ...before.kept, saved: before.kept.seq, changed: 0 } }
    expect(await namesOf(names)).toEqual(after)
    const opened = await given.openNames()
    // Before anything is taken in.
    expect(opened.seq()).toBe(before.kept.seq)
    expect(await namesOf(opened)).toEqual(after)
    expect(await opened.save()).toBe(false)
    expect(given.refused).toEqual([])
    expect(given.manifests()).toMatchObject([
      { seq: before.kept.seq, counts: { units: 2, names: 2 }, settings: { graph: 'names', mends: 'none' } },
    ])
  })

  it('takes in what came and went since', async () => {
    const given = kept()
    await putNames(given.store, 'p', 'lupeol bark', 'bark')
    await putNames(given.store, 'q', 'tea')
    await (await given.openNames()).save()
    await putNames(given.store, 'q', 'bark tea')
    const opened = await given.openNames()
    expect((await namesOf(opened)).linked).toEqual(['ba is bark of 3', 'lupeol is lupeol of 1'])
    expect((await namesOf(opened)).kept.changed).toBe(2)
  })

  it('is not opened under other corrections', async () => {
    const given = kept()
    await putNames(given.store, 'p', 'lupeol bark')
    await (await given.openNames()).save()
    await ignore(given.store, 'lupeol')
    const opened = await given.openNames()
    expect(opened.seq()).toBe(0)
    expect((await namesOf(opened)).linked).toEqual(['ba is bark of 1'])
    expect(given.refused).toEqual([])
  })

  it('is refused by a corpus that has not come as far, and made from that', async () => {
    const given = kept()
    await putNames(given.store, 'p', 'lupeol bark')
    await putNames(given.store, 'q', 'bark')
    await (await given.openNames()).save()
    const other = createMemoryCorpus()
    await putNames(other, 'p', 'bark')
    const opened = await given.openNames(other)
    expect(given.refused).toEqual([expect.stringContaining(`the corpus of change ${await other.seq()}`)])
    expect((await namesOf(opened)).linked).toEqual(['ba is bark of 1'])
  })
})

async function factsOf(facts: Awaited<ReturnType<Kept['openFacts']>>) {
  return await facts.whenCurrent((state) => ({
    kept: { seq: state.seq, saved: state.saved, changed: state.changed },
    ...state.graph.parts(),
    texts: state.facts.parts(),
    ends: state.names.parts(),
    lacking: [[...state.lacking.facts], [...state.lacking.names]],
  }))
}

async function embed({ store }: Kept, facts: Awaited<ReturnType<Kept['openFacts']>>): Promise<number> {
  await using writer = await store.write('embed')
  return await embedPhrases(writer, facts, embedder)
}

describe('a graph of facts that was saved', () => {
  it('is opened as it was, vectors and all, and knows again what lacks one', async () => {
    const given = kept()
    await putFacts(given.store, 'p', fact('lupeol', 'is in', 'bark'))
    const facts = await given.openFacts()
    await embed(given, facts)
    await putFacts(given.store, 'q', fact('tea', 'helps', 'bark'), fact('akt', 'is', 'akt'))
    const before = await factsOf(facts)
    expect(before.kept).toEqual({ seq: await given.store.seq(), saved: null, changed: 2 })
    const { lacking, ends, texts } = before
    expect([ends.phrases.length, texts.phrases]).toEqual([2, ['lupeol is in bark']])
    expect(lacking.map((some) => some.length)).toEqual([2, 2])
    expect(await facts.save()).toBe(true)
    const opened = await given.openFacts()
    expect(opened.seq()).toBe(before.kept.seq)
    const { lacking: known, ...after } = await factsOf(opened)
    const { lacking: _, ...same } = before
    expect(after).toEqual({ ...same, kept: { ...before.kept, saved: before.kept.seq, changed: 0 } })
    expect(known.map((some) => some.toSorted())).toEqual(lacking.map((some) => some.toSorted()))
    expect(await opened.save()).toBe(false)
    expect(given.refused).toEqual([])
    expect(given.manifests()).toMatchObject([
      {
        seq: before.kept.seq,
        counts: { units: 2, names: 4, facts: 3 },
        settings: { graph: 'facts', embedder: 'toy', dims: 3, mends: 'none' },
      },
    ])
    // The phrases that it lacks are embedded, and no others.
    expect(await embed(given, opened)).toBe(4)
    expect(await embed(given, opened)).toBe(0)
  })

  it('lacks every vector where it was saved before there were any', async () => {
    const given = kept()
    await putFacts(given.store, 'p', fact('lupeol', 'is in', 'bark'))
    await (await given.openFacts()).save()
    const opened = await given.openFacts()
    expect((await factsOf(opened)).lacking.map((some) => some.length)).toEqual([1, 2])
    expect(await embed(given, opened)).toBe(3)
  })

  it('has free slots and nodes where facts went before it was saved', async () => {
    const given = kept()
    await putFacts(given.store, 'p', fact('lupeol', 'is in', 'bark'))
    await putFacts(given.store, 'q', fact('tea', 'helps', 'mice'))
    const facts = await given.openFacts()
    await embed(given, facts)
    await putFacts(given.store, 'p')
    await facts.save()
    const opened = await given.openFacts()
    expect(await opened.whenCurrent(({ graph }) => graph.facts.size())).toBe(1)
    expect((await factsOf(opened)).lacking).toEqual([[], []])
    expect((await factsOf(opened)).ends.phrases.toSorted()).toEqual(['mice', 'tea'])
  })

  it('is its own for each choice of edges and of corrections', async () => {
    const given = kept()
    await putFacts(given.store, 'p', fact('lupeol', 'is in', 'bark'))
    await (await given.openFacts('ours')).save()
    expect((await given.openFacts('published')).seq()).toBe(0)
    await ignore(given.store, 'noise')
    expect((await given.openFacts('ours')).seq()).toBe(0)
    expect(given.refused).toEqual([])
  })

  it('is refused by a corpus that has not come as far', async () => {
    const given = kept()
    await putFacts(given.store, 'p', fact('lupeol', 'is in', 'bark'))
    await (await given.openFacts()).save()
    const other = createMemoryCorpus()
    expect((await given.openFacts('ours', other)).seq()).toBe(0)
    expect(given.refused).toEqual([expect.stringContaining('the corpus of change 0')])
  })
})

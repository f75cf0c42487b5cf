/** The index of one corpus: it answers for the corpus as it is, from its rows and from its artefact alike. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import { createMemoryCorpus } from '../../../corpus/adapters/memory-corpus-store.ts'
import type { CorpusReader, CorpusStore } from '../../../corpus/index.ts'
import { type CorpusIndex, openCorpusIndex } from '../../../index/index.ts'
import type { CorpusIndexOptions } from '../../../index/index-state.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { turnsWhile } from '../../fixtures/count-turns.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { type TextPaper, textRecord } from '../../fixtures/text-records.ts'

const embedder = bagOfWordsEmbedder(16)
const PAPERS: readonly TextPaper[] = [
  { name: 'one', units: ['enzyme of the bark', 'enzyme of the palm'] },
  { name: 'two', units: ['kinase in cells'] },
]
const GERMAN = [
  'Der Bergbach ist nicht das und wird von der Hitze warm',
  'Die Probe wird von der und ist nicht das in dem',
]

let store: CorpusStore
let folder: string
beforeEach(() => {
  store = createMemoryCorpus()
  folder = temporaryFolder()
})

async function put(papers: readonly TextPaper[]): Promise<void> {
  await using writer = await store.write('test')
  await writer.put(await Promise.all(papers.map((paper) => textRecord(paper, embedder))))
}

async function remove(name: string): Promise<void> {
  await using writer = await store.write('test')
  await writer.remove([contentId(name)])
}

async function open(options: Partial<CorpusIndexOptions> = {}) {
  const refused: string[] = []
  const index = await openCorpusIndex({
    reader: store,
    embedder,
    folder,
    openNeighbours: null,
    onRefused: ({ message }) => refused.push(message),
    ...options,
  })
  return { index, refused }
}

/** Texts with the words, best first. */
async function textsWith(index: CorpusIndex, terms: readonly string[]): Promise<(string | undefined)[]> {
  const { units, words } = await index.candidates({ terms, vector: null, depth: 9, filter: null })
  const order = [...units.keys()].sort((one, other) => words[other]! - words[one]!)
  return (await store.units(order.map((i) => units[i]!))).map((unit) => unit?.text)
}

describe('the index of a corpus', () => {
  it('is empty where the corpus is', async () => {
    const { index } = await open()
    expect([await index.size(), await index.languages(), index.seq()]).toEqual([0, [], 0])
    expect(await textsWith(index, ['enzym'])).toEqual([])
  })

  it('follows the papers that come, go and come back', async () => {
    const { index } = await open()
    await put(PAPERS)
    expect(await textsWith(index, ['kinas'])).toEqual(['kinase in cells'])
    expect([await index.size(), index.seq()]).toEqual([3, await store.seq()])
    await remove('two')
    expect([await textsWith(index, ['kinas']), await index.size()]).toEqual([[], 2])
    // A term of no unit counts as the rarest of two.
    expect((await index.read((view) => view.rarity(['kinas'])))[0]).toBeCloseTo(Math.log(1 + 2.5 / 0.5), 9)
    await put(PAPERS.slice(1))
    expect([await textsWith(index, ['kinas']), await index.size()]).toEqual([['kinase in cells'], 3])
  })

  it('lets others have their turn while many units come in, now and then', async () => {
    await put([{ name: 'many', units: Array.from({ length: 640 }, (_, i) => `unit ${i}`) }])
    const { index } = await open()
    const turns = await turnsWhile(index.refresh)
    // After every 64th unit.
    expect(turns).toBeGreaterThanOrEqual(10)
    expect(turns).toBeLessThan(100)
  })

  it('knows how rare a term is, and its part in a score', async () => {
    await put(PAPERS)
    const { index } = await open({ bm25: { k1: 0, b: 0 } })
    const rarityOf = (having: number) => Math.log(1 + (3 - having + 0.5) / (having + 0.5))
    const rarity = await index.read((view) => view.rarity(['enzym', 'kinas', 'zinc']))
    for (const [i, having] of [2, 1, 0].entries()) expect(rarity[i]).toBeCloseTo(rarityOf(having), 9)
    const { units } = await index.candidates({ terms: ['kinas'], vector: null, depth: 1, filter: null })
    // With k1 0 a term counts its rarity, however often it is there.
    expect(await index.explainWords(['kinas', 'enzym'], units[0]!)).toEqual([
      { term: 'kinas', score: expect.closeTo(rarityOf(1), 6) },
    ])
    expect(await index.explainWords(['kinas'], 'unknown')).toEqual([])
  })

  it('reads a question in the languages of its units, compounds of German ones beside its words', async () => {
    const { index } = await open()
    await put(PAPERS)
    expect([await index.languages(), await index.terms('the bach')]).toEqual([['eng'], ['bach']])
    await put([{ name: 'drei', units: GERMAN }])
    expect(await index.languages()).toEqual(['eng', 'deu'])
    expect(await index.terms('the bach of the palm')).toEqual(['bach', 'palm'])
    await remove('one')
    await remove('two')
    expect(await index.languages()).toEqual(['deu'])
    expect(await index.terms('bach')).toEqual(['bach', 'bach', 'bach', 'bergbach'])
  })

  it('compares vectors, and gives a unit without one the cosine 0', async () => {
    await put(PAPERS)
    {
      await using writer = await store.write('test')
      await writer.put([await textRecord({ name: 'three', units: ['zinc'] }, null)])
    }
    const { index } = await open()
    const [vector] = await embedder.embed(['kinase in cells'])
    const found = await index.candidates({ terms: ['zinc'], vector: vector!, depth: 1, filter: null })
    const units = await store.units(found.units)
    const cosines = Object.fromEntries(units.map((unit, i) => [unit?.text, found.cosines[i]]))
    expect(cosines).toEqual({ zinc: 0, 'kinase in cells': expect.closeTo(1, 4) })
  })
})

describe('the artefact of an index', () => {
  async function answers(index: CorpusIndex) {
    const [vector] = await embedder.embed(['bark kinase'])
    return index.candidates({ terms: ['enzym', 'kinas'], vector: vector!, depth: 3, filter: null })
  }

  /** Says how many units are read of the corpus. */
  function counted() {
    const read: string[] = []
    const reader: CorpusReader = {
      ...store,
      async *unitsSince(seq, id) {
        for await (const entry of store.unitsSince(seq, id)) {
          read.push(entry.unit.text)
          yield entry
        }
      },
    }
    return { read, reader }
  }

  async function saved(): Promise<void> {
    await put([...PAPERS, { name: 'drei', units: GERMAN }, { name: 'four', units: ['goes'] }])
    await remove('four')
    expect(await (await open()).index.save()).toBe(true)
  }

  it('answers as the index that was saved, without reading the corpus again', async () => {
    await saved()
    const { reader, read } = counted()
    const { index, refused } = await open({ reader })
    const fresh = (await open({ folder: temporaryFolder() })).index
    expect(await answers(index)).toEqual(await answers(fresh))
    expect(await index.languages()).toEqual(['eng', 'deu'])
    expect([await index.size(), index.seq(), read, refused]).toEqual([5, await store.seq(), [], []])
  })

  it('is followed by what came and went since', async () => {
    await saved()
    await put([{ name: 'five', units: ['kinase of zinc'] }])
    await remove('two')
    const { reader, read } = counted()
    const { index } = await open({ reader })
    expect(await textsWith(index, ['kinas'])).toEqual(['kinase of zinc'])
    expect([await index.size(), read]).toEqual([5, ['kinase of zinc']])
  })

  it('scores by the BM25 that is asked for', async () => {
    await saved()
    const { index } = await open({ bm25: { k1: 0, b: 0 } })
    const { words } = await index.candidates({ terms: ['kinas'], vector: null, depth: 1, filter: null })
    expect(words[0]).toBeCloseTo(Math.log(1 + 4.5 / 1.5), 6)
  })

  it('names everything that decides its content but the corpus', async () => {
    await saved()
    const manifest = readFileSync(join(folder, readdirSync(folder)[0]!, 'manifest.json'), 'utf8')
    expect(JSON.parse(manifest)).toMatchObject({
      settings: { analyser: 'words-3', bm25: '1.2/0.75', embedder: embedder.id, dims: 16, exact: 20_000 },
      seq: await store.seq(),
      counts: { rows: 5 },
    })
  })

  it.each([
    { name: 'another embedder', options: { embedder: { id: 'another', dims: 16 } } },
    { name: 'another width', options: { embedder: { id: embedder.id, dims: 24 } } },
    { name: 'a graph from another size on', options: { exactRows: 7 } },
  ])('is not that of $name', async ({ options }) => {
    await saved()
    const { index, refused } = await open(options)
    expect([index.seq(), refused]).toEqual([0, []])
  })

  it('of another corpus is refused, and who opens the index is told', async () => {
    await saved()
    store = createMemoryCorpus()
    const { index, refused } = await open()
    expect([await index.size(), refused.length]).toEqual([0, 1])
    await expect(
      openCorpusIndex({ reader: store, embedder, folder, openNeighbours: null }),
    ).resolves.toBeTruthy()
  })

  it('is written again when more than five hundred units came', async () => {
    await saved()
    const { index } = await open()
    await put([{ name: 'many', units: Array.from({ length: 500 }, (_, i) => `unit ${i}`) }])
    expect(await index.save()).toBe(false)
    await put([{ name: 'more', units: ['one more'] }])
    expect(await index.save()).toBe(true)
  })

  it('is written again when more than five hundred units went', async () => {
    await put([{ name: 'many', units: Array.from({ length: 501 }, (_, i) => `unit ${i}`) }, ...PAPERS])
    const { index } = await open()
    expect([await index.save(), await index.save()]).toEqual([true, false])
    await remove('many')
    expect([await index.save(), await index.save()]).toEqual([true, false])
    expect(await (await open()).index.size()).toBe(3)
  })
})

/** The index of expanded terms over a corpus that changes, by a tiny model whose synonyms are known. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contentId } from '../../../core/index.ts'
import { createMemoryCorpus } from '../../../corpus/adapters/memory-corpus-store.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import { openCorpusIndex, openSparseIndex } from '../../../index/index.ts'
import { openFolderTermExpander } from '../../../models/adapters/folder-term-expander.ts'
import type { TermExpander } from '../../../models/index.ts'
import { sparseBackend, wordsBackend } from '../../../retrieval/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { type TextPaper, textRecord } from '../../fixtures/text-records.ts'
import { TINY } from '../../fixtures/tiny-models.ts'

const PAPERS: readonly TextPaper[] = [
  { name: 'one', units: ['the cardiac muscle'] },
  { name: 'two', units: ['cancer of the blood'] },
  { name: 'three', units: ['a bridge built in the river', { text: 'heart cell', kind: 'passage' }] },
]

let model: TermExpander
beforeAll(async () => {
  model = await openFolderTermExpander(TINY.termExpander)
})
afterAll(() => model.close())

let store: CorpusStore
let folder: string
let expanded: string[]
beforeEach(async () => {
  store = createMemoryCorpus()
  folder = temporaryFolder()
  expanded = []
  await put(PAPERS)
})

async function put(papers: readonly TextPaper[]): Promise<void> {
  await using writer = await store.write('test')
  await writer.put(await Promise.all(papers.map((paper) => textRecord(paper, null))))
}

function open(id = model.id, refused: string[] = []) {
  const { size } = model
  const expand = (texts: readonly string[]) => {
    expanded.push(...texts)
    return model.expand(texts)
  }
  const onRefused = (error: Error) => refused.push(error.message)
  return openSparseIndex({ reader: store, folder, expander: { id, size, expand }, onRefused })
}

async function found(index: Awaited<ReturnType<typeof open>>, question: string, filter = {}) {
  const hits = await index.search(model.weigh(question), 10, filter)
  const units = await store.units(hits.map(({ unit }) => unit))
  return hits.map(({ score }, at) => [units[at]?.text, Math.round(score * 100) / 100])
}

describe('an index of expanded terms', () => {
  test('finds a unit by a word that it does not have, below one that has it: scores by hand', async () => {
    const index = await open()
    // Rarity 4 of "heart"; log(1 + 3) of the word itself and log(1 + 2) of its synonym, in steps of a 50th.
    expect(await found(index, 'heart')).toEqual([
      ['heart cell', Math.round(4 * 1.38 * 100) / 100],
      ['the cardiac muscle', Math.round(4 * 1.1 * 100) / 100],
    ])
    expect(await found(index, 'heart', { kinds: ['unit'] })).toHaveLength(1)
    expect(await found(index, 'kinase')).toEqual([])
    expect(await found(index, '?!')).toEqual([])
  })

  test('expands what came, once, and forgets what went', async () => {
    const index = await open()
    await found(index, 'heart')
    await put([{ name: 'four', units: ['a cardiac cell'] }])
    expect(await found(index, 'heart')).toHaveLength(3)
    expect(expanded).toHaveLength(5)
    {
      await using writer = await store.write('test')
      await writer.remove([contentId('four')])
    }
    expect(await found(index, 'heart')).toHaveLength(2)
    expect(expanded).toHaveLength(5)
  })

  test('opens from its artefact without the model, and takes in what came since', async () => {
    const index = await open()
    const before = await found(index, 'heart of a tumour')
    expect(await index.save()).toBe(true)
    expanded = []
    const again = await open()
    expect(await found(again, 'heart of a tumour')).toEqual(before)
    expect(expanded).toEqual([])
    await put([{ name: 'four', units: ['tumour growth'] }])
    await found(again, 'tumour')
    expect(expanded).toEqual(['tumour growth'])
  })

  test('an artefact of another model is not read', async () => {
    await (await open()).save()
    expanded = []
    await found(await open('another'), 'heart')
    expect(expanded).toHaveLength(4)
  })

  test('a failure of the model loses no unit', async () => {
    const { id, size } = model
    let fails = true
    const expand = async (texts: readonly string[]) => {
      if (fails) throw new Error('the server is away')
      return model.expand(texts)
    }
    const index = await openSparseIndex({
      reader: store,
      folder,
      expander: { id, size, expand },
      onRefused: () => undefined,
    })
    await expect(found(index, 'heart')).rejects.toThrow('the server is away')
    fails = false
    expect(await found(index, 'heart')).toHaveLength(2)
  })
})

describe('sparse expansion next to a backend', () => {
  test('adds units that the backend does not find, and says why', async () => {
    const embedder = bagOfWordsEmbedder()
    const words = wordsBackend({
      index: await openCorpusIndex({ reader: store, embedder, folder, openNeighbours: openUsearch() }),
      embedder,
    })
    const index = await open()
    const retriever = sparseBackend(words, async () => ({ index, expander: model }))
    const plain = await words.retrieve({ text: 'heart', k: 10 })
    const { hits, stages } = await retriever.retrieve({ text: 'heart', k: 10, explain: true })
    expect(plain.hits).toHaveLength(1)
    expect(hits).toHaveLength(2)
    expect(hits[0]?.unit).toBe(plain.hits[0]?.unit)
    // First of both sides: twice 1 / (60 + 1).
    expect(hits[0]?.score).toBeCloseTo(2 / 61, 8)
    expect(hits[1]?.why).toEqual({
      sparse: { score: expect.closeTo(4.4, 4), terms: [{ term: 'heart', score: expect.closeTo(4.4, 4) }] },
    })
    expect(Object.keys(stages).at(-1)).toBe('sparse')
  })
})

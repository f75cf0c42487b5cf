/** The index of expanded terms over a corpus that changes, with an expander that is counted by hand. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import { createMemoryCorpus } from '../../../corpus/adapters/memory-corpus-store.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import { openSparseIndex } from '../../../index/index.ts'
import type { SparseTerms } from '../../../index/sparse/weighted-postings.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { type TextPaper, textRecord } from '../../fixtures/text-records.ts'

const VOCABULARY = ['heart', 'cell', 'blood', 'zinc']
const PAPERS: readonly TextPaper[] = [
  { name: 'one', units: ['heart heart cell', 'blood'] },
  { name: 'two', units: [{ text: 'heart', kind: 'passage' }] },
]

/** A word's number in the vocabulary, and how often it is there as its weight. */
function weighed(text: string): SparseTerms {
  const counts = VOCABULARY.map((word) => text.match(/\w+/g)?.filter((one) => one === word).length ?? 0)
  const terms = [...counts.keys()].filter((term) => counts[term]! > 0)
  return { terms: Uint32Array.from(terms), weights: Float32Array.from(terms, (term) => counts[term]!) }
}

let store: CorpusStore
let folder: string
let asked: (readonly string[])[]
beforeEach(async () => {
  store = createMemoryCorpus()
  folder = temporaryFolder()
  asked = []
  await put(PAPERS)
})

async function put(papers: readonly TextPaper[]): Promise<void> {
  await using writer = await store.write('test')
  await writer.put(await Promise.all(papers.map((paper) => textRecord(paper, null))))
}

async function remove(name: string): Promise<void> {
  await using writer = await store.write('test')
  await writer.remove([contentId(name)])
}

async function open({
  id = 'counting',
  expand = async (texts: readonly string[]) => texts.map(weighed),
} = {}) {
  const refused: string[] = []
  const index = await openSparseIndex({
    reader: store,
    folder,
    expander: {
      id,
      size: VOCABULARY.length,
      expand: (texts) => {
        asked.push(texts)
        return expand(texts)
      },
    },
    onRefused: ({ message }) => refused.push(message),
  })
  const found = async (question: string, depth = 9, filter = {}) => {
    const hits = await index.search(weighed(question), depth, filter)
    const units = await store.units(hits.map(({ unit }) => unit))
    return hits.map(({ score }, at) => [units[at]?.text, Math.round(score * 1_000) / 1_000])
  }
  return { index, refused, found }
}

const expandedTexts = () => asked.flat()

describe('an index of expanded terms', () => {
  it('finds units by the sum of the products of weights, best first, with their papers', async () => {
    const { index, found } = await open()
    expect(await found('heart heart cell')).toEqual([
      ['heart heart cell', 5],
      ['heart', 2],
    ])
    expect(await found('heart', 1)).toEqual([['heart heart cell', 2]])
    expect(await found('heart', 9, { kinds: ['passage'] })).toEqual([['heart', 1]])
    expect(await found('zinc')).toEqual([])
    const [hit] = await index.search(weighed('blood'), 1, null)
    expect(hit?.paper).toBe(contentId('one'))
  })

  it('says which terms a score is of, greatest first', async () => {
    const { index } = await open()
    const question = weighed('heart cell cell cell zinc')
    const [hit] = await index.search(question, 1, null)
    expect(await index.explain(question, hit!.unit)).toEqual([
      { term: 1, score: expect.closeTo(3, 5) },
      { term: 0, score: expect.closeTo(2, 5) },
    ])
    expect(await index.explain(question, 'unknown')).toEqual([])
  })

  it('expands each unit once, and forgets what went', async () => {
    const { found } = await open()
    await found('heart')
    await put([{ name: 'three', units: ['heart cell'] }])
    expect(await found('heart')).toHaveLength(3)
    await remove('one')
    expect(await found('heart cell')).toEqual([
      ['heart cell', 2],
      ['heart', 1],
    ])
    expect(expandedTexts()).toEqual(['heart heart cell', 'blood', 'heart', 'heart cell'])
    await put(PAPERS.slice(0, 1))
    expect(await found('blood')).toEqual([['blood', 1]])
  })

  it('expands sixteen units at a time, and the title with each', async () => {
    await put([{ name: 'many', title: 'zinc', units: Array.from({ length: 30 }, (_, i) => `blood ${i}`) }])
    const { found } = await open()
    expect(await found('zinc', 99)).toHaveLength(30)
    expect(asked.map(({ length }) => length)).toEqual([16, 16, 1])
  })

  it('keeps what was expanded before a failure', async () => {
    await put([{ name: 'many', units: Array.from({ length: 20 }, (_, i) => `zinc ${i}`) }])
    let calls = 0
    const expand = async (texts: readonly string[]) => {
      if (++calls === 2) throw new Error('the server is away')
      return texts.map(weighed)
    }
    const { found } = await open({ expand })
    await expect(found('heart')).rejects.toThrow('the server is away')
    expect(await found('zinc', 99)).toHaveLength(20)
    // The first sixteen were not asked for again.
    expect(asked.map(({ length }) => length)).toEqual([16, 7, 7])
  })
})

describe('the artefact of an index of expanded terms', () => {
  it('answers as the index that was saved, and only what came since is expanded', async () => {
    const before = await open()
    await remove('two')
    const expected = await before.found('heart blood')
    expect([await before.index.save(), await before.index.save()]).toEqual([true, false])
    asked = []
    const { found, refused } = await open()
    expect(await found('heart blood')).toEqual(expected)
    await put([{ name: 'three', units: ['zinc'] }])
    expect(await found('zinc')).toEqual([['zinc', 1]])
    expect([expandedTexts(), refused]).toEqual([['zinc'], []])
  })

  it('names its expander and its rows', async () => {
    await (await open()).index.save()
    const manifest = readFileSync(join(folder, readdirSync(folder)[0]!, 'manifest.json'), 'utf8')
    expect(JSON.parse(manifest)).toMatchObject({
      settings: { kind: 'sparse-1', expander: 'counting', terms: 4 },
      seq: await store.seq(),
      counts: { rows: 3, postings: 4 },
    })
  })

  it('of another expander is not read, and one that is ahead of the corpus is refused', async () => {
    await (await open()).index.save()
    asked = []
    await (await open({ id: 'another' })).found('heart')
    expect(expandedTexts()).toHaveLength(3)
    store = createMemoryCorpus()
    const { found, refused } = await open()
    expect([await found('heart'), refused.length]).toEqual([[], 1])
  })

  it('is written again when more than five hundred units came or went', async () => {
    const { index, found } = await open()
    await index.save()
    await put([{ name: 'many', units: Array.from({ length: 501 }, (_, i) => `zinc ${i}`) }])
    expect([await index.save(), await index.save()]).toEqual([true, false])
    await remove('many')
    expect([await index.save(), await index.save()]).toEqual([true, false])
    expect(await found('zinc')).toEqual([])
  })
})

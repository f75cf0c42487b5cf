/** Tests the index of a corpus: it follows changes, reads questions in the corpus's languages, and is opened from its artefact. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CorpusReader } from '../../../corpus/index.ts'
import { indexedCorpus, rarityOf } from '../../fixtures/indexed-corpus.ts'
import type { TextPaper } from '../../fixtures/text-records.ts'
import { turnsWhile } from '../../fixtures/turns.ts'

const GERMAN = [
  'Der Bergbach ist nicht das und wird von der Hitze warm',
  'Die Probe wird von der und ist nicht das in dem',
]

const PAPERS: readonly TextPaper[] = [
  { name: 'one', units: ['enzyme of the bark', 'enzyme of the palm'] },
  { name: 'two', units: ['kinase in cells'] },
]

describe('the index of a corpus', () => {
  it('lets others have their turn while many units come in', async () => {
    const { put, open } = indexedCorpus()
    await put([{ name: 'many', units: Array.from({ length: 640 }, (_, i) => `unit ${i}`) }])
    expect(await turnsWhile((await open()).index.refresh)).toBeGreaterThanOrEqual(10)
  })

  it('knows how rare a term is, and its part in a score', async () => {
    const { put, open } = indexedCorpus()
    await put(PAPERS)
    // With k1 = 0 a term scores its rarity, however often it occurs.
    const { index } = await open({ bm25: { k1: 0, b: 0 } })
    const rarity = await index.read((view) => view.rarity(['enzym', 'kinas', 'zinc']))
    for (const [i, having] of [2, 1, 0].entries()) expect(rarity[i]).toBeCloseTo(rarityOf(3, having), 9)
    const unit = (await index.candidates({ terms: ['kinas'], vector: null, depth: 1, filter: null }))
      .units[0]!
    expect(await index.explainWords(['kinas', 'enzym'], unit)).toEqual([
      { term: 'kinas', score: expect.closeTo(rarityOf(3, 1), 6) },
    ])
    expect(await index.explainWords(['kinas'], 'unknown')).toEqual([])
  })
})

describe('the terms of a question', () => {
  it('are read in the languages of the units, a few strays left out', async () => {
    const { put, remove, open } = indexedCorpus()
    const { index } = await open()
    await put(PAPERS)
    expect([await index.languages(), await index.terms('the bach')]).toEqual([['eng'], ['bach']])
    await put([{ name: 'drei', units: GERMAN }])
    expect(await index.languages()).toEqual(['eng', 'deu'])
    expect(await index.terms('the bach of the palm')).toEqual(['bach', 'palm'])
    await put([
      { name: 'many', units: Array.from({ length: 300 }, (_, i) => `the enzyme number ${i} of the bark`) },
    ])
    expect(await index.languages()).toEqual(['eng'])
    await remove('one', 'two', 'many')
    expect([await index.languages(), await index.terms('bach')]).toEqual([
      ['deu'],
      ['bach', 'bach', 'bach', 'bergbach'],
    ])
  })

  it.each([
    { words: 'gletscherschmelze schmelze', question: 'gletscher', is: 'gletscherschmelz' },
    { words: 'gebirgsbach', question: 'bach', is: 'gebirgsbach' },
    { words: 'bergziege gebirgsbach ziegenberg bachlauf', question: 'bergbach', is: '' },
    {
      words: 'berg bach bergziege gebirgsbach ziegenberg bachlauf',
      question: 'bergbach',
      is: 'bach berg bergzieg gebirgsbach',
    },
    { words: 'wald waldbrand waldsee', question: 'waldbrandgefahr', is: 'waldbrand' },
    { words: 'seeufer', question: 'see', is: '' },
    { words: 'bachen erbach', question: 'bach', is: '' },
    { words: 'bacharm altbach', question: 'bach', is: 'altbach bacharm' },
    { words: 'see ufer', question: 'seeufer', is: '' },
    {
      words: Array.from({ length: 31 }, (_, i) => `berg${'abcdefghij'.charAt(i % 10)}aus${i}`).join(' '),
      question: 'berg',
      is: '',
    },
  ])(
    'of a German corpus are joined by compounds that share a half: $question with $words',
    async ({ words, question, is }) => {
      const { put, open } = indexedCorpus()
      await put([
        { name: 'deutsch', units: [`Der und die sind nicht in dem ${words} von der Probe und das wird`] },
      ])
      const { index } = await open()
      const terms = await index.terms(question)
      expect(terms.slice(3).sort().join(' ')).toBe(is)
    },
  )
})

describe('the artefact of an index', () => {
  async function saved() {
    const made = indexedCorpus()
    await made.put([...PAPERS, { name: 'drei', units: GERMAN }])
    expect(await (await made.open()).index.save()).toBe(true)
    return made
  }

  it('is followed by what came and went since, and nothing else is read of the corpus', async () => {
    const { store, put, remove, open } = await saved()
    await put([{ name: 'five', units: ['kinase of zinc'] }])
    await remove('two')
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
    const { index, textsWith, refused } = await open({ reader })
    expect([await textsWith('kinas'), await index.size(), read, refused]).toEqual([
      ['kinase of zinc'],
      5,
      ['kinase of zinc'],
      [],
    ])
  })

  it('names everything that decides its content but the corpus, and is opened for that alone', async () => {
    const { store, folder, embedder, open } = await saved()
    const manifest = readFileSync(join(folder, readdirSync(folder)[0]!, 'manifest.json'), 'utf8')
    expect(JSON.parse(manifest)).toMatchObject({
      settings: { analyser: 'words-3', bm25: '1.2/0.75', embedder: embedder.id, dims: 16, exact: 20_000 },
      seq: await store.seq(),
      counts: { rows: 5 },
    })
    const others = [
      { embedder: { id: 'another', dims: 16 } },
      { embedder: { id: embedder.id, dims: 24 } },
      { exactRows: 7 },
    ]
    for (const options of others) {
      const { index, refused } = await open(options)
      expect([index.seq(), refused]).toEqual([0, []])
    }
    const { ask } = await open({ bm25: { k1: 0, b: 0 } })
    expect((await ask({ terms: ['kinas'] })).rows[0]!.words).toBeCloseTo(rarityOf(5, 1), 6)
  })

  it('is written again when more than five hundred units came or went', async () => {
    const { put, remove, open } = await saved()
    const { index } = await open()
    await put([{ name: 'many', units: Array.from({ length: 500 }, (_, i) => `unit ${i}`) }])
    expect(await index.save()).toBe(false)
    await put([{ name: 'more', units: ['one more'] }])
    expect([await index.save(), await index.save()]).toEqual([true, false])
    await remove('many', 'more')
    expect([await index.save(), await index.save()]).toEqual([true, false])
  })
})

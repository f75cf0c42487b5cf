/** The contract of every backend. Called once for each. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { contentId } from '../../core/index.ts'
import { openSqliteCorpus } from '../../corpus/adapters/sqlite-corpus-store.ts'
import type { CorpusStore, QueryableCorpus, Unit } from '../../corpus/index.ts'
import { openPostgresNames } from '../../graph/adapters/postgres-names.ts'
import { FACT_GRAPHS, type FactGraphName, openCorpusFacts } from '../../graph/facts/index.ts'
import { nameUnits, openCorpusNames } from '../../graph/index.ts'
import { openPostgresIndex } from '../../index/adapters/postgres-index.ts'
import { openUsearch } from '../../index/adapters/usearch-neighbours.ts'
import { type Filter, openCorpusIndex } from '../../index/index.ts'
import type { FactGround } from '../../retrieval/hipporag/index.ts'
import type { Retriever } from '../../retrieval/index.ts'
import type { Question } from '../../retrieval/ports.ts'
import { bagOfWordsEmbedder } from '../fakes/fake-embedder.ts'
import { createNamer } from '../fakes/own-thread-namer.ts'
import { emptyCorpusFile } from '../fixtures/empty-corpus.ts'
import { putMadeFacts } from '../fixtures/made-facts.ts'
import { sharedFolder } from '../fixtures/temporary-folder.ts'
import { type TextPaper, textRecord } from '../fixtures/text-records.ts'

export interface RetrieverGround extends FactGround {
  /** File of the corpus, if it has one. */
  readonly path: string
  /** Empty folder for the backend's own files. */
  readonly folder: string
  readonly queries: QueryableCorpus | undefined
  /** Registers a part to be closed with the corpus, and returns it. */
  closing<Part extends { close(): unknown }>(part: Part): Part
}

interface RetrieverCase {
  readonly name: string
  /** Stages of an answer, in order; null if they depend on the question. */
  readonly stages?: readonly string[] | null
  open(ground: RetrieverGround): Retriever
  /** Creates an empty corpus whose index is stored next to it. */
  readonly create?: () => Promise<CorpusStore>
  /** Whether each paper's unit is chosen before papers are ordered: the best one by the underlying backend. */
  readonly choosesFirst?: boolean
}

const STAGES = ['embed', 'search', 'fuse']

const PAPERS: readonly TextPaper[] = [
  {
    name: 'bark',
    year: 2019,
    units: [
      { text: 'The bark extract inhibited the enzyme with an IC50 of 4.2 µM.', topic: 'enzymes' },
      { text: 'Lupeol is the main constituent of the bark extract.', topic: 'chemistry' },
      {
        text: 'Bark was dried. The bark extract was made with ethanol.',
        kind: 'passage',
        topic: 'chemistry',
      },
    ],
  },
  {
    name: 'cells',
    year: 2021,
    units: [
      { text: 'The enzyme is silenced in tumour cells.', topic: 'enzymes' },
      { text: 'Cells were grown with the extract for three days.', kind: 'passage', topic: 'cells' },
    ],
  },
  {
    name: 'undated',
    year: null,
    units: [{ text: 'An enzyme of the bark beetle digests an extract of wood.', topic: 'enzymes' }],
  },
  // Two units with equal scores.
  { name: 'twin one', year: 2023, units: ['The enzyme was purified twice.'] },
  { name: 'twin two', year: 2023, units: ['The enzyme was purified twice.'] },
]
const QUERY = 'enzyme of the bark extract'
const FILTERS: readonly { name: string; filter: Filter; allows(unit: Unit, year: number | null): boolean }[] =
  [
    { name: 'topics', filter: { topics: ['enzymes'] }, allows: ({ topic }) => topic === 'enzymes' },
    { name: 'kinds', filter: { kinds: ['passage'] }, allows: ({ kind }) => kind === 'passage' },
    {
      name: 'years, which leave out undated papers',
      filter: { years: { from: 2019, to: 2021 } },
      allows: (_, year) => year !== null && year >= 2019 && year <= 2021,
    },
    {
      name: 'years with one end',
      filter: { years: { from: 2022 } },
      allows: (_, year) => (year ?? 0) >= 2022,
    },
    { name: 'nothing', filter: {}, allows: () => true },
    { name: 'what no unit is', filter: { topics: ['astronomy'] }, allows: () => false },
    {
      name: 'two parts at once',
      filter: { topics: ['enzymes'], years: { to: 2020 } },
      allows: ({ topic }, year) => topic === 'enzymes' && year !== null && year <= 2020,
    },
  ]

/** Opens an empty corpus with the backend over it. */
async function openCorpus({ open, create }: RetrieverCase, folder: string) {
  const embedder = bagOfWordsEmbedder()
  const path = emptyCorpusFile()
  const store = (await create?.()) ?? openSqliteCorpus(path, { create: false })
  const parts: { close(): unknown }[] = [store]
  const kept = { reader: store, folder }
  const { database, queries } = store
  const index =
    database === undefined
      ? await openCorpusIndex({ ...kept, embedder, openNeighbours: openUsearch() })
      : openPostgresIndex({ database, embedder })
  const names = database === undefined ? openCorpusNames(kept) : openPostgresNames(database, store)
  const graphs = {
    published: openCorpusFacts({ ...kept, embedder, settings: FACT_GRAPHS.published }),
    ours: openCorpusFacts({ ...kept, embedder, settings: FACT_GRAPHS.ours }),
  }
  const ground = {
    index,
    embedder,
    names: async () => names,
    facts: (name: FactGraphName) => graphs[name],
  }
  const closing = <Part extends { close(): unknown }>(part: Part) => {
    parts.unshift(part)
    return part
  }
  const retriever = open({ ...ground, path, folder, queries, closing })
  return {
    store,
    retriever,
    ask: async (question: Partial<Question> = {}) =>
      (await retriever.retrieve({ text: QUERY, k: 10, ...question })).hits,
    async put(papers: readonly TextPaper[]): Promise<void> {
      await using writer = await store.write('contract')
      await writer.put(await Promise.all(papers.map((paper) => textRecord(paper, embedder))))
      await nameUnits(writer, () => createNamer(null))
      await putMadeFacts(writer, await graphs.ours, embedder)
    },
    async close(): Promise<void> {
      for (const part of parts) await part.close()
    },
  }
}

export function retrieverContract(retrieverCase: RetrieverCase): void {
  const { name, stages: expected = STAGES, choosesFirst = false } = retrieverCase
  describe(`retriever: ${name}`, () => {
    const folder = sharedFolder()
    let { ask, retriever, store, close } = {} as Awaited<ReturnType<typeof openCorpus>>
    // One corpus for all tests that only read.
    beforeAll(async () => {
      const corpus = await openCorpus(retrieverCase, mkdtempSync(join(folder, 'kept-')))
      ;({ ask, retriever, store, close } = corpus)
      await corpus.put(PAPERS)
    })
    afterAll(() => close())

    async function openEmpty() {
      const corpus = await openCorpus(retrieverCase, mkdtempSync(join(folder, 'own-')))
      onTestFinished(() => corpus.close())
      return corpus
    }

    it('ranks from 1 by falling score, equal scores by id', async () => {
      const hits = await ask()
      expect(hits.length).toBeGreaterThan(5)
      expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, i) => i + 1))
      for (const [i, hit] of hits.slice(1).entries()) {
        const before = hits[i]!
        expect(before.score > hit.score || (before.score === hit.score && before.unit < hit.unit)).toBe(true)
      }
    })

    it('gives k hits at the most, and the same first ones for any k', async () => {
      const all = await ask()
      for (const k of [1, 2, 5]) expect(await ask({ k })).toEqual(all.slice(0, k))
      expect(await ask({ k: 1_000 })).toEqual(all)
    })

    it.for(FILTERS)('filters by $name exactly', async ({ filter, allows }) => {
      const found = new Set((await ask({ filter })).map(({ unit }) => unit))
      const everyone = new Set((await ask()).map(({ unit }) => unit))
      for (const unit of await store.listUnits()) {
        const paper = await store.paper(unit.paper)
        const wanted = everyone.has(unit.id) && allows(unit, paper?.year ?? null)
        expect(found.has(unit.id), `${unit.text} by ${JSON.stringify(filter)}`).toBe(wanted)
      }
    })

    it('filters by papers exactly', async () => {
      const [wanted] = (await ask()).map(({ paper }) => paper)
      const hits = await ask({ filter: { papers: [wanted!, 'unknown'] } })
      expect(hits.length).toBe((await ask()).filter(({ paper }) => paper === wanted).length)
      expect(new Set(hits.map(({ paper }) => paper))).toEqual(new Set([wanted]))
    })

    it.skipIf(choosesFirst)('gives the best unit of each paper where one is asked for', async () => {
      const firsts = new Map<string, string>()
      for (const { paper, unit } of await ask()) if (!firsts.has(paper)) firsts.set(paper, unit)
      const hits = await ask({ onePerPaper: true })
      expect(hits.map(({ paper, unit }) => [paper, unit])).toEqual([...firsts])
      expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, i) => i + 1))
    })

    it('finds nothing in an empty corpus', async () => {
      expect(await (await openEmpty()).ask()).toEqual([])
    })

    it('finds nothing for a text without a word', async () => {
      expect(await ask({ text: '?!' })).toEqual([])
    })

    it.for([
      { name: 'an empty text', question: { text: '' } },
      { name: 'spaces', question: { text: ' \n' } },
      { name: 'k 0', question: { k: 0 } },
      { name: 'a broken k', question: { k: 1.5 } },
      { name: 'no number as k', question: { k: Number.NaN } },
    ])('refuses $name', async ({ question }) => {
      await expect(ask(question)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    })

    it('answers the same twice, and at once', async () => {
      const first = await ask({ explain: true })
      expect(await Promise.all([ask({ explain: true }), ask({ explain: true })])).toEqual([first, first])
    })

    it('says what speaks for a hit; the parts of the words sum up to their score, greatest first', async () => {
      for (const { why } of await ask({ explain: true })) {
        expect(why.words ?? why.cosine).toBeTypeOf('number')
        if (why.words === undefined) continue
        const parts = (why.terms ?? []).map(({ score }) => score)
        expect(parts.reduce((all, score) => all + score, 0)).toBeCloseTo(why.words, 5)
        expect(parts).toEqual(parts.toSorted((one, other) => other - one))
      }
    })

    it('finds a unit at the next question after it came, and never after it went', async () => {
      const { store, ask, put } = await openEmpty()
      await put(PAPERS.slice(1))
      const before = await ask()
      await put(PAPERS.slice(0, 1))
      const bark = contentId('bark')
      expect((await ask()).map(({ paper }) => paper)).toContain(bark)
      {
        await using writer = await store.write('contract')
        expect(await writer.remove([bark])).toBe(1)
      }
      expect(await ask()).toEqual(before)
    })

    it('has the stages of its answer in milliseconds', async () => {
      const { stages } = await retriever.retrieve({ text: QUERY, k: 3 })
      if (expected !== null) expect(Object.keys(stages)).toEqual(expected)
      for (const ms of Object.values(stages)) expect(ms).toBeGreaterThanOrEqual(0)
    })
  })
}

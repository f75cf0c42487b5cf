/** Every backend that was open and warm while its corpus changed answers exactly like one that is opened afterwards. */
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import { FACT_GRAPHS, openCorpusFacts } from '../../../graph/facts/index.ts'
import { nameUnits, openCorpusNames } from '../../../graph/index.ts'
import { createNamer } from '../../../graph/names/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import { type Filter, openCorpusIndex } from '../../../index/index.ts'
import { hippoRagBackend } from '../../../retrieval/hipporag/index.ts'
import {
  autoBackend,
  convexFusion,
  hybridBackend,
  type Retriever,
  vanillaBackend,
  walkBackend,
  wordsBackend,
} from '../../../retrieval/index.ts'
import { lightRagBackend } from '../../../retrieval/lightrag/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { putMadeFacts } from '../../fixtures/made-facts.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const PAPERS = ['amber', 'birch', 'cedar', 'dogwood']
const WORDS = ['Lupeol', 'binds', 'Green Tea', 'the enzyme', 'IL-6', 'cells of', 'bark', 'TP53', 'kinase']
const TOPICS = ['enzymes', 'trees']
const QUESTIONS = ['Does Lupeol bind IL-6?', 'green tea and the enzyme of the bark']
const FILTERS: readonly Filter[] = [
  {},
  { kinds: ['unit'] },
  { years: { from: 2020 } },
  { topics: ['trees'] },
  { papers: [contentId('amber'), contentId('dogwood')] },
]
/** Beside a graph of neighbours the lowest cosine is taken from a sample: backends that scale by it are compared without one. */
const KINDS = [
  { name: 'with every vector scanned', exactRows: 1_000, isScanned: true },
  // Some units are in the graph of neighbours, those that come later wait for it, and more of them than may.
  { name: 'with a graph of neighbours', exactRows: 3, isScanned: false },
]
const embedder = bagOfWordsEmbedder(40)

const unit = fc.record({
  text: fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 9 }).map((all) => all.join(' ')),
  kind: fc.constantFrom('unit' as const, 'passage' as const),
  topic: fc.constantFrom(...TOPICS),
})
const paper = fc.record({
  name: fc.constantFrom(...PAPERS),
  title: fc.constantFrom('', 'Lupeol', 'Green tea'),
  year: fc.constantFrom(null, 2019, 2021),
  units: fc.array(unit, { maxLength: 4 }),
})
const change = fc.oneof(
  { weight: 4, arbitrary: fc.array(paper, { minLength: 1, maxLength: 2 }).map((papers) => ({ papers })) },
  { weight: 2, arbitrary: fc.constantFrom(...PAPERS).map((remove) => ({ remove })) },
  { weight: 1, arbitrary: fc.constant('save' as const) },
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

async function open(store: CorpusStore, folder: string, { exactRows, isScanned }: (typeof KINDS)[number]) {
  const kept = { reader: store, folder }
  const index = await openCorpusIndex({ ...kept, embedder, openNeighbours: openUsearch(), exactRows })
  const names = await openCorpusNames(kept)
  const [ours, published] = [
    await openCorpusFacts({ ...kept, embedder, settings: FACT_GRAPHS.ours }),
    await openCorpusFacts({ ...kept, embedder, settings: FACT_GRAPHS.published }),
  ]
  const ground = {
    index,
    embedder,
    names: async () => names,
    facts: async (graph: keyof typeof FACT_GRAPHS) => (graph === 'ours' ? ours : published),
  }
  const found = {
    words: wordsBackend(ground),
    vanilla: vanillaBackend(ground),
    hybrid: hybridBackend(ground),
  }
  const ranged = {
    convex: hybridBackend(ground, convexFusion()),
    walk: walkBackend(ground),
    auto: autoBackend(ground),
    hipporag: hippoRagBackend(ground),
    lightrag: lightRagBackend(ground),
  }
  const backends: Readonly<Record<string, Retriever>> = isScanned ? { ...found, ...ranged } : found
  return { index, ours, backends }
}
type Opened = Awaited<ReturnType<typeof open>>

async function answers({ index, backends }: Opened): Promise<unknown> {
  const lines: Record<string, unknown> = {}
  for (const [name, backend] of Object.entries(backends))
    for (const text of QUESTIONS)
      for (const filter of FILTERS) {
        const { hits } = await backend.retrieve({ text, k: 20, filter })
        lines[`${name}: ${text} ${JSON.stringify(filter)}`] = hits.map(({ unit: id, score }) => ({
          id,
          score,
        }))
      }
  return {
    ...lines,
    rarity: await index.read((view) => view.rarity(['lupeol', 'enzyme', 'bark', 'nothing'])),
  }
}

async function apply(one: Change, store: CorpusStore, { index, ours }: Opened): Promise<void> {
  if (one === 'save') {
    await index.save()
    return
  }
  await using writer = await store.write('change')
  if ('remove' in one) await writer.remove([contentId(one.remove)])
  else await writer.put(await Promise.all(one.papers.map((given) => textRecord(given, embedder))))
  await nameUnits(writer, () => createNamer(null))
  await putMadeFacts(writer, ours, embedder)
}

describe.for(KINDS)('backends $name', (kind) => {
  it('answer after any history of changes like backends that never saw one', async () => {
    const root = temporaryFolder()
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 6 }), async (changes) => {
        const folder = join(root, `${run++}`)
        const store = emptyCorpus()
        const opened = await open(store, join(folder, 'warm'), kind)
        for (const one of changes) {
          await apply(one, store, opened)
          // What is remembered of one state must not be met again in the next.
          await answers(opened)
        }
        const fresh = await open(store, join(folder, 'fresh'), kind)
        expect(await answers(opened)).toEqual(await answers(fresh))
      }),
      { seed: 20_261_122, numRuns: 10 },
    )
  })
})

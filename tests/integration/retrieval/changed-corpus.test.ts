/** Every backend that was open and warm while its corpus changed answers like one that is opened afterwards, or from what was saved. */
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import type { CorpusStore, CorpusWriter } from '../../../corpus/index.ts'
import { FACT_GRAPHS, openCorpusFacts } from '../../../graph/facts/index.ts'
import {
  CORRECTIONS_SETTING,
  createNameCorrections,
  nameUnits,
  openCorpusNames,
} from '../../../graph/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import { type Filter, openCorpusIndex } from '../../../index/index.ts'
import { hippoRagBackend, UNFILTERED_HIPPO } from '../../../retrieval/hipporag/index.ts'
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
import { createNamer } from '../../fakes/own-thread-namer.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { putMadeFacts } from '../../fixtures/made-facts.ts'
import { seededCases } from '../../fixtures/seeded-cases.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const PAPERS = ['amber', 'birch', 'cedar', 'dogwood']
const WORDS = ['Lupeol', 'binds', 'Green Tea', 'the enzyme', 'IL-6', 'cells of', 'bark', 'kinase', 'kinases']
const QUESTIONS = ['Does Lupeol bind IL-6?', 'green tea and the enzyme of the bark']
const FILTERS: readonly Filter[] = [
  {},
  { kinds: ['unit'] },
  { years: { from: 2020 } },
  { topics: ['trees'] },
  { papers: [contentId('amber'), contentId('dogwood')] },
]
/**
 * Beside a graph of neighbours the lowest cosine is taken from a sample: backends that scale by it are compared without one.
 * It does not have units without a vector, which a scan puts last.
 */
const KINDS = [
  { name: 'with every vector scanned', exactRows: 1_000, isScanned: true },
  // Some units are in the graph of neighbours, those that come later wait for it, and more of them than may.
  { name: 'with a graph of neighbours', exactRows: 3, isScanned: false },
]
type Kind = (typeof KINDS)[number]
const embedder = bagOfWordsEmbedder(40)

const unit = fc.record({
  text: fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 9 }).map((all) => all.join(' ')),
  kind: fc.constantFrom('unit' as const, 'passage' as const),
  topic: fc.constantFrom('enzymes', 'trees'),
})
const paper = fc.record({
  name: fc.constantFrom(...PAPERS),
  title: fc.constantFrom('', 'Lupeol', 'Green tea'),
  year: fc.constantFrom(null, 2019, 2021),
  units: fc.array(unit, { maxLength: 4 }),
  isEmbedded: fc.boolean(),
})
const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(paper, { minLength: 1, maxLength: 2 }).map((papers) => ({ papers })) },
  { weight: 3, arbitrary: fc.constantFrom(...PAPERS).map((remove) => ({ remove })) },
  { weight: 6, arbitrary: fc.constantFrom('name', 'facts', 'facts', 'embed', 'correct') },
  { weight: 5, arbitrary: fc.constantFrom('ask', 'save', 'reopen') },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function open(store: CorpusStore, folder: string, { exactRows, isScanned }: Kind) {
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
    unfiltered: hippoRagBackend(ground, UNFILTERED_HIPPO),
    lightrag: lightRagBackend(ground),
  }
  const backends: Readonly<Record<string, Retriever>> = isScanned ? { ...found, ...ranged } : found
  return { index, isScanned, ours, kept: [index, names, ours, published], backends }
}
type Opened = Awaited<ReturnType<typeof open>>

/** Every hit and why it is there, for each backend, question and filter; figures to six digits behind the point. */
async function answers({ index, backends }: Opened): Promise<unknown> {
  const lines: Record<string, unknown> = {}
  for (const [name, backend] of Object.entries(backends))
    for (const text of QUESTIONS)
      for (const filter of FILTERS) {
        const { hits } = await backend.retrieve({ text, k: 20, filter, explain: true })
        lines[`${name}: ${text} ${JSON.stringify(filter)}`] = hits
      }
  const rarity = await index.read((view) => view.rarity(['lupeol', 'enzyme', 'bark', 'nothing']))
  const said = { ...lines, rarity, size: await index.size(), seq: index.seq() }
  return JSON.parse(JSON.stringify(said, (_, value) => (typeof value === 'number' ? rounded(value) : value)))
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/** Gives every unit another vector than the one that it came with, or its first. */
async function embedAll(writer: CorpusWriter): Promise<void> {
  const units = await writer.listUnits()
  const values = await embedder.embed(units.map(({ text }) => `${text} again`))
  const vectors = units.map(({ id }, at) => ({ unit: id, values: values[at]! }))
  await writer.putVectors(embedder.id, vectors)
}

async function change(one: Step, store: CorpusStore, { ours, isScanned }: Opened): Promise<void> {
  await using writer = await store.write('change')
  if (one === 'name') await nameUnits(writer, () => createNamer(null))
  else if (one === 'facts') await putMadeFacts(writer, ours, embedder)
  else if (one === 'embed') await embedAll(writer)
  else if (one === 'correct') {
    const corrections = createNameCorrections(['bark'], { kinases: 'kinase' })
    await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(corrections))
  } else if (typeof one === 'string') throw new Error(`no change: ${one}`)
  else if ('remove' in one) await writer.remove([contentId(one.remove)])
  else {
    const records = one.papers.map((given) =>
      textRecord(given, given.isEmbedded || !isScanned ? embedder : null),
    )
    await writer.put(await Promise.all(records))
  }
}

/** Goes through a history and returns the backends that saw it. */
async function follow(steps: readonly Step[], store: CorpusStore, open: () => Promise<Opened>) {
  let opened = await open()
  for (const one of steps)
    if (one === 'ask') await answers(opened)
    else if (one === 'save') for (const each of opened.kept) await each.save()
    else if (one === 'reopen') opened = await open()
    else await change(one, store, opened)
  return opened
}

describe.for(KINDS)('backends $name', (kind) => {
  it('answer after any history of changes like backends that never saw one', async () => {
    const root = temporaryFolder()
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }), async (steps) => {
        const store = emptyCorpus()
        const openIn = (folder: string) => open(store, join(root, `${run}-${folder}`), kind)
        run++
        // What is remembered of one state must not be met again in the next.
        const warm = await follow([...steps, 'name'], store, () => openIn('warm'))
        const expected = await answers(await openIn('fresh'))
        expect(await answers(warm)).toEqual(expected)
        expect(await answers(await openIn('warm'))).toEqual(expected)
        await store.close()
      }),
      { seed: 20_261_122, numRuns: seededCases(40) },
    )
  })
})

/** An index above `exactRows` finds its neighbours by a graph: as good as a scan, whatever came and went since. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import { type CorpusIndex, type Filter, type OpenNeighbours, openCorpusIndex } from '../../../index/index.ts'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../../models/index.ts'
import { vanillaBackend } from '../../../retrieval/index.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { manyPapers } from '../../fixtures/many-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const EXACT_ROWS = 100
const QUESTIONS = [
  'enzyme number 17 of the bark',
  'lupeol in river and soil',
  'haplotype number 203',
  'liver',
]
let embedder: Embedder
beforeAll(async () => {
  embedder = await openStaticEmbedder()
  return () => embedder.close()
})

/** Counts searches, so that a test can tell a graph from a scan. */
function counted(): { openNeighbours: OpenNeighbours; searches: () => number } {
  let searches = 0
  const openNeighbours: OpenNeighbours = (dims, path) => {
    const graph = openUsearch()(dims, path)!
    return {
      ...graph,
      search(vector, count) {
        searches++
        return graph.search(vector, count)
      },
    }
  }
  return { openNeighbours, searches: () => searches }
}

async function open(reader: CorpusStore, folder: string, exactRows = EXACT_ROWS) {
  const { openNeighbours, searches } = counted()
  const index = await openCorpusIndex({ reader, embedder, folder, openNeighbours, exactRows })
  return { index, searches }
}

async function add(store: CorpusStore, from: number, to: number, isEmbedded = true): Promise<void> {
  const records = manyPapers(from, to).map((paper) => textRecord(paper, isEmbedded ? embedder : null))
  await using writer = await store.write('graph')
  await writer.put(await Promise.all(records))
}

async function remove(store: CorpusStore, from: number, to: number): Promise<void> {
  await using writer = await store.write('graph')
  await writer.remove(manyPapers(from, to).map(({ name }) => contentId(name)))
}

async function hitsOf(index: CorpusIndex, filter: Filter = {}): Promise<Map<string, number>> {
  const retriever = vanillaBackend({ index, embedder })
  const hits = new Map<string, number>()
  for (const text of QUESTIONS)
    for (const { unit, score } of (await retriever.retrieve({ text, k: 10, filter })).hits)
      hits.set(`${text}: ${unit}`, score)
  return hits
}

/** The same hits as a scan of everything, but for a few that a graph may miss. */
async function expectAsByScan(store: CorpusStore, index: CorpusIndex, filter: Filter = {}): Promise<void> {
  const scan = await hitsOf((await open(store, temporaryFolder(), 1e6)).index, filter)
  const found = await hitsOf(index, filter)
  const shared = [...scan].filter(([hit, score]) => Math.abs((found.get(hit) ?? 2) - score) < 1e-6)
  expect(found.size).toBe(scan.size)
  expect(shared.length).toBeGreaterThanOrEqual(Math.floor(0.95 * scan.size))
}

async function savedGraph() {
  const [store, folder] = [emptyCorpus(), temporaryFolder()]
  await add(store, 0, 300)
  const { index, searches } = await open(store, folder)
  await index.save()
  return { store, folder, index, searches }
}

function hasGraph(folder: string): boolean {
  return readdirSync(folder).some((name) => existsSync(join(folder, name, 'neighbours.usearch')))
}

describe('an index with a graph', () => {
  it('answers like a scan, after saving and after opening', async () => {
    const { store, folder, index, searches } = await savedGraph()
    await expectAsByScan(store, index)
    expect(searches()).toBe(QUESTIONS.length)
    expect(hasGraph(folder)).toBe(true)
    await expectAsByScan(store, (await open(store, folder)).index)
  })

  it('finds what came, and not what went, before and after the next save', async () => {
    const { store, folder, index } = await savedGraph()
    await remove(store, 0, 150)
    await add(store, 300, 700)
    await expectAsByScan(store, index)
    expect(await index.save()).toBe(true)
    await expectAsByScan(store, index)
    const { index: reopened, searches } = await open(store, folder)
    await expectAsByScan(store, reopened)
    expect(searches()).toBe(QUESTIONS.length)
    await remove(store, 300, 350)
    await add(store, 0, 20)
    await expectAsByScan(store, reopened)
  })

  it('takes units without vectors, and finds them once they have one', async () => {
    const { store, index } = await savedGraph()
    await add(store, 300, 330, false)
    await expectAsByScan(store, index)
    await add(store, 300, 330)
    await expectAsByScan(store, index)
  })

  it('scans where a filter leaves few rows, and searches where it leaves many', async () => {
    const { store, index, searches } = await savedGraph()
    await expectAsByScan(store, index, { topics: ['bark'] })
    expect(searches()).toBe(0)
    await expectAsByScan(store, index, { years: { from: 2001 } })
    expect(searches()).toBe(QUESTIONS.length)
  })

  it('finds enough where a filter leaves many rows but none of those that lie nearest', async () => {
    const { store, index } = await savedGraph()
    await add(store, 300, 1_500)
    await index.save()
    // Every unit of the other places names another place than the liver.
    const far = ['bark', 'cells', 'leaves', 'river', 'soil', 'blood', 'membrane', 'root', 'seed']
    await expectAsByScan(store, index, { topics: far })
  })

  it('lets go of it when the corpus has shrunk', async () => {
    const { store, folder, index } = await savedGraph()
    await add(store, 300, 900)
    await index.save()
    await remove(store, 60, 900)
    expect(await index.save()).toBe(true)
    expect(hasGraph(folder)).toBe(false)
    await expectAsByScan(store, index)
  })
})

/** Questions that come while the index takes in a change: none is answered from half of it, none from before its own time. */
import { expect, it } from 'vitest'
import type { CorpusReader, CorpusStore } from '../../../corpus/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import { openCorpusIndex } from '../../../index/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { manyPapers } from '../../fixtures/many-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const embedder = bagOfWordsEmbedder(16)

/** A corpus whose units come, but whose list of them does not end before the gate is opened. */
function gated(store: CorpusStore) {
  let openGate = (): void => undefined
  let gate = Promise.resolve()
  const reader: CorpusReader = {
    ...store,
    async *unitsSince(seq, id) {
      yield* store.unitsSince(seq, id)
      await gate
    },
  }
  return {
    reader,
    close() {
      gate = new Promise((resolve) => {
        openGate = resolve
      })
    },
    open: () => openGate(),
  }
}

async function add(store: CorpusStore, from: number, to: number): Promise<void> {
  await using writer = await store.write('refresh')
  await writer.put(await Promise.all(manyPapers(from, to).map((paper) => textRecord(paper, embedder))))
}

it('an index answers each question from the corpus as it was at the question, or later', async () => {
  const store = emptyCorpus()
  const gate = gated(store)
  const options = { embedder, folder: temporaryFolder(), openNeighbours: openUsearch() }
  const index = await openCorpusIndex({ reader: gate.reader, ...options })
  await add(store, 0, 10)
  gate.close()
  const first = index.size()
  await new Promise(setImmediate)
  await add(store, 10, 30)
  const second = index.size()
  await new Promise(setImmediate)
  expect(index.seq()).toBe(0)
  gate.open()
  expect(await first).toBeGreaterThanOrEqual(10)
  expect(await second).toBe(30)
})

it('an index is whole again after its corpus failed while it was read', async () => {
  const store = emptyCorpus()
  let fails = true
  const reader: CorpusReader = {
    ...store,
    async *unitsSince(seq, id) {
      let given = 0
      for await (const unit of store.unitsSince(seq, id)) {
        if (fails && given++ === 5) throw new Error('disk gone')
        yield unit
      }
    },
  }
  const options = { embedder, folder: temporaryFolder(), openNeighbours: openUsearch() }
  const index = await openCorpusIndex({ reader, ...options })
  await add(store, 0, 10)
  await expect(index.size()).rejects.toThrow('disk gone')
  fails = false
  expect(await index.size()).toBe(10)
})

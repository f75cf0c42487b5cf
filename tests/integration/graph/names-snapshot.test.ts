/** A saved graph of names that cannot be used is refused by name, and made again. */
import { cp, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CorpusStore } from '../../../corpus/index.ts'
import { type CorpusNames, nameUnits, openCorpusNames } from '../../../graph/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import { type CorpusIndex, openCorpusIndex } from '../../../index/index.ts'
import { walkBackend } from '../../../retrieval/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { createNamer } from '../../fakes/own-thread-namer.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const QUESTIONS = ['Does Lupeol act on IL-6?', 'green tea and TP53', 'Who is Ada Example?']
const embedder = bagOfWordsEmbedder(40)

interface Followed {
  readonly store: CorpusStore
  readonly folder: string
  index: CorpusIndex
  names: CorpusNames
}

async function open(store: CorpusStore, folder: string): Promise<Followed> {
  const kept = { reader: store, folder }
  const index = await openCorpusIndex({ ...kept, embedder, openNeighbours: openUsearch() })
  return { store, folder, index, names: await openCorpusNames(kept) }
}

async function rankings({ index, names }: Followed): Promise<unknown> {
  const backend = walkBackend({ index, embedder, names: async () => names })
  const answers = []
  for (const question of QUESTIONS) {
    const { hits } = await backend.retrieve({ text: question, k: 20, explain: true })
    answers.push(hits.map(({ unit, rank, score, why }) => ({ unit, rank, score, walk: why.walk })))
  }
  return answers
}

describe('a snapshot of names', () => {
  async function saved() {
    const folder = temporaryFolder()
    const followed = await open(emptyCorpus(), folder)
    {
      await using writer = await followed.store.write('test')
      const units = ['Lupeol binds IL-6.', 'Green Tea holds Lupeol.']
      await writer.put([await textRecord({ name: 'amber', units }, embedder)])
      await nameUnits(writer, () => createNamer(null))
    }
    await followed.names.save()
    const [artefact = ''] = await readdir(folder)
    return { followed, folder, artefact: join(folder, artefact), expected: await rankings(followed) }
  }

  it.for([
    { name: 'a cut-off file', damage: (artefact: string) => truncate(join(artefact, 'targets.u32'), 5) },
    { name: 'other bytes', damage: (artefact: string) => writeFile(join(artefact, 'names.utf8'), '{}') },
    {
      name: 'a manifest of another version',
      damage: (artefact: string) => writeFile(join(artefact, 'manifest.json'), '{"format": 999}'),
    },
  ])('with $name is refused with its reason, and the graph made again', async ({ damage }) => {
    const { followed, folder, artefact, expected } = await saved()
    await damage(artefact)
    const codes: string[] = []
    const onRefused = ({ code }: { code: string }) => codes.push(code)
    const names = await openCorpusNames({ reader: followed.store, folder, onRefused })
    expect(codes).toEqual(['INDEX_STALE'])
    expect(await rankings({ ...followed, names })).toEqual(expected)
  })

  it('of a corpus that knows less is refused', async () => {
    const { artefact, folder } = await saved()
    const other = temporaryFolder()
    await cp(artefact, join(other, artefact.slice(folder.length + 1)), { recursive: true })
    const codes: string[] = []
    const onRefused = ({ code }: { code: string }) => codes.push(code)
    const names = await openCorpusNames({ reader: emptyCorpus(), folder: other, onRefused })
    expect([codes, await names.whenCurrent(({ graph }) => graph.unitCount())]).toEqual([['INDEX_STALE'], 0])
  })
})

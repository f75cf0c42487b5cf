/** Tests moving a corpus from files to a server and back: unchanged, and whole or not at all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFolderWorkspace } from '../../../corpus/adapters/folder-workspace.ts'
import { openPostgresCorpora, type PostgresCorpora } from '../../../corpus/adapters/postgres-corpora.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { openPgliteServer } from '../../fakes/pglite-server.ts'
import { putPapers } from '../../fixtures/corpus-writing.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const embedder = bagOfWordsEmbedder(16)

async function contents(store: CorpusStore) {
  const units = []
  for await (const unit of store.unitsSince(0, embedder.id)) units.push(unit)
  const papers = await store.listPapers()
  const pages = await Promise.all(papers.map(({ paper }) => store.pages(paper.id)))
  const rest = [
    await store.seq(),
    await store.counts(),
    await store.removedSince(0),
    await store.setting('\0 key'),
  ]
  expect(await store.verify()).toEqual([])
  return { units, papers, pages, rest }
}

describe('a corpus that is moved', () => {
  let corpora: PostgresCorpora
  beforeAll(async () => {
    corpora = openPostgresCorpora(await openPgliteServer())
  })
  afterAll(() => corpora.close())

  async function written() {
    const folder = openFolderWorkspace(temporaryFolder())
    const store = await folder.createCorpus('main')
    await using writer = await store.write('test')
    const papers = ['amber', 'birch', 'cedar'].map((name) => ({
      name,
      units: [`${name} bark`, `${name} leaf`],
    }))
    await writer.put(await Promise.all(papers.map((paper) => textRecord(paper, embedder))))
    await writer.remove([(await store.papers())[0]!.id])
    await writer.setSetting('\0 key', 'a\0b\x01')
    return { folder, store }
  }

  it('is on the server as it was, can be written there, and comes back', async () => {
    const { folder, store } = await written()
    await corpora.importRows('main', folder.exportRows('main'))
    const there = await corpora.open('main')
    expect(await contents(there)).toEqual(await contents(store))
    await putPapers(there, textRecord({ name: 'dogwood', units: ['new'] }, embedder))
    const back = openFolderWorkspace(temporaryFolder())
    await back.importRows('main', corpora.exportRows('main'))
    expect(await contents(await back.openCorpus('main'))).toEqual(await contents(there))
    await expect(corpora.importRows('main', folder.exportRows('main'))).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
  })

  it('leaves nothing at the target where it is interrupted, and moves with the next try', async () => {
    const { folder } = await written()
    async function* interrupted() {
      for await (const part of folder.exportRows('main')) {
        if (part.table === 'page') throw new Error('interrupted')
        yield part
      }
    }
    const other = openFolderWorkspace(temporaryFolder())
    for (const target of [corpora, { ...other, list: other.listCorpora, open: other.openCorpus }]) {
      await expect(target.importRows('torn', interrupted())).rejects.toThrow('interrupted')
      expect(await target.list()).not.toContain('torn')
      await target.importRows('torn', folder.exportRows('main'))
      expect(await (await target.open('torn')).verify()).toEqual([])
    }
  })
})

import { expect, test } from 'vitest'
import { loadConfig, openGloss } from '../../../../../app/index.ts'
import { paperRecord } from '../../../../../tests/fixtures/paper-records.ts'
import { temporaryFolder } from '../../../../../tests/fixtures/temporary-folder.ts'
import { subsetCorpus } from '../../../use-cases/evaluate/corpus-subset.ts'

const PAPERS = 20

async function papersOf(gloss: Awaited<ReturnType<typeof openGloss>>, corpus: string): Promise<string[]> {
  const { store } = await gloss.session(corpus)
  expect(await store.verify()).toEqual([])
  return (await store.papers({ state: 'kept' })).map(({ id }) => id)
}

test('subsets of the papers are nested, kept while the corpus stays, and made again when it changes', async () => {
  await using gloss = await opened()
  const { store } = await gloss.sessionOfNew('main')
  {
    await using writer = await store.write('test')
    await writer.put(Array.from({ length: PAPERS }, (_, at) => paperRecord(`paper-${at}`)))
  }
  const names: string[] = []
  for (const share of [0.125, 0.25, 0.5]) names.push(await subsetCorpus(gloss, 'main', share))
  expect(names).toEqual(['main_12-5-percent', 'main_25-percent', 'main_50-percent'])
  const [small, middle, large] = await Promise.all(names.map((name) => papersOf(gloss, name)))
  expect([small, middle, large].map((papers) => papers?.length)).toEqual([3, 5, 10])
  expect(middle).toEqual(expect.arrayContaining(small ?? []))
  expect(large).toEqual(expect.arrayContaining(middle ?? []))
  expect(await papersOf(gloss, 'main')).toHaveLength(PAPERS)

  const seq = async () => (await gloss.session('main_50-percent')).store.seq()
  const before = await seq()
  await subsetCorpus(gloss, 'main', 0.5)
  expect(await seq()).toBe(before)
  {
    await using writer = await store.write('test')
    await writer.remove((large ?? []).slice(0, 4))
  }
  await subsetCorpus(gloss, 'main', 0.5)
  expect(await papersOf(gloss, 'main_50-percent')).toHaveLength(8)
})

test('a corpus of somebody with the name of a subset is left alone', async () => {
  await using gloss = await opened()
  const { store } = await gloss.sessionOfNew('main')
  {
    await using writer = await store.write('test')
    await writer.put([paperRecord('a'), paperRecord('b')])
  }
  await gloss.sessionOfNew('main_50-percent')
  await expect(subsetCorpus(gloss, 'main', 0.5)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
})

async function opened() {
  const gloss = await openGloss(loadConfig({ workspace: temporaryFolder() }, {}))
  return { ...gloss, [Symbol.asyncDispose]: () => gloss.close() }
}

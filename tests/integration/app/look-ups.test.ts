/** Tests what the hits of a question show once the corpus has changed. */
import { expect, it } from 'vitest'
import { removePapers } from '../../../app/index.ts'
import { contentId } from '../../../core/index.ts'
import { manyPapers } from '../../fixtures/many-papers.ts'
import { openedGloss } from '../../fixtures/opened-gloss.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const REQUEST = { query: 'the enzyme of the bark', backend: 'hybrid', k: 10 } as const

it('titles, units and papers are shown as they are after a change', async () => {
  const gloss = await openedGloss()
  const session = await gloss.sessionOfNew('main')
  async function put(from: number, to: number, title = ''): Promise<void> {
    await using writer = await session.store.write('look-ups')
    const papers = manyPapers(from, to).map((paper) => textRecord({ ...paper, title }, session.embedder))
    await writer.put(await Promise.all(papers))
  }
  await put(0, 60)
  const [first] = (await session.retrieve(REQUEST)).hits
  const number = Array.from({ length: 60 }, (_, i) => i).find(
    (i) => contentId(`paper ${i}`) === first!.paper,
  )!
  await put(number, number + 1, 'Retitled')
  const titled = (await session.retrieve(REQUEST)).hits.find(({ unit }) => unit === first!.unit)
  expect(titled).toMatchObject({ title: 'Retitled', text: first!.text })
  await removePapers(gloss, undefined, [first!.paper])
  const left = (await session.retrieve(REQUEST)).hits
  expect(left).toHaveLength(10)
  expect(left.map(({ paper }) => paper)).not.toContain(first!.paper)
})

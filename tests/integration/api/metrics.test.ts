/** Tests that a scrape reads the corpora's stored counts, never papers, pages, units or vectors, and is right after every change. */
import { expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import { manyPapers } from '../../fixtures/many-papers.ts'
import { sharedService } from '../../fixtures/service.ts'
import { textRecord } from '../../fixtures/text-records.ts'
import { watchStatements } from '../../fixtures/watched-statements.ts'

const service = sharedService()
const metrics = async () => (await service.get('/metrics')).text.split('\n')

const scraped = async () => (await metrics()).filter((line) => line.startsWith('gloss_corpus_'))

it('counts nothing while it is asked, and has counted every change', async () => {
  // Writes as another process would, not through the server's open session.
  const store = await service.gloss.workspace.createCorpus('main')
  const records = await Promise.all(manyPapers(0, 30).map((paper) => textRecord(paper, null)))
  {
    await using writer = await store.write('metrics')
    await writer.put(records)
  }
  expect(await scraped()).toEqual([
    'gloss_corpus_papers{corpus="main",state="kept"} 30',
    'gloss_corpus_units{corpus="main",kind="unit"} 30',
    'gloss_corpus_units{corpus="main",kind="passage"} 0',
  ])
  {
    await using writer = await store.write('metrics')
    await writer.remove([contentId('paper 0'), contentId('paper 1')])
    const [passage] = manyPapers(40, 41)
    const units = [{ text: 'A passage.', kind: 'passage' as const }]
    await writer.put([await textRecord({ ...passage!, units }, null)])
  }
  await store.close()
  const statements = watchStatements()
  expect(await scraped()).toEqual([
    'gloss_corpus_papers{corpus="main",state="kept"} 29',
    'gloss_corpus_units{corpus="main",kind="unit"} 28',
    'gloss_corpus_units{corpus="main",kind="passage"} 1',
  ])
  const ran = statements.ran()
  expect(ran.filter((statement) => /\btally\b/.test(statement))).toHaveLength(1)
  expect(ran.filter((statement) => /\b(?:paper|page|unit|vector|mention)\b/.test(statement))).toEqual([])
})

it('shows what the caches hold', async () => {
  const held = async () =>
    (await metrics())
      .filter((line) => line.startsWith('gloss_cache_bytes'))
      .map((line) => line.split(/(?<=\}) /))
  expect(await held()).toEqual([
    ['gloss_cache_bytes{cache="answers"}', '0'],
    ['gloss_cache_bytes{cache="page pictures"}', '0'],
  ])
  const { bytes } = await service.get('/retrieve?q=paper&backend=words')
  const [[, answers] = [], [, pictures] = []] = await held()
  expect(Number(answers)).toBeGreaterThan(bytes.length)
  expect(Number(answers)).toBeLessThan(2 * bytes.length + 1_000)
  expect(pictures).toBe('0')
})

it('counts requests by route, answers that were remembered, and stages', async () => {
  await service.get('/retrieve?q=paper&backend=words')
  await service.get('/nothing')
  expect((await service.get('/metrics')).headers['content-type']).toContain('text/plain')
  expect(await metrics()).toEqual(
    expect.arrayContaining([
      'gloss_http_requests_total{method="GET",route="/retrieve",status="200"} 2',
      'gloss_http_requests_total{method="GET",route="none",status="404"} 1',
      'gloss_retrieval_answers_total{cache="hit"} 1',
      'gloss_retrieval_stage_seconds_count{stage="search"} 1',
    ]),
  )
})

it('counts every request of a busy server, and never fewer than it did before', async () => {
  const counted = async () => {
    const line = (await metrics()).find((one) => /^gloss_http_requests_total\{.*route="\/corpora"/.test(one))
    return Number(line?.split(' ').at(-1) ?? 0)
  }
  const before = await counted()
  const seen = [before]
  let isOver = false
  const load = Promise.all(Array.from({ length: 200 }, () => service.get('/corpora'))).finally(() => {
    isOver = true
  })
  while (!isOver) seen.push(await counted())
  await load
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  expect((await counted()) - before).toBe(200)
})

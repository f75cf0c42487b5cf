/** One question over several corpora, `corpus=main,other`. */
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { addKey, ingestPaths } from '../../../app/index.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { column, sharedService } from '../../fixtures/service.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'

const BARK = 'Which IC50 did the bark extract show?'
const KINASE = 'Which dissociation constant has compound 1 with the kinase?'

const paper = samplePaper('bark-extract-lupeol')
const service = sharedService({ corpus: 'main' }, { papers: [paper] })
beforeAll(async () => {
  const small = writeSmallPapers(join(service.gloss.config.workspace, 'given'), 3)
  const request = { corpus: 'other', topic: 'none', paths: [...small, paper] }
  await ingestPaths(service.gloss, request, () => undefined, AbortSignal.timeout(60_000))
})

const retrieve = async (q: string, corpus: string, headers = {}) =>
  (await service.get('/retrieve', { q, corpus, k: '5' }, headers)).body
const ask = async (question: string, corpus: string) =>
  (await service.post('/ask', { question, corpus })).body

it('has the hits of both in one list by score, each with its corpus, and what both hold once', async () => {
  const { hits, ...answer } = await retrieve(KINASE, 'main,other')
  expect(answer).toMatchObject({ corpus: 'main,other', answerable: true })
  expect(hits).toHaveLength(5)
  expect(hits[0]).toMatchObject({ rank: 1, corpus: 'other', title: expect.stringContaining('compound 1') })
  const scores: number[] = column(hits, 'score')
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  const bark = (await retrieve(BARK, 'other,main')).hits
  expect(new Set(column(bark, 'unit')).size).toBe(bark.length)
  expect(bark[0].title).toContain('Terminalia')
})

it.each([
  { name: 'of the first', question: BARK, said: '18.4 µg/mL', title: 'Terminalia', corpus: 'main' },
  { name: 'of the second', question: KINASE, said: '4 nM', title: 'compound 1', corpus: 'other' },
])('is answered from a paper $name, with its place', async ({ question, said, title, corpus }) => {
  const { answer, citations } = await ask(question, 'main,other')
  expect(answer).toContain(said)
  const [has, says] = [expect.stringContaining(title), expect.stringContaining(said)]
  expect(citations[0]).toMatchObject({ corpus, title: has, quote: says })
})

it('asked in other words, begins with the abstract of the nearest paper of either', async () => {
  const answer = await ask('Does anything in the wood stop malignant growth?', 'other,main')
  expect(answer.support).not.toBe('yes')
  expect([...answer.citations, ...answer.shown][0]).toMatchObject({
    title: expect.stringContaining('Terminalia'),
    locator: expect.stringContaining('Abstract'),
  })
})

it('finds one paper by its id in whichever corpus has it', async () => {
  const [hit] = (await retrieve(KINASE, 'other')).hits
  const payload = { query: BARK, corpus: 'main,other', filter: { papers: [hit.paper] } }
  const { hits } = (await service.post('/retrieve', payload)).body
  expect(new Set(column(hits, 'paper'))).toEqual(new Set([hit.paper]))
})

it('is refused if one is missing, or if the key may not read one', async () => {
  expect(await retrieve(BARK, 'main,third')).toMatchObject({ code: 'CORPUS_NOT_FOUND' })
  const limited = { name: 'limited', rights: ['read'] as const, corpora: ['main'], expires: null }
  const headers = { 'x-api-key': addKey(service.gloss.config.workspace, limited, new Date()).key }
  expect((await retrieve(BARK, 'main', headers)).hits).not.toEqual([])
  for (const corpora of ['main,other', 'other, main'])
    expect(await retrieve(BARK, corpora, headers)).toMatchObject({ status: 403 })
})

/** One question over several corpora, `corpus=main,other`, over HTTP and by the library's way to ask. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addKey, ingestPaths } from '../../../app/index.ts'
import { type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'

const BARK = 'Which IC50 did the bark extract show?'
const KINASE = 'Which dissociation constant has compound 1 with the kinase?'

let served: Served
beforeAll(async () => {
  const bark = samplePaper('bark-extract-lupeol')
  served = await serve({ corpus: 'main' }, { papers: [bark] })
  const small = writeSmallPapers(join(served.gloss.config.workspace, 'given'), 3)
  const request = { corpus: 'other', topic: 'none', paths: [...small, bark] }
  await ingestPaths(served.gloss, request, () => undefined, AbortSignal.timeout(60_000))
})
afterAll(() => served.close())

const retrieve = (q: string, corpus: string, headers: Record<string, string> = {}) =>
  served.server.inject({ url: `/retrieve?${new URLSearchParams({ q, corpus, k: '5' })}`, headers })

describe('a question over two corpora', () => {
  it('has the hits of both in one list by score, each with its corpus, and what both hold once', async () => {
    const { hits, corpus, answerable } = (await retrieve(KINASE, 'main,other')).json()
    expect([corpus, answerable, hits.length]).toEqual(['main,other', true, 5])
    expect(hits[0]).toMatchObject({ rank: 1, corpus: 'other', title: expect.stringContaining('compound 1') })
    const scores = hits.map(({ score }: { score: number }) => score)
    expect(scores).toEqual(scores.toSorted((one: number, other: number) => other - one))
    const bark = (await retrieve(BARK, 'other,main')).json().hits
    expect(new Set(bark.map(({ unit }: { unit: string }) => unit)).size).toBe(bark.length)
    expect(bark[0].title).toContain('Terminalia')
  })

  it.each([
    { name: 'of the first', question: BARK, said: '18.4 µg/mL', title: 'Terminalia', from: 'main' },
    { name: 'of the second', question: KINASE, said: '4 nM', title: 'compound 1', from: 'other' },
  ])('is answered from a paper $name, with its place', async ({ question, said, title, from }) => {
    const payload = { question, corpus: 'main,other' }
    const answer = (await served.server.inject({ method: 'POST', url: '/ask', payload })).json()
    expect(answer.answer).toContain(said)
    expect(answer.citations[0]).toMatchObject({
      corpus: from,
      title: expect.stringContaining(title),
      quote: expect.stringContaining(said),
    })
  })

  it('begins with the abstract of the nearest paper of either, where it is asked in other words', async () => {
    const payload = { question: 'Does anything in the wood stop malignant growth?', corpus: 'other,main' }
    const answer = (await served.server.inject({ method: 'POST', url: '/ask', payload })).json()
    const [first] = [...answer.citations, ...answer.shown]
    expect([answer.support, first.title]).toEqual([
      expect.not.stringMatching('yes'),
      expect.stringContaining('Terminalia'),
    ])
    expect(first.locator).toContain('Abstract')
  })

  it('finds one paper by its id in whichever corpus has it', async () => {
    const [hit] = (await retrieve(KINASE, 'other')).json().hits
    const payload = { query: BARK, corpus: 'main,other', filter: { papers: [hit.paper] } }
    const { hits } = (await served.server.inject({ method: 'POST', url: '/retrieve', payload })).json()
    expect(new Set(hits.map(({ paper }: { paper: string }) => paper))).toEqual(new Set([hit.paper]))
  })

  it('is refused where one is not there, and where a key may not read one', async () => {
    expect((await retrieve(BARK, 'main,third')).json()).toMatchObject({ code: 'CORPUS_NOT_FOUND' })
    const { workspace } = served.gloss.config
    const limited = { name: 'limited', rights: ['read'] as const, corpora: ['main'], expires: null }
    const { key } = addKey(workspace, limited, new Date())
    expect((await retrieve(BARK, 'main', { 'x-api-key': key })).statusCode).toBe(200)
    for (const corpora of ['main,other', 'other, main'])
      expect((await retrieve(BARK, corpora, { 'x-api-key': key })).statusCode).toBe(403)
  })
})

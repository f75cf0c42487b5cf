import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPARED_BACKENDS } from '../../../app/index.ts'
import { type Served, serveSamples } from '../../fixtures/served-samples.ts'

const QUESTION = 'which IC50 did the bark extract show?'

let served: Served
beforeAll(async () => {
  served = await serveSamples()
})
afterAll(() => served.close())

const compare = (payload: object) => served.server.inject({ method: 'POST', url: '/compare', payload })

describe('POST /compare', () => {
  it('answers with the plain ranking of each backend, places not joined, and their overlap', async () => {
    const { statusCode, ...answer } = await compare({
      queries: [QUESTION, 'what does lupeol do to AKT?'],
      backends: ['words', 'vanilla', 'hybrid'],
      k: 3,
    })
    expect(statusCode).toBe(200)
    const { questions, overlaps, failures, k, corpus } = answer.json()
    expect([corpus, k, failures, questions.length]).toEqual(['main', 3, {}, 2])
    expect(Object.keys(questions[0].answers)).toEqual(['words', 'vanilla', 'hybrid'])
    const query = { q: QUESTION, k: '3', backend: 'words' }
    const retrieved = (await served.server.inject({ url: '/retrieve', query })).json()
    const ranked = questions[0].answers.words.hits
    expect(ranked[0]).toEqual({ ...retrieved.hits[0], joined: [] })
    const joined = retrieved.hits.flatMap((hit: { joined: string[] }) => hit.joined)
    expect(joined.length).toBeGreaterThan(0)
    const shown = retrieved.hits.map(({ unit }: { unit: string }) => unit)
    for (const { unit } of ranked) expect([...shown, ...joined]).toContain(unit)
    expect(overlaps.map(({ backends }: { backends: string[] }) => backends.join('+'))).toEqual([
      'words+vanilla',
      'words+hybrid',
      'vanilla+hybrid',
    ])
    for (const { jaccard, rankBiased } of overlaps) {
      expect(jaccard).toBeGreaterThan(0)
      expect(rankBiased).toBeLessThanOrEqual(1)
    }
  })

  it('asks every backend that needs no model where none is named; one that cannot answer says why', async () => {
    const { questions, failures } = (await compare({ queries: [QUESTION] })).json()
    const named = [...Object.keys(questions[0].answers), ...Object.keys(failures)]
    expect(named.sort()).toEqual([...COMPARED_BACKENDS].sort())
    for (const failure of Object.values(failures))
      expect(failure).toEqual({
        code: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.stringMatching(/.{10,}/),
        help: expect.stringMatching(/.{10,}/),
      })
  })

  it.each([
    { name: 'no questions', payload: {}, field: 'queries' },
    { name: 'an empty list', payload: { queries: [] }, field: 'queries' },
    { name: 'an empty question', payload: { queries: ['x', ' '] }, field: 'queries.1' },
    { name: 'more than 50', payload: { queries: Array(51).fill('x') }, field: 'queries' },
    { name: 'an unknown backend', payload: { queries: ['x'], backends: ['magic'] }, field: 'backends.0' },
    { name: 'no backend', payload: { queries: ['x'], backends: [] }, field: 'backends' },
    { name: 'k of 0', payload: { queries: ['x'], k: 0 }, field: 'k' },
    { name: 'an unknown field', payload: { queries: ['x'], depth: 1 }, field: 'depth' },
  ])('refuses $name and names the field', async ({ payload, field }) => {
    const answer = await compare(payload)
    expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([
      400,
      'INPUT_INVALID',
      field,
    ])
  })

  it('refuses a corpus that is not there', async () => {
    const answer = await compare({ queries: ['x'], corpus: 'odd' })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'CORPUS_NOT_FOUND'])
  })
})

/** Tests /compare: the rankings of several backends for the same questions, and how far they agree. */
import { expect, it } from 'vitest'
import { COMPARED_BACKENDS } from '../../../app/index.ts'
import { column, sharedSamples } from '../../fixtures/service.ts'

const QUESTION = 'which IC50 did the bark extract show?'

const { get, post } = sharedSamples()

it('answers with the plain ranking of each backend, places not joined, and their overlap', async () => {
  const { status, body } = await post('/compare', {
    queries: [QUESTION, 'what does lupeol do to AKT?'],
    backends: ['words', 'vanilla', 'hybrid'],
    k: 3,
  })
  expect(status).toBe(200)
  const { questions, overlaps } = body
  expect(body).toMatchObject({ corpus: 'main', k: 3, failures: {}, questions: [{}, {}] })
  expect(Object.keys(questions[0].answers)).toEqual(['words', 'vanilla', 'hybrid'])
  const { hits } = (await get('/retrieve', { q: QUESTION, k: '3', backend: 'words' })).body
  const ranked = questions[0].answers.words.hits
  expect(ranked[0]).toEqual({ ...hits[0], joined: [] })
  const joined = column(hits, 'joined').flat()
  expect(joined.length).toBeGreaterThan(0)
  for (const { unit } of ranked) expect([...column(hits, 'unit'), ...joined]).toContain(unit)
  expect(column(overlaps, 'backends')).toEqual([
    ['words', 'vanilla'],
    ['words', 'hybrid'],
    ['vanilla', 'hybrid'],
  ])
  for (const { jaccard, rankBiased } of overlaps) expect([jaccard > 0, rankBiased <= 1]).toEqual([true, true])
})

it('without names it asks every backend that needs no model; one that cannot answer says why', async () => {
  const { questions, failures } = (await post('/compare', { queries: [QUESTION] })).body
  const named = [...Object.keys(questions[0].answers), ...Object.keys(failures)]
  expect(named.sort()).toEqual([...COMPARED_BACKENDS].sort())
  for (const failure of Object.values(failures))
    expect(failure).toEqual({
      code: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.stringMatching(/.{10,}/),
      help: expect.stringMatching(/.{10,}/),
    })
})

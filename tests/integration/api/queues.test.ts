/** Corpora and the gate, which change things. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'

let served: Served
beforeAll(async () => {
  served = await serve({}, { papers: ['bark-extract-lupeol', 'medieval-trade-law'].map(samplePaper) })
})
afterAll(() => served.close())

const json = async (url: string) => (await served.server.inject(url)).json()
const post = (url: string, payload: object) => served.server.inject({ method: 'POST', url, payload })

describe('/corpora', () => {
  it('lists them with what they hold', async () => {
    const { default: first, corpora } = await json('/corpora')
    expect([first, corpora.length]).toEqual(['main', 1])
    expect(corpora[0]).toMatchObject({
      name: 'main',
      papers: 2,
      states: { kept: 1, 'dropped:off_topic': 1 },
      pages: 4,
    })
  })

  it('makes one, knows it again and deletes it', async () => {
    const made = await post('/corpora', { name: 'second' })
    expect([made.statusCode, made.headers.location, made.json().papers]).toEqual([201, '/corpora/second', 0])
    expect((await post('/corpora', { name: 'second' })).statusCode).toBe(200)
    expect((await json('/corpora/second')).name).toBe('second')
    const deleted = await served.server.inject({ method: 'DELETE', url: '/corpora/second' })
    expect([deleted.statusCode, deleted.payload]).toEqual([204, ''])
    expect((await json('/corpora/second')).code).toBe('CORPUS_NOT_FOUND')
    expect((await served.server.inject({ method: 'DELETE', url: '/corpora/second' })).statusCode).toBe(404)
  })

  it('refuses a name that could leave the workspace', async () => {
    const answer = await post('/corpora', { name: '../main' })
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'corpus'])
  })
})

describe('/gate', () => {
  it('lists every decision with its scores and draws them', async () => {
    const { rows, topic, svg, tableA1 } = await json('/gate')
    expect([rows.length, topic]).toEqual([2, 'biochem'])
    expect(rows[0]).toMatchObject({
      keep: false,
      overruled: null,
      state: 'dropped:off_topic',
      policy: 'contrast',
    })
    expect(rows[0].score).toBeLessThan(rows[0].cutoff)
    expect(svg).toMatch(/^<svg /)
    expect(tableA1.total).toBe(1)
  })

  it('is overruled by hand, and its own word comes back', async () => {
    const { rows } = await json('/gate')
    const url = `/gate/${rows[0].paper}`
    const kept = (await post(url, { decision: 'keep' })).json()
    expect(kept).toMatchObject({ state: 'kept', overruled: 'keep', keep: false })
    expect((await json(`/papers/${rows[0].paper}`)).units).toBeGreaterThan(0)
    const { hits } = await json('/retrieve?q=royal+courts+and+stranded+goods&k=1')
    expect(hits[0].paper).toBe(rows[0].paper)
    expect((await post(url, { decision: null })).json()).toMatchObject({
      state: 'dropped:off_topic',
      overruled: null,
    })
  })

  it.each([
    {
      name: 'an unknown paper',
      paper: '0'.repeat(32),
      payload: { decision: 'keep' },
      code: 'PAPER_NOT_FOUND',
    },
    { name: 'an unknown word', paper: '0'.repeat(32), payload: { decision: 'maybe' }, code: 'INPUT_INVALID' },
    { name: 'no word at all', paper: '0'.repeat(32), payload: {}, code: 'INPUT_INVALID' },
  ])('refuses $name', async ({ paper, payload, code }) => {
    expect((await post(`/gate/${paper}`, payload)).json().code).toBe(code)
  })

  it('says that somebody is writing, and not what of the server that is', async () => {
    const { store } = await served.gloss.session()
    await using _ = await store.write('a test')
    const { rows } = await json('/gate')
    const answer = await post(`/gate/${rows[0].paper}`, { decision: 'keep' })
    expect([answer.statusCode, answer.json().code, answer.json().retry]).toEqual([409, 'CORPUS_BUSY', true])
    expect(answer.json().detail).toBe('Another process is writing the corpus.')
    for (const secret of ['a test', String(process.pid), served.gloss.config.workspace])
      expect(answer.payload).not.toContain(secret)
    expect((await served.server.inject({ method: 'DELETE', url: '/corpora/main' })).statusCode).toBe(409)
  })
})

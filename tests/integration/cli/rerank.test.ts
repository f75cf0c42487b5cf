/** Tests rerankers for people and programs: off unless named, shown when used, and reported when they fail. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOnnxTokenEmbedder } from '../../../models/adapters/onnx-token-embedder.ts'
import { openSqliteTokenStore } from '../../../packages/rerank/sqlite-token-store.ts'
import { type RerankServer, startRerankServer } from '../../fakes/rerank-server.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { putIngested } from '../../fixtures/served-samples.ts'
import { column, type Json } from '../../fixtures/service.ts'
import { TINY } from '../../fixtures/tiny-models.ts'

const QUESTION = 'Which IC50 did the methanolic bark extract show?'
const { cwd, run, json, failure } = cliFolder()

let server: RerankServer
beforeAll(async () => {
  server = await startRerankServer()
  await putIngested(cwd)
})
afterAll(async () => {
  await server.close()
})

async function modelOf(folder: string): Promise<{ readonly id: string }> {
  const { id, dims, close } = await openOnnxTokenEmbedder(folder)
  await close()
  return { id: `${id}-${dims}` }
}

const RETRIEVE = ['retrieve', QUESTION]
const retrieve = (...options: readonly string[]) => json([...RETRIEVE, ...options])

describe('gloss retrieve with a reranker', () => {
  it('asks no reranker unless it is named', async () => {
    const { hits, stages } = await retrieve()
    expect('rerank' in stages).toBe(false)
    expect(hits.every(({ why }: Json) => why.rerank === undefined)).toBe(true)
  })

  it.each([
    { name: 'a folder', place: () => TINY.crossEncoder, isCounted: false },
    { name: 'a server', place: () => server.url, isCounted: true },
  ])('orders the hits by $name, and says so', async ({ place, isCounted }) => {
    const { hits, stages, usage } = await retrieve('--rerank', place())
    expect('rerank' in stages).toBe(true)
    const scores: number[] = hits.map(({ why }: Json) => why.rerank?.score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(column(hits, 'score')).toEqual(scores)
    expect(hits.some(({ rank, why }: Json) => why.rerank?.from !== rank)).toBe(true)
    expect(usage !== undefined).toBe(isCounted)
    if (usage !== undefined) expect([usage.calls, usage.promptTokens > 0]).toEqual([1, true])
  })

  it('reads it from the environment, reranks as many hits as are set, and explains what it did', async () => {
    const own = { GLOSS_RERANK_TOP: '3', GLOSS_RERANK_KEY: 'secret', GLOSS_RERANK_MODEL: 'm' }
    const before = server.requests.length
    const { code, stdout } = await run([...RETRIEVE, '--explain'], { GLOSS_RERANK: server.url, ...own })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/rerank +\d\.\d{3}, before at rank \d/)])
    const [request] = server.requests.slice(before)
    expect(request).toMatchObject({ authorization: 'Bearer secret', body: { model: 'm', top_n: 3 } })
  })

  it('gloss ask reads its sources in the order of the reranker', async () => {
    const before = server.requests.length
    await json(['ask', QUESTION, '--rerank', server.url])
    expect(server.requests.length).toBe(before + 1)
  })

  it('refuses the folder of another model in a sentence', async () => {
    const { code, stdout, stderr } = await run([...RETRIEVE, '--rerank', TINY.sentenceModel])
    expect([code === 0, stdout]).toEqual([false, ''])
    expect(stderr).toContain(
      'cannot be used as a cross-encoder: it has no output `logits`, only last_hidden_state.',
    )
    expect(stderr).toContain('docs/backends.md')
    const { stdout: checked } = await run('doctor', { GLOSS_RERANK: TINY.sentenceModel })
    expect(checked).toContain('no output `logits`')
  })

  it('ends with an error and no hits if the server answers with other lengths, or late', async () => {
    const asked = [...RETRIEVE, '--rerank', server.url]
    server.fail({ kind: 'changed', change: (results) => ({ results: results.slice(2) }) })
    expect(await failure(asked)).toMatchObject({ code: 'MODEL_ANSWER_INVALID' })
    server.fail({ kind: 'hang' })
    const late = await failure(asked, { GLOSS_RANKING_TIMEOUT_MS: '300' })
    expect(late.stderr).toContain('no answer within 300 ms (GLOSS_RANKING_TIMEOUT_MS)')
  })

  it('applies late interaction first, if set, and stores the token vectors with the corpus', async () => {
    const env = { GLOSS_LATE: TINY.sentenceModel, GLOSS_LATE_TOP: '7', GLOSS_RERANK: server.url }
    const ask = () => json(RETRIEVE, env)
    const first = await ask()
    expect(Object.keys(first.stages).slice(-4)).toEqual(['late', 'rerank', 'judge', 'show'])
    const second = await ask()
    expect(second.hits).toEqual(first.hits)
    const [kept = ''] = readdirSync(join(cwd, '.gloss'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /tokens-[0-9a-f]{16}\.sqlite$/.test(file),
    )
    const store = openSqliteTokenStore({
      path: join(cwd, '.gloss', kept),
      model: (await modelOf(TINY.sentenceModel)).id,
      dims: 8,
      onRefused: (reason) => expect.fail(reason),
    })
    expect(store.size().units).toBe(7)
    store.close()
  })
})

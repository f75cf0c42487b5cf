/** Tests rerankers for people and programs: off unless named, shown when used, and reported when they fail. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOnnxTokenEmbedder } from '../../../models/adapters/onnx-token-embedder.ts'
import { openSqliteTokenStore } from '../../../packages/rerank/sqlite-token-store.ts'
import { type RerankServer, startRerankServer } from '../../fakes/rerank-server.ts'
import { answerOf, lastObject, runCli } from '../../fixtures/run-cli.ts'
import { putIngested } from '../../fixtures/served-samples.ts'
import { column, type Json } from '../../fixtures/service.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'
import { TINY } from '../../fixtures/tiny-models.ts'

const QUESTION = 'Which IC50 did the methanolic bark extract show?'
const cwd = sharedFolder()

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

const retrieve = (...options: readonly string[]) =>
  answerOf<Json>(['retrieve', QUESTION, ...options], { cwd })

describe('gloss retrieve with a reranker', () => {
  it('asks none unless it is named', async () => {
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

  it('takes it from the environment, reads as many hits as are set, and explains what it did', async () => {
    const env = {
      GLOSS_RERANK: server.url,
      GLOSS_RERANK_TOP: '3',
      GLOSS_RERANK_KEY: 'secret',
      GLOSS_RERANK_MODEL: 'm',
    }
    const before = server.requests.length
    const { code, stdout } = await runCli(['retrieve', QUESTION, '--explain'], { cwd, env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/rerank +\d\.\d{3}, before at rank \d/)
    const [request] = server.requests.slice(before)
    expect(request).toMatchObject({ authorization: 'Bearer secret', body: { model: 'm', top_n: 3 } })
  })

  it('gloss ask reads its sources in the order of the reranker', async () => {
    const before = server.requests.length
    await answerOf(['ask', QUESTION, '--rerank', server.url], { cwd })
    expect(server.requests.length).toBe(before + 1)
  })

  it('refuses the folder of another model in a sentence', async () => {
    const { code, stdout, stderr } = await runCli(['retrieve', QUESTION, '--rerank', TINY.sentenceModel], {
      cwd,
    })
    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toContain(
      'cannot be used as a cross-encoder: it has no output `logits`, only last_hidden_state.',
    )
    expect(stderr).toContain('docs/backends.md')
  })

  it('ends with an error and no hits where the server answers with other lengths', async () => {
    server.fail({ kind: 'changed', change: (results) => ({ results: results.slice(2) }) })
    const { code, stdout } = await runCli(['retrieve', QUESTION, '--rerank', server.url, '--json'], { cwd })
    expect(code).not.toBe(0)
    expect(lastObject(stdout)).toMatchObject({ error: { code: 'MODEL_ANSWER_INVALID' } })
  })

  it('ends with an error where the server answers late', async () => {
    server.fail({ kind: 'hang' })
    const env = { GLOSS_RANKING_TIMEOUT_MS: '300' }
    const { code, stderr } = await runCli(['retrieve', QUESTION, '--rerank', server.url], { cwd, env })
    expect(code).not.toBe(0)
    expect(stderr).toContain('no answer within 300 ms (GLOSS_RANKING_TIMEOUT_MS)')
  })

  it('compares before, where that is set, and keeps the token vectors with the corpus', async () => {
    const env = { GLOSS_LATE: TINY.sentenceModel, GLOSS_LATE_TOP: '7', GLOSS_RERANK: server.url }
    const ask = () => answerOf<Json>(['retrieve', QUESTION], { cwd, env })
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

  it('gloss doctor says what is wrong with it', async () => {
    const bad = await runCli(['doctor'], { cwd, env: { GLOSS_RERANK: TINY.sentenceModel } })
    expect(bad.stdout).toContain('no output `logits`')
  })
})

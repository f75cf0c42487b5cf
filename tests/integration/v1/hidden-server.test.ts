/** Tests that clients with a key, who are not the operator, learn what went wrong but not where the model server is. */
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { openRecordingServer } from '../../fakes/recording-server.ts'
import type { Script } from '../../fakes/scripted-llm/server.ts'
import { told } from '../../fixtures/client-turns.ts'
import { doubtfulAnswers, doubtfulQuestion } from '../../fixtures/doubtful-turn.ts'
import { haplotypeWorkspace, openProxied } from '../../fixtures/proxied.ts'
import { rawAnswer } from '../../fixtures/raw-answer.ts'

const KEY = 'correct horse battery'
const PATIENT = { llmFirstTokenMs: 60_000, llmBetweenTokensMs: 60_000, llmRetries: 0 }
const REFUSED: Script = {
  fault: { kind: 'status', status: 403, body: '{"error":{"message":"So says the server"}}' },
}
const TEXT = 'The gene is studied in many places, and what was found is compared with care. '

const workspace = await haplotypeWorkspace()

type Answers = Parameters<typeof openProxied>[0]

const open = (script: Answers, settings: object = {}) =>
  openProxied(script, { settings: { workspace, ...PATIENT, key: KEY, ...settings } })

const ask = (url: string, body: object = {}, headers: object = {}) =>
  rawAnswer(`${url}/chat/completions`, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, ...headers },
    body: JSON.stringify({ ...doubtfulQuestion, ...body }),
  })

it.each([
  { name: 'of a turn', headers: {} },
  { name: 'of a request that is passed on', headers: { 'x-gloss-monitor': 'off' } },
])('a failure $name names the role', async ({ headers }) => {
  await using proxied = await open({}, { llmUrl: 'http://127.0.0.1:9/v1' })
  const { status, bytes } = await ask(proxied.url, {}, headers)
  expect(status).toBe(503)
  expect(bytes.toString()).toMatch(/the model server.*ECONNREFUSED/)
  expect(bytes.toString()).not.toMatch(/127\.0\.0\.1|:9\b/)
})

it('a refusal keeps the words of the server', async () => {
  await using proxied = await open(REFUSED)
  for (const stream of [true, false]) {
    const { status, bytes } = await ask(proxied.url, { stream })
    expect(status).toBe(403)
    expect(bytes.toString()).toContain('So says the server')
    expect(bytes.toString()).not.toContain('127.0.0.1')
  }
})

it('a failure of a helper in the report of an answer has no address, either', async () => {
  await using elsewhere = await openRecordingServer(() => ({
    status: 401,
    body: '{"error":{"message":"No"}}',
  }))
  const llmRoles = { monitor: { url: `${elsewhere.origin}/v1`, model: 'small' } }
  await using proxied = await open(doubtfulAnswers(), { llmRoles })
  const { bytes } = await ask(proxied.url, { stream: true }, { 'x-gloss-monitor': 'model' })
  const [gloss] = told(bytes).gloss
  expect(gloss.failures.length).toBeGreaterThan(0)
  expect(JSON.stringify([gloss.failures, gloss.problems])).toContain('the server of the monitor')
  expect(JSON.stringify([gloss.failures, gloss.problems])).not.toContain('127.0.0.1')
})

it('at the end of the server a stream ends with an error frame', async () => {
  // Writes a part, and no more until it is left.
  const gate = async (frame: number, left: AbortSignal) => frame < 20 || once(left, 'abort')
  const text = Array.from({ length: 40 }, () => TEXT)
  await using proxied = await open({ text, gate }, { llmBetweenTokensMs: 86_400_000 })
  const { server } = proxied.served
  const begun = Promise.withResolvers<void>()
  const asked = fetch(`${proxied.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ ...doubtfulQuestion, stream: true }),
  }).then(async ({ body }) => {
    const pieces: Uint8Array[] = []
    for await (const piece of body ?? []) {
      pieces.push(piece)
      begun.resolve()
    }
    return Buffer.concat(pieces)
  })
  await begun.promise
  server.life.stop()
  server.life.endRequests()
  const { errors, isDone } = told(await asked)
  expect(errors).toMatchObject([{ code: 'STOPPING', type: 'server_error' }])
  expect(isDone).toBe(false)
})

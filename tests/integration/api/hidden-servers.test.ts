/** Tests that clients with a key, who are not the operator, learn what went wrong but not where the model servers are. */
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openRecordingServer } from '../../fakes/recording-server.ts'
import { told } from '../../fixtures/client-turns.ts'
import { doubtfulAnswers, doubtfulQuestion } from '../../fixtures/doubtful-turn.ts'
import { haplotypeWorkspace, openProxied } from '../../fixtures/proxied.ts'
import { rawAnswer } from '../../fixtures/raw-answer.ts'
import {
  allEvents,
  asking,
  BODY,
  dataOf,
  jsonOf,
  openServedSolver,
  startedRun,
} from '../../fixtures/served-solver.ts'

const KEY = 'correct horse battery'
const DEAD = 'http://127.0.0.1:9/v1'
const PLACE = /127\.0\.0\.1|:9\/v1/

describe('a run', () => {
  const AUTHORISED = { 'x-api-key': KEY }
  const STREAMED = { ...AUTHORISED, accept: 'text/event-stream' }

  const textOf = async (address: string, options: RequestInit = { headers: AUTHORISED }) => {
    const response = await fetch(address, options)
    expect(response.status).toBe(200)
    return await response.text()
  }

  /** Starts a service whose only model server does not answer. */
  const openDead = async (settings: object) =>
    (await openServedSolver({}, { settings: { llmUrl: DEAD, llmRoles: {}, ...settings } })).origin

  it('names the role of the model server in every answer, and never its address', async () => {
    const origin = await openDead({ key: KEY })
    const solved = await textOf(`${origin}/solve`, asking(BODY, AUTHORISED))
    const { id, failure, failures, conditions } = JSON.parse(solved)
    const texts = [
      solved,
      await textOf(`${origin}/solve`, asking(BODY, STREAMED)),
      await textOf(`${origin}/runs`),
    ]
    for (const part of ['', '/events', '/trace', '/trace?format=markdown', '/trace?format=html'])
      texts.push(await textOf(`${origin}/runs/${id}${part}`))
    for (const text of texts) expect(text).not.toMatch(PLACE)
    expect(failure.message).toContain('the model server')
    expect(failures[0].message).toMatch(/the model server did not answer.*ECONNREFUSED/)
    expect(conditions[0].models[0].server).toBe('the model server')

    const question = { question: 'Which IC50 did the bark extract show?' }
    const events = await allEvents(`${origin}/ask`, asking(question, STREAMED))
    expect(JSON.stringify(events)).not.toMatch(PLACE)
    const message = expect.stringContaining('the model server')
    expect(dataOf(events, 'failure')).toMatchObject([{ message }])
  })

  it('shows the address if the service has no key, since its user is then the operator', async () => {
    const origin = await openDead({})
    expect((await jsonOf(`${origin}/solve`, asking(BODY))).failures[0].message).toMatch(PLACE)
    const events = await allEvents(`${origin}/runs/${await startedRun({ origin })}/events`)
    expect(JSON.stringify(dataOf(events, 'failure'))).toMatch(PLACE)
  })
})

describe('an answer under /v1', async () => {
  const workspace = await haplotypeWorkspace()
  const PATIENT = { llmFirstTokenMs: 60_000, llmBetweenTokensMs: 60_000, llmRetries: 0 }
  const HEADERS = { 'content-type': 'application/json', authorization: `Bearer ${KEY}` }

  const open = (script: Parameters<typeof openProxied>[0], settings: object = {}) =>
    openProxied(script, { settings: { workspace, ...PATIENT, key: KEY, ...settings } })

  const ask = async (url: string, body: object = {}, headers: object = {}) => {
    const sent = {
      headers: { ...HEADERS, ...headers },
      body: JSON.stringify({ ...doubtfulQuestion, ...body }),
    }
    const { status, bytes } = await rawAnswer(`${url}/chat/completions`, sent)
    return { status, bytes, text: bytes.toString() }
  }

  it.each([
    { name: 'with help', headers: {} },
    { name: 'that is passed on', headers: { 'x-gloss-monitor': 'off' } },
  ])('$name names the role of a server that does not answer', async ({ headers }) => {
    await using proxied = await open({}, { llmUrl: DEAD })
    const { status, text } = await ask(proxied.url, {}, headers)
    expect([status, text]).toEqual([503, expect.stringMatching(/the model server.*ECONNREFUSED/)])
    expect(text).not.toMatch(/127\.0\.0\.1|:9\b/)
  })

  it('keeps the words with which the server refuses it', async () => {
    const body = '{"error":{"message":"So says the server"}}'
    await using proxied = await open({ fault: { kind: 'status', status: 403, body } })
    for (const stream of [true, false]) {
      const { status, text } = await ask(proxied.url, { stream })
      expect([status, text]).toEqual([403, expect.stringContaining('So says the server')])
      expect(text).not.toContain('127.0.0.1')
    }
  })

  it('names the role of a helper that failed', async () => {
    const refusal = { status: 401, body: '{"error":{"message":"No"}}' }
    await using elsewhere = await openRecordingServer(() => refusal)
    const llmRoles = { monitor: { url: `${elsewhere.origin}/v1`, model: 'small' } }
    await using proxied = await open(doubtfulAnswers(), { llmRoles })
    const { bytes } = await ask(proxied.url, { stream: true }, { 'x-gloss-monitor': 'model' })
    const [{ failures, problems }] = told(bytes).gloss
    expect(failures.length).toBeGreaterThan(0)
    expect(JSON.stringify([failures, problems])).toContain('the server of the monitor')
    expect(JSON.stringify([failures, problems])).not.toContain('127.0.0.1')
  })

  it('that is a stream ends with an error frame when the service stops', async () => {
    // Writes a part, and no more until its client leaves.
    const gate = async (frame: number, left: AbortSignal) => frame < 20 || once(left, 'abort')
    const text = Array.from(
      { length: 40 },
      () => 'The gene is studied in many places, and compared with care. ',
    )
    await using proxied = await open({ text, gate }, { llmBetweenTokensMs: 86_400_000 })
    const { life } = proxied.served.server
    const { body } = await fetch(
      `${proxied.url}/chat/completions`,
      asking({ ...doubtfulQuestion, stream: true }, HEADERS),
    )
    const pieces: Uint8Array[] = []
    for await (const piece of body ?? []) {
      if (pieces.push(piece) > 1) continue
      life.stop()
      life.endRequests()
    }
    const { errors, isDone } = told(Buffer.concat(pieces))
    expect(errors).toMatchObject([{ code: 'STOPPING', type: 'server_error' }])
    expect(isDone).toBe(false)
  })
})

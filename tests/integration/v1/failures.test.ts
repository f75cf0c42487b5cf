/** Tests failures during retrieval for a request: the client gets a complete answer or one clear error, and nothing hangs. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRecordingServer } from '../../fakes/recording-server.ts'
import type { Fault, Script, ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import { told } from '../../fixtures/client-turns.ts'
import { DOUBTFUL_TEXT, doubtfulAnswers, doubtfulQuestion } from '../../fixtures/doubtful-turn.ts'
import { haplotypeWorkspace, openProxied, type Proxied } from '../../fixtures/proxied.ts'
import { rawAnswer } from '../../fixtures/raw-answer.ts'

const PLAIN = 'The gene is studied in many places, and what was found is compared with care. '
/** Long timeouts, so that a busy machine does not fail the test. */
const PATIENT = { llmFirstTokenMs: 60_000, llmBetweenTokensMs: 60_000 }

const workspace = await haplotypeWorkspace()

type Answers = Script | ((request: ScriptedRequest, n: number) => Script)

async function open(answers: Answers, settings: Readonly<Record<string, unknown>> = {}) {
  return openProxied(answers, { settings: { workspace, ...PATIENT, ...settings } })
}

function ask(url: string, body: object = {}, headers: Readonly<Record<string, string>> = {}) {
  return rawAnswer(`${url}/chat/completions`, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...doubtfulQuestion, stream: true, ...body }),
  })
}

const status = (code: number, headers = {}): Fault => ({
  kind: 'status',
  status: code,
  body: '{"error":{"message":"So says the server"}}',
  headers,
})
const errorOf = ({ bytes }: { readonly bytes: Buffer }) => JSON.parse(bytes.toString()).error

describe('before the first word', () => {
  it.each<{ name: string; fault: Fault; is: object }>([
    { name: 'a wrong key', fault: status(401), is: { status: 401, type: 'authentication_error' } },
    { name: 'an unknown model', fault: status(404), is: { status: 404, type: 'not_found_error' } },
    { name: 'a bad request', fault: status(400), is: { status: 400, type: 'invalid_request_error' } },
    {
      name: 'a page for people',
      fault: { kind: 'html' },
      is: { status: 502, code: 'MODEL_PROTOCOL', type: 'server_error' },
    },
  ])('$name is a status and an error object, streamed or whole', async ({ fault, is }) => {
    await using proxied = await open({ fault })
    // Asked at once, as the proxy itself repeats requests to some failing servers for seconds.
    const answers = [true, false].map((stream) => ask(proxied.url, { stream }))
    for (const answer of await Promise.all(answers)) {
      const { code, type, message } = errorOf(answer)
      expect({ status: answer.status, code, type }).toEqual({ code: 'MODEL_REFUSED', ...is })
      expect(message).toMatch(/scripted at http:\/\/127\.0\.0\.1/)
      expect(message).toMatch(/[.!?] The (?:model server|reply)/)
    }
  })

  it('a server that does not answer is named, with what to do', async () => {
    await using proxied = await open({}, { llmUrl: 'http://127.0.0.1:9/v1' })
    const answer = await ask(proxied.url)
    const message = expect.stringMatching(/127\.0\.0\.1:9.*ECONNREFUSED.*check its address/)
    expect([answer.status, errorOf(answer)]).toMatchObject([503, { code: 'MODEL_UNAVAILABLE', message }])
    expect(answer.headers['x-should-retry']).toBe('false')
  })
})

it('a refused continuation leaves what was sent before, followed by one error frame', async () => {
  await using proxied = await open(doubtfulAnswers({ fault: status(403) }))
  const { text, errors, gloss } = told((await ask(proxied.url)).bytes)
  expect(errors.length).toBe(1)
  const [{ span, text: injected }] = gloss[0].injections
  expect(text.slice(...span)).toBe(injected)
})

describe('beside the stream', () => {
  it('a monitor that is refused leaves the answer whole, and is reported', async () => {
    await using elsewhere = await openRecordingServer(() => ({
      status: 401,
      body: '{"error":{"message":"No"}}',
    }))
    const llmRoles = { monitor: { url: `${elsewhere.origin}/v1`, model: 'small' } }
    await using proxied = await open(doubtfulAnswers(), { llmRoles })
    const { bytes } = await ask(proxied.url, {}, { 'x-gloss-monitor': 'model' })
    const { text, finishes, errors, gloss } = told(bytes)
    expect([text, finishes, errors]).toEqual([DOUBTFUL_TEXT, ['stop'], []])
    expect(gloss[0].failures[0]).toMatchObject({ stage: 'monitor', code: 'MODEL_REFUSED' })
    expect(gloss[0].ledger.monitor).toMatchObject({ promptTokens: 0, completionTokens: 0 })
  })
})

it('a client that leaves after an injection frees the model server', async () => {
  await using proxied = await open(doubtfulAnswers({ text: PLAIN.repeat(50), paceMs: 2 }))
  await rawAnswer(`${proxied.url}/chat/completions`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...doubtfulQuestion, stream: true }),
    leaveAfter: { text: 'by searching', times: 1 },
  })
  while (proxied.upstream.open() > 0) await pause(5)
  expect((await proxied.upstream.requests.at(-1)!.ended).how).toBe('left')
})

describe('a request', () => {
  let proxied: Proxied
  beforeAll(async () => {
    proxied = await open({ text: 'Seven.' })
  })
  afterAll(() => proxied[Symbol.asyncDispose]())

  it('for a corpus that does not exist is refused with the names of the others', async () => {
    const answer = await ask(proxied.url, {}, { 'x-gloss-corpus': 'nowhere' })
    const message = expect.stringContaining('available: main')
    const error = { code: 'INPUT_INVALID', param: 'x-gloss-corpus', message }
    expect([answer.status, errorOf(answer)]).toMatchObject([400, error])
  })

  it('may choose a corpus, a backend and a monitor, which the answer names', async () => {
    const headers = { 'x-gloss-backend': 'words', 'x-gloss-monitor': 'cascade', 'x-gloss-corpus': 'main' }
    const [gloss] = told((await ask(proxied.url, {}, headers)).bytes).gloss
    expect(gloss).toMatchObject({ corpus: 'main', backend: 'words', monitor: 'cascade' })
  })

  /** Returns a question, and a message that follows it. */
  const chat = (last: object) => ({ messages: [{ role: 'user', content: 'How many?' }, last] })
  const passed = async (url: string, body: object, headers = {}) => {
    const answer = await ask(url, body, headers)
    expect(told(answer.bytes)).toMatchObject({ text: 'Seven.', gloss: [] })
    return [answer.status, answer.headers['x-gloss-passed']]
  }

  it.each([
    { name: 'tools', body: { tools: [{ type: 'function', function: { name: 'f' } }] }, reason: 'tools' },
    { name: 'functions of old', body: { functions: [{}] }, reason: 'tools' },
    { name: 'the answer of a tool', body: chat({ role: 'tool', content: '7' }), reason: 'tools' },
    { name: 'several choices', body: { n: 2 }, reason: 'several_choices' },
    { name: 'log probabilities', body: { logprobs: true }, reason: 'logprobs' },
    { name: 'JSON', body: { response_format: { type: 'json_object' } }, reason: 'response_format' },
    { name: 'sound', body: { modalities: ['text', 'audio'] }, reason: 'parts' },
    { name: 'a picture', body: chat({ role: 'user', content: [{ type: 'image_url' }] }), reason: 'parts' },
    { name: 'a text to continue', body: chat({ role: 'assistant', content: 'There' }), reason: 'prefix' },
    {
      name: 'a named speaker',
      body: chat({ role: 'user', content: 'So?', name: 'Ada' }),
      reason: 'messages',
    },
    { name: 'an unknown role', body: chat({ role: 'judge', content: 'So?' }), reason: 'messages' },
    { name: 'no messages', body: { messages: [] }, reason: 'messages' },
    { name: 'the monitor off', body: {}, headers: { 'x-gloss-monitor': 'off' }, reason: 'monitor_off' },
  ])('with $name is passed on with the reason in a header', async ({ body, headers, reason }) => {
    expect(await passed(proxied.url, body, headers)).toEqual([200, reason])
  })

  it.each([
    { name: 'whose monitor is off', settings: { monitor: 'off' }, reason: 'monitor_off' },
    { name: 'without papers', settings: { corpus: 'empty' }, reason: 'no_corpus' },
  ])('to a service $name is passed on with the reason in a header', async ({ settings, reason }) => {
    await using other = await open({ text: 'Seven.' }, settings)
    expect(await passed(other.url, {})).toEqual([200, reason])
  })
})

describe('keys', () => {
  it('of a client are sent to no other server, and its model to no role that has its own', async () => {
    await using elsewhere = await openRecordingServer()
    const roles = { monitor: { url: `${elsewhere.origin}/v1`, model: 'small' } }
    await using proxied = await open(doubtfulAnswers(), { llmRoles: roles })
    const headers = { authorization: 'Bearer mine', 'x-gloss-monitor': 'model' }
    await ask(proxied.url, { model: 'mine' }, headers)
    expect(proxied.upstream.requests[0]?.headers.authorization).toBe('Bearer mine')
    const [request] = elsewhere.requests
    expect(request?.headers['authorization']).toBeUndefined()
    expect(JSON.parse(request?.body.toString() ?? '{}')).toMatchObject({ model: 'small' })
  })
})

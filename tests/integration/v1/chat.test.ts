/** Requests that the corpus can help: one unbroken answer, over however many stream calls. */
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Script, ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import { told } from '../../fixtures/client-turns.ts'
import { DOUBTFUL_TEXT, doubtfulAnswers, doubtfulQuestion, LAST_WORDS } from '../../fixtures/doubtful-turn.ts'
import { haplotypeWorkspace, openProxied, type ProxiedOptions } from '../../fixtures/proxied.ts'
import { rawAnswer } from '../../fixtures/raw-answer.ts'

interface Asked extends ProxiedOptions {
  readonly answers?: Script | ((request: ScriptedRequest, n: number) => Script)
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

const workspace = await haplotypeWorkspace()

async function ask({ answers = doubtfulAnswers(), body = {}, headers = {}, settings = {} }: Asked) {
  const proxied = await openProxied(answers, { settings: { workspace, ...settings } })
  const answer = await rawAnswer(`${proxied.url}/chat/completions`, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...doubtfulQuestion, ...body }),
  })
  return { proxied, answer, [Symbol.asyncDispose]: () => proxied[Symbol.asyncDispose]() }
}

function sums(ledger: Readonly<Record<string, { promptTokens: number; completionTokens: number }>>) {
  const rows = Object.values(ledger)
  const prompt_tokens = rows.reduce((sum, row) => sum + row.promptTokens, 0)
  const completion_tokens = rows.reduce((sum, row) => sum + row.completionTokens, 0)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

describe('a streamed answer with an injection', () => {
  it('is one stream, and reports the place and the source of the injected text', async () => {
    await using asked = await ask({ body: { stream: true, stream_options: { include_usage: true } } })
    const { isDone, names, text, finishes, usage, gloss } = told(asked.answer.bytes)
    expect([isDone, names.size, finishes]).toEqual([true, 1, ['stop']])
    const [report] = gloss
    const [injection] = report.injections
    const [start, end] = injection.span
    expect(text.slice(start, end)).toBe(injection.text)
    expect(text).toBe(DOUBTFUL_TEXT.slice(0, start) + injection.text + LAST_WORDS)
    expect(injection.units[0]).toMatchObject({
      title: 'Haplotypes of the ACE gene and the response to lisinopril',
      page: expect.any(Number),
      locator: expect.stringMatching(/p\. \d/),
    })
    expect(injection.queries[0]).toMatch(/ACE haplo/)
    expect(report).toMatchObject({ corpus: 'main', backend: 'auto', monitor: 'lexical', triggers: 1 })
    expect(report.ledger.proposer.calls).toBe(asked.proxied.upstream.requests.length)
    expect(usage).toMatchObject([sums(report.ledger)])
    expect(asked.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    })
  })

  it('has no frame of counts unless it was requested', async () => {
    await using asked = await ask({ body: { stream: true } })
    expect(told(asked.answer.bytes)).toMatchObject({ usage: [], isDone: true })
  })
})

describe('a whole answer with an injection', () => {
  it('has the text, the counts and the gloss object', async () => {
    await using asked = await ask({})
    const answer = JSON.parse(asked.answer.bytes.toString())
    const [{ message, finish_reason: finish }] = answer.choices
    const [start, end] = answer.gloss.injections[0].span
    expect(message.content.slice(start, end)).toBe(answer.gloss.injections[0].text)
    expect([finish, answer.object, answer.model]).toEqual(['stop', 'chat.completion', 'scripted'])
    expect(message.content.endsWith(LAST_WORDS)).toBe(true)
    expect(answer.usage).toMatchObject(sums(answer.gloss.ledger))
  })
})

describe('the request to the model server', () => {
  const body = {
    temperature: 0.5,
    top_p: 0.9,
    seed: 12,
    stop: ['END'],
    max_tokens: 900,
    logit_bias: { 5: 1 },
  }

  it.each([
    { name: 'keeps the parameters', body, sent: { ...body, model: 'scripted' } },
    { name: 'keeps the model of the client', body: { model: 'other' }, sent: { model: 'other' } },
    {
      name: 'has the words of the client’s parts',
      body: { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
      sent: { messages: [{ role: 'user', content: 'Hi' }] },
    },
  ])('$name', async ({ body: given, sent }) => {
    await using asked = await ask({ answers: { text: 'Seven.' }, body: given })
    expect(asked.proxied.upstream.requests[0]?.body).toMatchObject(sent)
  })

  it('counts what was written before an injection against the limit', async () => {
    await using asked = await ask({ body: { max_tokens: 900 } })
    const { requests } = asked.proxied.upstream
    expect(requests[0]?.body['max_tokens']).toBe(900)
    expect(requests.at(-1)?.body['max_tokens']).toBeLessThan(800)
  })

  const KEYS = [
    { name: 'the client’s key', settings: {}, sent: 'Bearer mine' },
    { name: 'the configured key', settings: { llmKey: 'ours' }, sent: 'Bearer ours' },
    { name: 'no key that is meant for this service', settings: { key: 'mine-and-ours' }, sent: undefined },
  ]
  it.each(KEYS)('has $name', async ({ settings, sent }) => {
    const bearer = settings.key ?? 'mine'
    for (const monitor of ['lexical', 'off']) {
      const headers = { authorization: `Bearer ${bearer}`, 'x-gloss-monitor': monitor, cookie: 'a=b' }
      await using asked = await ask({ answers: { text: 'Seven.' }, settings, headers })
      const { authorization, cookie } = asked.proxied.upstream.requests[0]!.headers
      expect([asked.answer.status, authorization, cookie]).toEqual([200, sent, undefined])
    }
  })
})

describe('many clients at once', () => {
  it('are answered in parallel', async () => {
    const { promise: allAsked, resolve } = Promise.withResolvers<void>()
    const answers = async (_: ScriptedRequest, n: number): Promise<Script> => {
      if (n === CLIENTS - 1) resolve()
      await allAsked
      return { text: 'Seven.' }
    }
    const CLIENTS = 20
    await using proxied = await openProxied(answers, { settings: { workspace, llmConcurrency: 2 } })
    const body = JSON.stringify({ ...doubtfulQuestion, stream: true })
    const asked = Array.from({ length: CLIENTS }, () =>
      rawAnswer(`${proxied.url}/chat/completions`, { body }),
    )
    const texts = (await Promise.all(asked)).map(({ bytes }) => told(bytes).text)
    expect(texts).toEqual(Array.from({ length: CLIENTS }, () => 'Seven.'))
  })
})

describe('a model server that is slow to begin', () => {
  afterEach(() => vi.useRealTimers())

  it.each([
    { name: 'an answer', script: { text: 'Seven.' }, end: { text: 'Seven.', isDone: true, errors: [] } },
    {
      name: 'a failure',
      script: { fault: { kind: 'status', status: 401 } },
      end: { text: '', isDone: false, errors: [{ code: 'MODEL_REFUSED' }] },
    },
  ] as const)('is waited for with comments, then comes $name', async ({ script, end }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { promise: isTime, resolve } = Promise.withResolvers<void>()
    const answers = async () => {
      await isTime
      return script
    }
    await using proxied = await openProxied(answers, { settings: { workspace } })
    const asked = rawAnswer(`${proxied.url}/chat/completions`, {
      body: JSON.stringify({ ...doubtfulQuestion, stream: true }),
    })
    while (proxied.upstream.open() === 0) await pause(5)
    vi.advanceTimersByTime(31_000)
    resolve()
    const { status, bytes } = await asked
    expect([status, bytes.toString().match(/: still thinking\n\n/g)?.length]).toEqual([200, 2])
    expect(told(bytes)).toMatchObject(end)
  })
})

describe('streams cut anywhere', () => {
  it('lose, double and reorder no character, watched or not', async () => {
    const texts = fc.sample(fc.string({ unit: 'grapheme', maxLength: 900 }), { numRuns: 60, seed: 11 })
    const answers = (_: ScriptedRequest, n: number): Script => {
      const text = texts[n % texts.length] ?? ''
      return {
        text,
        reasoning: text.slice(0, text.length / 2).toWellFormed(),
        wire: { cutSeed: n, lineEnd: n % 2 === 0 ? '\n' : '\r\n' },
      }
    }
    await using proxied = await openProxied(answers, { settings: { workspace } })
    for (const monitor of ['lexical', 'off'])
      for (const text of texts) {
        const { bytes } = await rawAnswer(`${proxied.url}/chat/completions`, {
          headers: { 'x-gloss-monitor': monitor },
          body: JSON.stringify({ ...doubtfulQuestion, stream: true }),
        })
        const { gloss, ...all } = told(bytes)
        expect(gloss[0]?.injections ?? []).toEqual([])
        expect([all.text, all.reasoning]).toEqual([text, text.slice(0, text.length / 2).toWellFormed()])
      }
  })
})

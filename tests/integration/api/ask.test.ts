/** POST /ask over the sample papers, without a model and with a scripted one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ScriptedRequest, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { SAMPLE_PAPERS, type Served, serve, serveSamples } from '../../fixtures/served-samples.ts'

const QUESTION = 'Which IC50 did the methanolic bark extract show?'
const OFF_CORPUS = 'Who won the football world cup in 1954?'

let served: Served
beforeAll(async () => {
  served = await serveSamples()
})
afterAll(() => served.close())

const ask = (payload: object, from = served) => from.server.inject({ method: 'POST', url: '/ask', payload })

describe('POST /ask without a model', () => {
  it('answers with the best statements as they are, says so, and shows where they stand', async () => {
    const { statusCode, ...response } = await ask({ question: QUESTION })
    expect(statusCode).toBe(200)
    const { answer, by, answerable, sentences, citations, ledger } = response.json()
    expect([by, answerable, ledger]).toEqual(['units', true, {}])
    expect(answer).toContain('18.4 µg/mL')
    expect(sentences[0].citations).toEqual([1])
    expect(citations[0]).toMatchObject({
      n: 1,
      page: 1,
      title: expect.stringContaining('bark of Terminalia'),
    })
    expect(citations[0].quote).toContain('18.4')
    expect(citations[0].boxes[0].boxes.length).toBeGreaterThan(0)
  })

  it('shows the best sentences of what retrieval ranks first, numbered in that order', async () => {
    const { sentences, citations } = (await ask({ question: QUESTION })).json()
    const retrieved = await served.server.inject({
      url: `/retrieve?k=8&${new URLSearchParams({ q: QUESTION })}`,
    })
    const [hit] = retrieved.json().hits
    expect(citations[0].unit).toBe(hit.unit)
    expect(sentences[0].text).toContain(hit.sentence.text.replace(/\s+/g, ' '))
    const numbers = sentences.map((one: { citations: number[] }) => one.citations[0])
    expect(numbers).toEqual(numbers.toSorted((one: number, other: number) => one - other))
  })

  it('shows no more than is read at once, and behind the first two places one sentence each', async () => {
    const { sentences, citations } = (await ask({ question: QUESTION, k: 50 })).json()
    const shown = sentences.map(({ text }: { text: string }) => text.replace(/ \[\d+\]$/, ''))
    expect(shown.join('').length).toBeGreaterThan(1_200)
    expect(shown.join('').length).toBeLessThanOrEqual(2_000)
    const others = citations.slice(2) as { statement: string; quote: string }[]
    for (const { statement, quote } of others) expect(quote.replace(/\s+/g, ' ')).toContain(statement)
  })

  it.each([
    { name: 'the names and the number that are asked for', question: QUESTION, support: 'yes' },
    {
      name: 'another cell line',
      question: 'Which IC50 did the methanolic bark extract show against HeLa cells?',
      support: 'doubtful',
    },
    { name: 'another year', question: 'Which IC50 did the bark extract show in 1987?', support: 'doubtful' },
  ])('says $support of places with $name', async ({ question, support }) => {
    const answer = (await ask({ question })).json()
    expect([answer.answerable, answer.support, answer.sentences[0].support]).toEqual([true, support, support])
    expect(answer.sentences[0].isSupported).toBe(support === 'yes')
  })

  it('begins with the abstract of the nearest paper where no place has what is asked in other words, as much as is read at once', async () => {
    const question = "What in the tree's outer layer kills tumour cells?"
    const { support, sentences, citations } = (await ask({ question })).json()
    expect([support, citations[0].support]).toEqual(['doubtful', 'doubtful'])
    expect(citations[0]).toMatchObject({ n: 1, page: 1, locator: expect.stringContaining('Abstract') })
    expect(citations[0].statement).toContain('Lupeol thus causes apoptosis')
    expect(citations[0].boxes.length).toBeGreaterThan(0)
    const said = sentences.map(({ text }: { text: string }) => text.replace(/ \[\d+\]$/, ''))
    expect(said.join('').length).toBeLessThanOrEqual(2_000)
    // The abstract's statement is not repeated.
    for (const other of said.slice(1)) expect(said[0]).not.toContain(other)
    expect((await ask({ question, k: 2 })).json().citations).toHaveLength(2)
  })

  it('leaves out the head of a table, which says nothing', async () => {
    const question = 'Which catalyst loading was used at low palladium?'
    const { sentences } = (await ask({ question, k: 50 })).json()
    const doubtful = sentences.filter((one: { support: string }) => one.support === 'doubtful')
    expect(doubtful.length).toBeGreaterThan(1)
    for (const { text } of doubtful) expect(text).toMatch(/\d.*\[\d+\]$|[.!?…:;]\P{L}*$/u)
  })

  it('shows a row of a table behind the sentences that have what is asked for, and leaves out one that has it not', async () => {
    const textsOf = async (question: string) =>
      (await ask({ question })).json().sentences.map(({ text }: { text: string }) => text) as string[]
    const [first, , row] = await textsOf('What is the Km of the substrate?')
    expect(first).toMatch(/Km.*\. \[1\]$/)
    expect(row).toMatch(/^Substrate Domain Km \(µM\) kcat/)
    const missing = await textsOf('What is the standard error at 40 % missing data?')
    expect(missing.join('\n')).not.toMatch(/^5 % missing 10 %/m)
  })

  it('has one source for each place of a paper', async () => {
    const { citations } = (await ask({ question: QUESTION })).json()
    const places = citations.map(({ paper, span }: { paper: string; span: number[] }) => [paper, ...span])
    for (const [at, [paper, start, end]] of places.entries())
      for (const [other, from, to] of places.slice(at + 1))
        if (paper === other)
          expect(Math.min(end, to) - Math.max(start, from)).toBeLessThan(
            0.5 * Math.min(end - start, to - from),
          )
  })

  it('says that the papers do not say where they are about something else', async () => {
    const { answer, answerable, support, citations, shown } = (await ask({ question: OFF_CORPUS })).json()
    expect([answer, answerable, support]).toEqual(['Your papers do not say.', false, 'no'])
    expect(citations).toEqual([])
    expect(shown[0]).toMatchObject({ n: 1, statement: expect.any(String), quote: expect.any(String) })
  })

  it.each([
    {
      name: 'names the paper on it',
      question: 'Do football teams win more matches at home than away?',
      title: 'Expected goals',
    },
    { name: 'names none where the kept papers are nearer', question: QUESTION, title: null },
  ])('of a paper that the gate dropped, $name', async ({ question, title }) => {
    const { nearerDropped } = (await ask({ question })).json()
    expect(nearerDropped).toEqual(
      title === null
        ? null
        : { paper: expect.any(String), title: expect.stringContaining(title), state: 'dropped:off_topic' },
    )
  })

  it.each([
    { name: 'a blank question', payload: { question: '  ' }, code: 'INPUT_INVALID' },
    {
      name: 'a corpus that is not there',
      payload: { question: 'x', corpus: 'none' },
      code: 'CORPUS_NOT_FOUND',
    },
    { name: 'too many sources', payload: { question: 'x', k: 51 }, code: 'INPUT_INVALID' },
  ])('refuses $name', async ({ payload, code }) => {
    expect((await ask(payload)).json()).toMatchObject({ code })
  })
})

describe('POST /ask with a model', () => {
  const SAID = 'It showed an IC50 of 18.4 µg/mL [1]. It also cures everything [1]. And more [13].'

  async function withModel(
    test: (from: Served, requests: readonly ScriptedRequest[]) => Promise<void>,
    text = SAID,
  ) {
    await using server = await startScriptedServer({ answers: () => ({ text }) })
    const from = await serveSamples({ llmUrl: server.url, llmModel: 'scripted' })
    try {
      await test(from, server.requests)
    } finally {
      await from.close()
    }
  }

  it('gives it the numbered units in one call, and marks what they do not say', async () => {
    await withModel(async (from, requests) => {
      const answer = (await ask({ question: QUESTION }, from)).json()
      expect(answer).toMatchObject({ by: 'model', answer: SAID, answerable: true, unknownCitations: [13] })
      expect(answer.sentences.map((one: { isSupported: boolean }) => one.isSupported)).toEqual([
        true,
        false,
        false,
      ])
      expect(answer.citations.map(({ n }: { n: number }) => n)).toEqual([1])
      expect(answer.ledger.proposer.calls).toBe(1)
      expect(requests).toHaveLength(1)
      const [system, user] = requests[0]?.body.messages ?? []
      expect(String(system?.content)).not.toContain('18.4')
      expect(String(user?.content)).toMatch(/\n\[1\] .*18\.4/)
    })
  })

  it.each(['It showed 18.4 µg/mL.', 'Your papers do not say.'])(
    'lists the places that it was shown where it cites none: %s',
    async (text) => {
      await withModel(async (from) => {
        const { citations, shown, support } = (await ask({ question: QUESTION }, from)).json()
        expect([citations, support]).toEqual([[], 'no'])
        expect(shown[0].quote).toContain('18.4')
      }, text)
    },
  )

  it('streams it: sources, pieces of text that join to the answer, then the whole', async () => {
    await withModel(async (from) => {
      const { payload, headers } = await from.server.inject({
        method: 'POST',
        url: '/ask',
        payload: { question: QUESTION },
        headers: { accept: 'text/event-stream' },
      })
      expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
      const events = payload
        .split('\n\n')
        .map((frame) => ({ type: /^event: (.*)$/m.exec(frame)?.[1], data: /^data: (.*)$/m.exec(frame)?.[1] }))
        .filter(({ type }) => type !== undefined)
      expect([events[0]?.type, events.at(-1)?.type]).toEqual(['sources', 'answer'])
      const text = events.flatMap(({ type, data = '' }) => (type === 'text' ? [JSON.parse(data).text] : []))
      expect(text.join('')).toBe(SAID)
    })
  })

  it('leaves no line in the log where its reader goes in the midst', async () => {
    const fault = { kind: 'stall', afterFrames: 3 } as const
    await using model = await startScriptedServer({ answers: () => ({ text: SAID, fault }) })
    const lines: string[] = []
    const logStream = { write: (line: string) => void lines.push(line) }
    const settings = { llmUrl: model.url, llmModel: 'scripted', logLevel: 'error' }
    const from = await serve(settings, { papers: [SAMPLE_PAPERS], logStream })
    const url = await from.server.listen({ host: '127.0.0.1', port: 0 })
    const left = new AbortController()
    const { body } = await fetch(`${url}/ask`, {
      method: 'POST',
      body: JSON.stringify({ question: QUESTION }),
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      signal: left.signal,
    })
    await body?.getReader().read()
    left.abort()
    await fetch(`${url}/health`)
    await from.close()
    expect(lines).toEqual([])
  })

  it('asks no model where the papers are about something else', async () => {
    await withModel(async (from, requests) => {
      expect((await ask({ question: OFF_CORPUS }, from)).json()).toMatchObject({
        answerable: false,
        by: 'units',
        ledger: {},
      })
      expect(requests).toHaveLength(0)
    })
  })

  it('reports a server that is gone', async () => {
    const from = await serveSamples({ llmUrl: 'http://127.0.0.1:9/v1', llmModel: 'x', llmRetries: 0 })
    try {
      expect((await ask({ question: QUESTION }, from)).json()).toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    } finally {
      await from.close()
    }
  })
})

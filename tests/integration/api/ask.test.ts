/** Tests /ask over the sample papers, without a model and with a scripted one. */
import { afterAll, describe, expect, it } from 'vitest'
import { type Script, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { SAMPLE_PAPERS } from '../../fixtures/served-samples.ts'
import { asking } from '../../fixtures/served-solver.ts'
import { column, type Json, openService, sharedSamples, sharedService } from '../../fixtures/service.ts'

const QUESTION = 'Which IC50 did the methanolic bark extract show?'
const OFF_CORPUS = 'Who won the football world cup in 1954?'

const { get, post } = sharedSamples()

const ask = async (question: string, more: object = {}) => (await post('/ask', { question, ...more })).body
/** Returns the texts of the shown sentences, without the numbers of their sources. */
const shownIn = ({ sentences }: Json): string[] =>
  column(sentences, 'text').map((text: string) => text.replace(/ \[\d+\]$/, ''))

describe('POST /ask without a model', () => {
  it('answers with the best statements as they are, says so, and shows their places', async () => {
    const { answer, sentences, citations, ...rest } = await ask(QUESTION)
    expect(rest).toMatchObject({ by: 'units', answerable: true, ledger: {} })
    expect(answer).toContain('18.4 µg/mL')
    expect(sentences[0].citations).toEqual([1])
    const title = expect.stringContaining('bark of Terminalia')
    expect(citations[0]).toMatchObject({ n: 1, page: 1, title, quote: expect.stringContaining('18.4') })
    expect(citations[0].boxes[0].boxes.length).toBeGreaterThan(0)
  })

  it('shows the best sentences of what retrieval ranks first, numbered in that order', async () => {
    const { sentences, citations } = await ask(QUESTION)
    const [hit] = (await get('/retrieve', { k: '8', q: QUESTION })).body.hits
    expect(citations[0].unit).toBe(hit.unit)
    expect(sentences[0].text).toContain(hit.sentence.text.replace(/\s+/g, ' '))
    const numbers: number[] = sentences.map((one: Json) => one.citations[0])
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  })

  it('shows no more than is read at once, and behind the first two places one sentence each', async () => {
    const answer = await ask(QUESTION, { k: 50 })
    const { length } = shownIn(answer).join('')
    expect([length > 1_200, length <= 2_000]).toEqual([true, true])
    for (const { statement, quote } of answer.citations.slice(2))
      expect(quote.replace(/\s+/g, ' ')).toContain(statement)
    expect((await ask(QUESTION, { k: 2 })).citations).toHaveLength(2)
  })

  it.each([
    { name: 'the names and the number asked for', question: QUESTION, support: 'yes' },
    {
      name: 'another cell line',
      question: 'Which IC50 did the methanolic bark extract show against HeLa cells?',
      support: 'doubtful',
    },
    { name: 'another year', question: 'Which IC50 did the bark extract show in 1987?', support: 'doubtful' },
  ])('says $support of places with $name', async ({ question, support }) => {
    const isSupported = support === 'yes'
    expect(await ask(question)).toMatchObject({ answerable: true, support })
    expect((await ask(question)).sentences[0]).toMatchObject({ support, isSupported })
  })

  it('begins with the abstract of the nearest paper if no place has the words of the question', async () => {
    const answer = await ask("What in the tree's outer layer kills tumour cells?")
    const [citation] = answer.citations
    expect([answer.support, citation.support]).toEqual(['doubtful', 'doubtful'])
    expect(citation).toMatchObject({ n: 1, page: 1, locator: expect.stringContaining('Abstract') })
    expect(citation.statement).toContain('Lupeol thus causes apoptosis')
    expect(citation.boxes.length).toBeGreaterThan(0)
    const shown = shownIn(answer)
    expect(shown.join('').length).toBeLessThanOrEqual(2_000)
    // The abstract's statement is not repeated.
    for (const other of shown.slice(1)) expect(shown[0]).not.toContain(other)
  })

  it('leaves out the head of a table, which says nothing', async () => {
    const { sentences } = await ask('Which catalyst loading was used at low palladium?', { k: 50 })
    const doubtful = sentences.filter(({ support }: Json) => support === 'doubtful')
    expect(doubtful.length).toBeGreaterThan(1)
    for (const { text } of doubtful) expect(text).toMatch(/\d.*\[\d+\]$|[.!?…:;]\P{L}*$/u)
  })

  it('shows a row of a table that has what is asked for, behind the sentences, and no other row', async () => {
    const [first, , row] = column((await ask('What is the Km of the substrate?')).sentences, 'text')
    expect(first).toMatch(/Km.*\. \[1\]$/)
    expect(row).toMatch(/^Substrate Domain Km \(µM\) kcat/)
    const missing = await ask('What is the standard error at 40 % missing data?')
    expect(column(missing.sentences, 'text').join('\n')).not.toMatch(/^5 % missing 10 %/m)
  })

  it('has one source for each place of a paper', async () => {
    const { citations } = await ask(QUESTION)
    for (const [at, { paper, span }] of citations.entries())
      for (const other of citations.slice(at + 1).filter((one: Json) => one.paper === paper)) {
        const shared = Math.min(span[1], other.span[1]) - Math.max(span[0], other.span[0])
        expect(shared).toBeLessThan(0.5 * Math.min(span[1] - span[0], other.span[1] - other.span[0]))
      }
  })

  it('says that the papers do not say if they are about something else', async () => {
    const answer = 'Your papers do not say.'
    const shown = { n: 1, statement: expect.any(String), quote: expect.any(String) }
    const { shown: places, ...rest } = await ask(OFF_CORPUS)
    expect(rest).toMatchObject({ answer, answerable: false, support: 'no', citations: [] })
    expect(places[0]).toMatchObject(shown)
  })

  it('names a nearer paper that the gate dropped, if there is one', async () => {
    const dropped = { title: expect.stringContaining('Expected goals'), state: 'dropped:off_topic' }
    expect((await ask('Do football teams win more matches at home than away?')).nearerDropped).toMatchObject(
      dropped,
    )
    expect((await ask(QUESTION)).nearerDropped).toBeNull()
  })
})

const SAID = 'It showed an IC50 of 18.4 µg/mL [1]. It also cures everything [1]. And more [13].'
const STALLED: Script = { text: SAID, fault: { kind: 'stall', afterFrames: 3 } }
let script: Script = { text: SAID }
const model = await startScriptedServer({ answers: () => script })
afterAll(() => model[Symbol.asyncDispose]())

describe('POST /ask with a model', () => {
  const lines: string[] = []
  const service = sharedService(
    { llmUrl: model.url, llmModel: 'scripted', logLevel: 'error' },
    { papers: [SAMPLE_PAPERS], logStream: { write: (line) => void lines.push(line) } },
  )
  const askModel = async (question: string, says: Script = { text: SAID }) => {
    script = says
    const before = model.requests.length
    const { body } = await service.post('/ask', { question })
    return { ...body, requests: model.requests.slice(before) }
  }

  it('gives it the numbered units in one call, and marks what they do not say', async () => {
    const { sentences, citations, requests, ...answer } = await askModel(QUESTION)
    expect(answer).toMatchObject({ by: 'model', answer: SAID, answerable: true, unknownCitations: [13] })
    expect(column(sentences, 'isSupported')).toEqual([true, false, false])
    expect(column(citations, 'n')).toEqual([1])
    expect([answer.ledger.proposer.calls, requests.length]).toEqual([1, 1])
    const [system, user] = requests[0].body.messages
    expect(system.content).not.toContain('18.4')
    expect(user.content).toMatch(/\n\[1\] .*18\.4/)
  })

  it.each(['It showed 18.4 µg/mL.', 'Your papers do not say.'])(
    'lists the places that the model was shown if it cites none: %s',
    async (text) => {
      const { citations, shown, support } = await askModel(QUESTION, { text })
      expect([citations, support]).toEqual([[], 'no'])
      expect(shown[0].quote).toContain('18.4')
    },
  )

  it('streams it: sources, pieces of text that join to the answer, then the whole', async () => {
    script = { text: SAID }
    const asked = await service.post('/ask', { question: QUESTION }, { accept: 'text/event-stream' })
    expect(asked.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const events = [...asked.text.matchAll(/^event: (.*)\ndata: (.*)$/gm)]
    expect([events[0]?.[1], events.at(-1)?.[1]]).toEqual(['sources', 'answer'])
    const pieces = events.flatMap(([, type, data = '']) => (type === 'text' ? [JSON.parse(data).text] : []))
    expect(pieces.join('')).toBe(SAID)
  })

  it('asks no model if the papers are about something else', async () => {
    const { requests, ...answer } = await askModel(OFF_CORPUS)
    expect(answer).toMatchObject({ answerable: false, by: 'units', ledger: {} })
    expect(requests).toEqual([])
  })

  it('leaves no line in the log when its reader leaves in the middle', async () => {
    script = STALLED
    const url = await service.listen()
    const left = new AbortController()
    const asked = asking({ question: QUESTION }, { accept: 'text/event-stream' })
    const { body } = await fetch(`${url}/ask`, { ...asked, signal: left.signal })
    await body?.getReader().read()
    left.abort()
    await fetch(`${url}/health`)
    expect(lines).toEqual([])
  })

  it('reports a server that does not answer', async () => {
    const down = await openService(
      { llmUrl: 'http://127.0.0.1:9/v1', llmModel: 'x', llmRetries: 0 },
      { papers: [SAMPLE_PAPERS] },
    )
    expect((await down.post('/ask', { question: QUESTION })).body.code).toBe('MODEL_UNAVAILABLE')
  })
})

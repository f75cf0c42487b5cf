import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_PAPERS, type Served, serve } from '../../fixtures/served-samples.ts'

let served: Served
beforeAll(async () => {
  served = await serve({ execute: true }, { papers: [SAMPLE_PAPERS] })
})
afterAll(() => served.close())

const post = (url: string, payload: object) => served.server.inject({ method: 'POST', url, payload })

describe('POST /execute', () => {
  it('answers with what the code printed, no error, and the seconds it took', async () => {
    const answer = await post('/execute', { code: 'print(1+1)' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ output: '2\n', error: null, execution_time: expect.any(Number) })
  })

  it('gives the traceback of an error, with what was printed before', async () => {
    const { output, error } = (await post('/execute', { code: 'print("before")\n1 / 0' })).json()
    expect(output).toBe('before\n')
    expect(error).toMatch(/^Traceback.*line 2.*ZeroDivisionError: division by zero\n$/s)
  })

  it('stops the code after `timeout` seconds', async () => {
    const { error } = (await post('/execute', { code: 'while True: pass', timeout: 1 })).json()
    expect(error).toBe('Execution timed out after 1 seconds')
  })

  it.each(['', ' \n\t'])('refuses blank code: %j', async (code) => {
    const answer = await post('/execute', { code })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'INPUT_INVALID',
      detail: 'Code cannot be empty',
      field: 'code',
    })
  })

  it('shares no state between two requests', async () => {
    await post('/execute', { code: 'x = 1' })
    expect((await post('/execute', { code: 'print(x)' })).json().error).toContain('NameError')
  })

  it('gives the code the corpus to search, without an import', async () => {
    const code =
      'found = search_local_documents("IC50 of the bark extract")\nprint(type(found[0]).__name__, len(found))'
    expect((await post('/execute', { code })).json()).toMatchObject({ output: 'str 3\n', error: null })
  })

  it('gives the code the web: without an engine nothing is found, and an address inside is never read', async () => {
    const code = `print(web_search(keywords="frogs"))
for link in ("http://127.0.0.1/", "http://169.254.169.254/latest/", "file:///etc/passwd"):
  page = web_parse(link, query="password")
  print(page["score"], page["urls"], "not followed" in page["content"])`
    const { output, error } = (await post('/execute', { code })).json()
    expect([output, error]).toEqual([`[]\n${'-1 [] True\n'.repeat(3)}`, null])
  })

  it.each([
    { name: 'no code', payload: {}, field: 'code' },
    { name: 'a timeout of 0', payload: { code: '1', timeout: 0 }, field: 'timeout' },
    { name: 'a timeout of two hours', payload: { code: '1', timeout: 7_200 }, field: 'timeout' },
    { name: 'a timeout in words', payload: { code: '1', timeout: 'long' }, field: 'timeout' },
    { name: 'an unknown field', payload: { code: '1', language: 'c' }, field: 'language' },
  ])('refuses $name by its field', async ({ payload, field }) => {
    const answer = await post('/execute', payload)
    expect([answer.statusCode, answer.json().field]).toEqual([400, field])
  })
})

describe('a server without GLOSS_EXECUTE=1', () => {
  it('runs no code and says what to set', async () => {
    const off = await serve()
    const answer = await off.server.inject({ method: 'POST', url: '/execute', payload: { code: 'print(1)' } })
    await off.close()
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({
      code: 'EXECUTE_OFF',
      detail: expect.stringContaining('GLOSS_EXECUTE=1'),
    })
  })
})

describe('POST /rag', () => {
  it('answers with a JSON array of texts within a string', async () => {
    const answer = await post('/rag', { query: 'which IC50 did the bark extract show?' })
    expect(Object.keys(answer.json())).toEqual(['output'])
    const texts = JSON.parse(answer.json().output)
    expect(texts).toHaveLength(3)
    for (const text of texts) expect(text).toEqual(expect.any(String))
  })

  it('says nothing twice, though units stand in the index beside the passages around them', async () => {
    const answer = await post('/rag', { query: 'which IC50 did the bark extract show?', k: 8 })
    const texts: readonly string[] = JSON.parse(answer.json().output)
    const sentences = texts.flatMap((text) => [...new Set(text.split(/(?<=[.?!])\s+/))])
    const long = sentences.filter((sentence) => sentence.length > 40)
    expect(long.length).toBeGreaterThan(8)
    // The rows of a table come with its caption, which is a place of its own too.
    const isCaption = (sentence: string) => texts.some((text) => text.includes(`Table 1. ${sentence}`))
    const repeated = long.filter((sentence, at) => long.indexOf(sentence) !== at)
    expect(repeated.filter((sentence) => !isCaption(sentence))).toEqual([])
  })

  it('finds nothing for a blank query', async () => {
    expect((await post('/rag', { query: '  ' })).json()).toEqual({ output: '[]' })
  })

  it('refuses a request without a query', async () => {
    const answer = await post('/rag', {})
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'query'])
  })
})

describe('a server with GLOSS_SANDBOX=pyodide', () => {
  it('runs the same code as WebAssembly, for other machines too', async () => {
    const key = 'a-key-of-mine'
    const other = await serve({ execute: true, sandbox: 'pyodide', host: '0.0.0.0', key })
    const headers = { authorization: `Bearer ${key}` }
    const payload = { code: 'import sys\nprint(sys.platform, 1 + 1)' }
    const answer = await other.server.inject({ method: 'POST', url: '/execute', headers, payload })
    await other.close()
    expect(answer.json()).toMatchObject({ output: 'emscripten 2\n', error: null })
  })
})

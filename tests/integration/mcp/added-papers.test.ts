/** What an agent sends over HTTP has the limits of an upload: it reaches no file of the server, waits in the same line, and leaves nothing behind. */
import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCatalogueServer } from '../../fakes/catalogue-server.ts'
import { formOf, type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'

const HEADERS = { accept: 'application/json, text/event-stream' }

async function served(settings: Readonly<Record<string, unknown>> = {}, papers: readonly string[] = []) {
  const one = await serve({ mcpAdd: true, ...settings }, { papers })
  onTestFinished(() => one.close())
  return one
}

interface ToolAnswer {
  readonly error?: { readonly code: string; readonly message: string; readonly retry: boolean }
  readonly kept?: number
  readonly dropped?: object
  readonly failed?: object
  readonly papers?: readonly { readonly detail: string }[]
}

const bodyOf = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})

/** The JSON of the one event that answers a call. */
function answerIn(text: string): ToolAnswer {
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
  return JSON.parse(result.content[0].text)
}

async function call({ server }: Pick<Served, 'server'>, name: string, args: object): Promise<ToolAnswer> {
  const { payload } = await server.inject({
    method: 'POST',
    url: '/mcp',
    headers: HEADERS,
    payload: bodyOf(name, args),
  })
  return answerIn(payload)
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const add = (one: Pick<Served, 'server'>, name: string, text: string, more: object = {}) =>
  call(one, 'add', { name, base64: base64(text), topic: 'none', ...more })

describe('a list that an agent sends', () => {
  it.each([
    { name: 'r.bib', text: (path: string) => `@article{a, title={T}, file={:${path}:PDF}}` },
    { name: 'r.ris', text: (path: string) => `TY  - JOUR\nID  - a\nTI  - T\nL1  - ${path}\nER  - \n` },
  ])('as $name reaches no file of the server, and is not told where it would be', async ({ name, text }) => {
    const one = await served()
    const { workspace } = one.gloss.config
    copyFileSync(samplePaper('bark-extract-lupeol'), join(workspace, 'private.pdf'))
    for (const path of [join(workspace, 'private.pdf'), '../../../private.pdf', 'private.pdf']) {
      const { kept, papers = [] } = await add(one, name, text(path), { corpus: 'lists' })
      expect([path, kept]).toEqual([path, 0])
      expect(JSON.stringify(papers.map(({ detail }) => detail))).not.toContain(workspace)
    }
    const { payload } = await one.server.inject('/units?corpus=lists&limit=100')
    expect(payload).not.toContain('Terminalia')
  })
})

describe('a paper that an agent sends', () => {
  it('leaves no corpus behind where its link is refused, and no file where it cannot be read', async () => {
    const one = await served()
    const refused = await call(one, 'add', { source: 'http://127.0.0.1/paper.pdf', corpus: 'refused' })
    expect(refused.error?.code).toBe('LINK_REFUSED')
    expect(await one.gloss.workspace.listCorpora()).toEqual([])
    expect((await add(one, 'list.txt', ' ', { corpus: 'notes', topic: 'biochem' })).kept).toBe(0)
    const files = one.gloss.workspace.filesPath('notes')
    expect(readdirSync(files)).toEqual([])
    const prose = 'Lupeol binds the kinase AKT1 in the cells of rats, as we show here for each dose. '.repeat(
      20,
    )
    expect((await add(one, 'paper.txt', prose, { corpus: 'notes' })).kept).toBe(1)
    const [file = ''] = readdirSync(files)
    expect(file).toMatch(/-paper\.txt$/)
    expect(statSync(join(files, file)).mode & 0o077).toBe(0)
  })

  it('waits in the line of uploads, which has an end, and leaves it with its client', async () => {
    const { crossrefUrl, openalexUrl, ...catalogues } = await openCatalogueServer(() => null)
    onTestFinished(() => catalogues[Symbol.asyncDispose]())
    const one = await served({ jobs: 1, waitingJobs: 1, crossrefUrl, openalexUrl })
    const form = formOf([{ name: 'note.txt', bytes: 'Lupeol binds the kinase AKT1.' }])
    const url = '/papers?corpus=one&topic=none&lookup=true'
    const first = (await one.server.inject({ method: 'POST', url, ...form })).json()
    const jobs = async () =>
      (await one.server.inject('/jobs')).json().jobs.map(({ state }: { state: string }) => state)
    const origin = await one.server.listen({ host: '127.0.0.1', port: 0 })
    const leaving = new AbortController()
    const waiting = fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { ...HEADERS, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf('add', { name: 'a.txt', base64: base64('Two.'), corpus: 'two' })),
      signal: leaving.signal,
    }).then((answer) => answer.text())
    await expect.poll(jobs).toEqual(['waiting', 'running'])
    const { error } = await add(one, 'b.txt', 'Three.', { corpus: 'three' })
    expect([error?.code, error?.retry]).toEqual(['QUEUE_FULL', true])
    expect(existsSync(one.gloss.workspace.corpusPath('three'))).toBe(false)
    leaving.abort()
    await expect(waiting).rejects.toThrow('aborted')
    await expect.poll(jobs).toEqual(['cancelled', 'running'])
    await one.server.inject({ method: 'DELETE', url: `/jobs/${first.id}` })
    await expect
      .poll(async () => (await add(one, 'c.txt', 'Four.', { corpus: 'four' })).error, { timeout: 60_000 })
      .toBeUndefined()
  })
})

describe('other calls of agents', () => {
  it('of 20,000 levels are refused as a fault of the client', async () => {
    const one = await served()
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const headers = { ...HEADERS, 'content-type': 'application/json' }
    for (const payload of [deep, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":${deep}}}`]) {
      const answer = await one.server.inject({ method: 'POST', url: '/mcp', headers, payload })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'INPUT_INVALID'])
    }
  })
})

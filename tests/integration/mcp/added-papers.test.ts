/** What an agent sends over HTTP has the limits of an upload: it reaches no file of the server, waits in the same queue, and leaves nothing behind. */
import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openCatalogueServer } from '../../fakes/catalogue-server.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { asking } from '../../fixtures/served-solver.ts'
import { column, type Json, openService, type Service } from '../../fixtures/service.ts'

const HEADERS = { accept: 'application/json, text/event-stream' }
const PROSE = 'Lupeol binds the kinase AKT1 in the cells of rats, as we show here for each dose. '.repeat(20)

const callOf = (name: string, args: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: args },
})
const paper = (name: string, text: string, more: object) => ({
  ...{ name, base64: Buffer.from(text).toString('base64'), topic: 'none' },
  ...more,
})

/** Calls the tool and returns the JSON of the one event that answers. */
async function add({ post }: Pick<Service, 'post'>, args: object): Promise<Json> {
  const { text } = await post('/mcp', callOf('add', args), HEADERS)
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
  return JSON.parse(result.content[0].text)
}

it.each([
  { name: 'r.bib', text: (path: string) => `@article{a, title={T}, file={:${path}:PDF}}` },
  { name: 'r.ris', text: (path: string) => `TY  - JOUR\nID  - a\nTI  - T\nL1  - ${path}\nER  - \n` },
])(
  'a list $name reaches no file of the server, and does not learn where it is stored',
  async ({ name, text }) => {
    const service = await openService({ mcpAdd: true })
    const { workspace } = service.gloss.config
    copyFileSync(samplePaper('bark-extract-lupeol'), join(workspace, 'private.pdf'))
    for (const path of [join(workspace, 'private.pdf'), '../../../private.pdf', 'private.pdf']) {
      const { kept, papers = [] } = await add(service, paper(name, text(path), { corpus: 'lists' }))
      expect([path, kept]).toEqual([path, 0])
      expect(column(papers, 'detail').join()).not.toContain(workspace)
    }
    expect((await service.get('/units?corpus=lists&limit=100')).text).not.toContain('Terminalia')
  },
)

it('a paper leaves no corpus behind if its link is refused, and no file if it cannot be read', async () => {
  const service = await openService({ mcpAdd: true })
  const refused = await add(service, { source: 'http://127.0.0.1/paper.pdf', corpus: 'refused' })
  expect(refused.error.code).toBe('LINK_REFUSED')
  expect(await service.gloss.workspace.listCorpora()).toEqual([])
  const blank = paper('list.txt', ' ', { corpus: 'notes', topic: 'biochem' })
  expect((await add(service, blank)).kept).toBe(0)
  const files = service.gloss.workspace.filesPath('notes')
  expect(readdirSync(files)).toEqual([])
  expect((await add(service, paper('paper.txt', PROSE, { corpus: 'notes' }))).kept).toBe(1)
  const [file = ''] = readdirSync(files)
  expect(file).toMatch(/-paper\.txt$/)
  expect(statSync(join(files, file)).mode & 0o077).toBe(0)
})

it('a paper waits in the queue of uploads, which is limited, and leaves it with its client', async () => {
  const { crossrefUrl, openalexUrl, ...catalogues } = await openCatalogueServer(() => null)
  onTestFinished(() => catalogues[Symbol.asyncDispose]())
  const service = await openService({ mcpAdd: true, jobs: 1, waitingJobs: 1, crossrefUrl, openalexUrl })
  const note = [{ name: 'note.txt', bytes: 'Lupeol binds the kinase AKT1.' }]
  const first = (await service.upload(note, 'corpus=one&topic=none&lookup=true')).body
  const jobs = async () => column((await service.get('/jobs')).body.jobs, 'state')
  const leaving = new AbortController()
  const sent = asking(callOf('add', paper('a.txt', 'Two.', { corpus: 'two' })), HEADERS)
  const waiting = fetch(`${await service.listen()}/mcp`, { ...sent, signal: leaving.signal }).then((answer) =>
    answer.text(),
  )
  await expect.poll(jobs).toEqual(['waiting', 'running'])
  const { error } = await add(service, paper('b.txt', 'Three.', { corpus: 'three' }))
  expect(error).toMatchObject({ code: 'QUEUE_FULL', retry: true })
  expect(existsSync(service.gloss.workspace.corpusPath('three'))).toBe(false)
  leaving.abort()
  await expect(waiting).rejects.toThrow('aborted')
  await expect.poll(jobs).toEqual(['cancelled', 'running'])
  await service.remove(`/jobs/${first.id}`)
  const again = async () => (await add(service, paper('c.txt', 'Four.', { corpus: 'four' }))).error
  await expect.poll(again, { timeout: 60_000 }).toBeUndefined()
})

it('a call of 20,000 levels is refused as a fault of the client', async () => {
  const { send } = await openService({ mcpAdd: true })
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  const headers = { ...HEADERS, 'content-type': 'application/json' }
  for (const payload of [deep, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":${deep}}}`]) {
    const { body } = await send({ method: 'POST', url: '/mcp', headers, payload })
    expect(body).toMatchObject({ status: 400, code: 'INPUT_INVALID' })
  }
})

/** Tests `gloss serve` as its own process, and that only the user who made a workspace can read it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { startCli } from '../../fixtures/run-cli.ts'
import { formOf, samplePaper } from '../../fixtures/served-samples.ts'
import { jsonOf } from '../../fixtures/served-solver.ts'
import { type Json, openService } from '../../fixtures/service.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

async function startService() {
  const { child, run } = startCli(['serve', '--port', '0', '--json'], { cwd: temporaryFolder() })
  onTestFinished(() => void child.kill('SIGKILL'))
  const line = await new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve))
  return { child, run, origin: (JSON.parse(line) as Json).url as string }
}

it('keeps an uploaded file, for its pages and for downloads', async () => {
  const { origin } = await startService()
  const pdf = { name: 'bark.pdf', bytes: readFileSync(samplePaper('bark-extract-lupeol')) }
  const { payload: body, headers } = formOf([pdf])
  const { id } = await jsonOf(`${origin}/papers?topic=none`, { method: 'POST', body, headers })
  const stateOf = async () => (await jsonOf(`${origin}/jobs/${id}`)).state
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('done')
  const [paper] = (await jsonOf(`${origin}/papers`)).papers
  const file = await fetch(`${origin}/papers/${paper.id}/file`)
  expect([file.status, pdf.bytes.equals(await file.bytes())]).toEqual([200, true])
  expect((await fetch(`${origin}/papers/${paper.id}/pages/1/image`)).status).toBe(200)
})

// Any process of the same user may send the signal, and the service holds keys.
it('opens no debugger on SIGUSR1, and continues', async () => {
  const { child, run, origin } = await startService()
  child.kill('SIGUSR1')
  for (let asked = 0; asked < 20; asked++) expect((await fetch(`${origin}/health`)).status).toBe(200)
  child.kill('SIGTERM')
  const { code, stderr } = await run()
  expect(code).toBe(0)
  // If its port is in use, Node reports that the inspector did not start.
  expect(stderr).not.toMatch(/debugger|inspector/i)
})

it.skipIf(process.platform === 'win32')('makes a workspace that no other user can open', async () => {
  const umask = process.umask(0o022)
  onTestFinished(() => void process.umask(umask))
  const workspace = join(temporaryFolder(), 'workspace')
  const { gloss, ingested, get } = await openService({ workspace })
  const bytes = `A title\n\n${'Lupeol binds the kinase AKT1 in cells of the bark. '.repeat(8)}`
  await ingested([{ name: 'bark.txt', bytes }], 'topic=none')
  await get('/retrieve?q=kinase')
  const plan = { corpus: 'main', question: { id: 'q', text: 'Why?' }, pattern: 'single' }
  await gloss.runs().create(plan as never, new Date().toISOString())
  await (await gloss.session()).save()
  const entries = ['', ...readdirSync(workspace, { recursive: true }).map(String)]
  const isOpen = (path: string) => existsSync(path) && (statSync(path).mode & 0o077) !== 0
  expect(entries.filter((entry) => isOpen(join(workspace, entry)))).toEqual([])
  for (const expected of ['corpus.sqlite', 'bark.txt', 'runs.sqlite', 'artefacts'])
    expect(entries.some((entry) => entry.endsWith(expected))).toBe(true)
})

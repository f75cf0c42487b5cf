/** Tests that only the user who made a workspace may read it. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formOf, serve } from '../../fixtures/served-samples.ts'

const FOR_OTHERS = 0o077
let folder: string
let umask: number
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gloss-private-'))
  umask = process.umask(0o022)
})
afterAll(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(process.platform === 'win32')('nothing of it can be opened by anybody else', async () => {
  const workspace = join(folder, 'workspace')
  const { server, gloss } = await serve({ workspace })
  const bytes = `A title\n\n${'Lupeol binds the kinase AKT1 in cells of the bark. '.repeat(8)}`
  const form = formOf([{ name: 'bark.txt', bytes }])
  const { id } = (await server.inject({ method: 'POST', url: '/papers?topic=none', ...form })).json()
  await server.inject(`/jobs/${id}/events`)
  await server.inject('/retrieve?q=kinase')
  const plan = { corpus: 'main', question: { id: 'q', text: 'Why?' }, pattern: 'single' }
  await gloss.runs().create(plan as never, new Date().toISOString())
  const session = await gloss.session()
  await session.save()
  const entries = ['', ...readdirSync(workspace, { recursive: true }).map(String)]
  const open = entries.filter((entry) => {
    const path = join(workspace, entry)
    return existsSync(path) && (statSync(path).mode & FOR_OTHERS) !== 0
  })
  expect(open).toEqual([])
  for (const expected of ['corpus.sqlite', 'bark.txt', 'runs.sqlite', 'artefacts'])
    expect(entries.some((entry) => entry.endsWith(expected))).toBe(true)
  await server.close()
  await gloss.close()
})

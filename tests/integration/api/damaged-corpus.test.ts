/** Tests a damaged corpus next to an intact one: it is listed with its problem and can be deleted, and the other works. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildServer } from '../../../api/index.ts'
import { loadConfig, openGloss } from '../../../app/index.ts'
import { runCli } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

function workspaceWithDamage(): { cwd: string; workspace: string; path: string } {
  const cwd = temporaryFolder()
  const workspace = join(cwd, '.gloss')
  const folder = join(workspace, 'corpora', 'bad')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'corpus.sqlite')
  writeFileSync(path, '')
  return { cwd, workspace, path }
}

it('over HTTP', async () => {
  const { workspace } = workspaceWithDamage()
  const gloss = await openGloss(loadConfig({ workspace }))
  const server = buildServer(gloss)
  expect(
    (await server.inject({ method: 'POST', url: '/corpora', payload: { name: 'good' } })).statusCode,
  ).toBe(201)
  const listed = await server.inject('/corpora')
  expect(listed.statusCode).toBe(200)
  expect(listed.json()).toMatchObject({
    corpora: [
      { name: 'bad', problem: 'STORE_DAMAGED' },
      { name: 'good', papers: 0 },
    ],
  })
  expect((await server.inject('/metrics')).statusCode).toBe(200)
  expect((await server.inject('/corpora/bad')).json()).toMatchObject({ code: 'STORE_DAMAGED' })
  expect((await server.inject({ method: 'DELETE', url: '/corpora/bad' })).statusCode).toBe(204)
  expect((await server.inject('/corpora')).json()).toMatchObject({ corpora: [{ name: 'good' }] })
  await server.close()
  await gloss.close()
})

it('that was damaged while a session had it open', async () => {
  const { workspace } = workspaceWithDamage()
  const gloss = await openGloss(loadConfig({ workspace }))
  const server = buildServer(gloss)
  await server.inject({ method: 'POST', url: '/corpora', payload: { name: 'good' } })
  writeFileSync(join(workspace, 'corpora', 'good', 'corpus.sqlite'), 'no corpus at all')
  expect((await server.inject({ method: 'DELETE', url: '/corpora/good' })).statusCode).toBe(204)
  expect((await server.inject('/corpora')).json()).toMatchObject({ corpora: [{ name: 'bad' }] })
  await server.close()
  await gloss.close()
})

it('on the command line', async () => {
  const { cwd } = workspaceWithDamage()
  expect((await runCli(['corpus', 'create', 'good'], { cwd })).code).toBe(0)
  const listed = await runCli(['corpus', 'list'], { cwd })
  expect(listed.code).toBe(0)
  expect(listed.stdout).toMatch(/bad +STORE_DAMAGED/)
  expect(listed.stdout).toMatch(/good +0 papers/)
  expect(listed.stderr).toContain('gloss corpus repair')
  expect((await runCli(['corpus', 'verify', '--corpus', 'bad'], { cwd })).code).toBe(1)
  expect((await runCli(['corpus', 'delete', 'bad'], { cwd })).code).toBe(0)
  expect((await runCli(['corpus', 'list'], { cwd })).stdout).not.toContain('bad')
})

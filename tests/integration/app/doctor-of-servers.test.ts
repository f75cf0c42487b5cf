/** Tests what `gloss doctor` reports about the PostgreSQL server in GLOSS_STORE. */
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { diagnose } from '../../../app/setup/index.ts'
import { loadConfig, openGloss } from '../../../app/wiring/index.ts'
import { openPostgresWorkspace } from '../../../corpus/adapters/postgres-workspace.ts'
import { openPgliteServer } from '../../fakes/pglite-server.ts'
import { runCli } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

async function openOnServer() {
  const workspace = join(temporaryFolder(), 'corpora')
  const server = await openPgliteServer()
  const gloss = await openGloss(loadConfig({ workspace }, {}), {
    workspace: openPostgresWorkspace(server, workspace),
  })
  onTestFinished(gloss.close)
  const finding = async () => {
    const { findings } = await diagnose(gloss, new AbortController().signal)
    return findings.find(({ what }) => what === 'PostgreSQL')
  }
  return { gloss, finding }
}

it('names its version, its extensions, the format of the corpora, and what to do', async () => {
  const { gloss, finding } = await openOnServer()
  const before = await finding()
  expect(before).toMatchObject({
    state: 'missing',
    next: expect.stringMatching(/CREATE EXTENSION pg_textsearch;$/),
  })
  expect(before!.detail).toMatch(
    /: version \d+\.\d+.*, vector .*pg_textsearch missing; nothing of Gloss yet\. It cannot search/,
  )
  await (await gloss.workspace.createCorpus('main')).close()
  const after = await finding()
  expect(after).toMatchObject({ state: 'ok', next: '' })
  expect(after!.detail).toMatch(/pg_textsearch \d.*; format (\d+) of \1$/)
})

it('that does not answer is a problem, and the rest is said all the same', async () => {
  const cwd = temporaryFolder()
  const { code, stdout } = await runCli(['doctor'], {
    cwd,
    env: { GLOSS_STORE: 'postgres://me:secret@127.0.0.1:1/papers' },
  })
  expect(code).toBe(1)
  expect(stdout).toMatch(/!! +PostgreSQL +postgres:\/\/127\.0\.0\.1:1\/papers does not answer/)
  expect(stdout).toContain('   PostgreSQL: Check GLOSS_STORE')
  expect(stdout).toContain('embedder static')
  expect(stdout).not.toContain('secret')
})

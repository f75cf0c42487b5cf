/** Tests commands in a folder with a file `.env` written by another person. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCli } from '../../fixtures/run-cli.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'gloss-folder-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

it('runs nothing of its own through NODE_OPTIONS, and what it sets is said', async () => {
  const ran = join(cwd, 'ran')
  writeFileSync(join(cwd, 'evil.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(ran)}, '')`)
  writeFileSync(
    join(cwd, '.env'),
    `NODE_OPTIONS=--require ${join(cwd, 'evil.cjs')}\nGLOSS_CORPUS=of-the-file\n`,
  )
  const { code, stdout, stderr } = await runCli(
    ['ingest', samplePaper('bark-extract-lupeol'), '--topic', 'none'],
    { cwd },
  )
  expect(code).toBe(0)
  expect(stdout + stderr).toContain('of-the-file')
  expect(stderr).toMatch(/^Settings from .*\.env: GLOSS_CORPUS$/m)
  expect(existsSync(ran)).toBe(false)
})

it('an address with a password in it is refused without repeating it', async () => {
  const { code, stdout, stderr } = await runCli(['doctor'], {
    cwd,
    env: { GLOSS_LLM_URL: 'http://user:s3cr3t-of-mine@127.0.0.1:9/v1', GLOSS_LLM_MODEL: 'm' },
  })
  expect(code).toBe(2)
  expect(stderr).toContain('GLOSS_LLM_URL: must hold no user name')
  expect(stdout + stderr).not.toContain('s3cr3t-of-mine')
})

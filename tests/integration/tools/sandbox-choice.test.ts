/** Tests which sandbox is used, and for which users bubblewrap works. */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../../app/index.ts'
import { findSandbox } from '../../../app/wiring/sandbox.ts'

const NO_BUBBLEWRAP = 'no-such-bwrap'
const NOBODY = 65_534
const CHILD = join(import.meta.dirname, '..', '..', 'fixtures', 'bubblewrap-child.ts')
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs']

async function found(settings: Readonly<Record<string, unknown>>) {
  const { runner, reasons } = await findSandbox(loadConfig(settings, {}), null, NO_BUBBLEWRAP)
  await runner?.close()
  return { name: runner?.name ?? null, reasons: reasons.join(' ') }
}

describe('where bubblewrap does not work', () => {
  it.each(['0.0.0.0', '::', '192.168.1.5'])('nothing takes its place unasked on %s', async (host) => {
    const { name, reasons } = await found({ host, key: 'a-key-of-mine' })
    expect(name).toBeNull()
    expect(reasons).toMatch(/bubblewrap: .*no-such-bwrap is not installed/)
    expect(reasons).toContain(`only with GLOSS_SANDBOX=pyodide, because other machines can reach ${host}`)
  })

  it('pyodide is used on loopback', async () => {
    expect(await found({})).toMatchObject({ name: 'pyodide' })
  })

  it('nothing is used where bubblewrap is named', async () => {
    expect(await found({ sandbox: 'bubblewrap' })).toMatchObject({ name: null })
  })
})

/** Returns why a test as an unprivileged user is impossible, null if it is possible. */
function hindrance(): string | null {
  if (process.getuid?.() !== 0) return null
  const tried = spawnSync('setpriv', [
    ...AS_NOBODY,
    process.execPath,
    '-e',
    `require('fs').readFileSync('${CHILD}')`,
  ])
  if (tried.error !== undefined) return 'setpriv is not installed'
  return tried.status === 0 ? null : 'this folder cannot be read by nobody'
}

const missing =
  hindrance() ?? (spawnSync('bwrap', ['--version']).status === 0 ? null : 'bubblewrap is not installed')
const because = missing === null ? '' : ` (skipped: ${missing})`

it.skipIf(missing !== null)(`bubblewrap works for a user who is not root${because}`, () => {
  const command = [process.execPath, CHILD]
  const asUser = process.getuid?.() === 0 ? ['setpriv', ...AS_NOBODY, ...command] : command
  const [program = '', ...parts] = asUser
  const said = JSON.parse(execFileSync(program, parts, { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } }))
  expect(said).toEqual({ user: expect.any(Number), output: `${NOBODY} False linux\n`, error: null })
  expect(said.user).not.toBe(0)
})

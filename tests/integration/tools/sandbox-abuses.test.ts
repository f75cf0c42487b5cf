/** Every abuse in every sandbox that this machine has: refused or contained, and the host as it was. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CodeRunner, CodeSession } from '../../../tools/index.ts'
import type { Abuse } from '../../fixtures/abuses/abuse.ts'
import { LIMIT_ABUSES } from '../../fixtures/abuses/limits.ts'
import { FILE_ABUSES, NETWORK_ABUSES } from '../../fixtures/abuses/outside.ts'
import { PROCESS_ABUSES } from '../../fixtures/abuses/processes.ts'
import { SCRIPT_ABUSES } from '../../fixtures/abuses/scripts.ts'
import { openSandboxes } from '../../fixtures/sandboxes.ts'

const CODE_ABUSES = [...NETWORK_ABUSES, ...FILE_ABUSES, ...PROCESS_ABUSES, ...LIMIT_ABUSES]
const SECRET = `secret-${process.pid}-canary`
const DEFAULT_TIMEOUT_MS = 15_000
// What a loaded machine may take to see that a process is gone.
const GRACE_SECONDS = 20
const folder = join(tmpdir(), `gloss-abuse-${process.pid}`)

let server: Server
let connections = 0

beforeAll(async () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'secret.txt'), SECRET)
  Object.assign(process.env, { GLOSS_TEST_SECRET: SECRET })
  server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

function filled(code: string): string {
  const { port } = server.address() as { port: number }
  return code
    .replaceAll('{{folder}}', folder)
    .replaceAll('{{port}}', String(port))
    .replaceAll('{{parent}}', String(process.pid))
}

/** The command lines of processes that carry the mark. */
function processesWith(mark: string): string[] {
  return readdirSync('/proc').flatMap((id) => {
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, 'utf8')
      return /^\d+$/.test(id) && line.includes(mark) ? [`${id} ${line.slice(0, 80)}`] : []
    } catch (error) {
      if (['ENOENT', 'ESRCH', 'ENOTDIR', 'EACCES'].includes(String((error as { code?: string }).code)))
        return []
      throw error
    }
  })
}

async function checkContained(session: CodeSession, { code, says, timeoutMs = DEFAULT_TIMEOUT_MS }: Abuse) {
  const signal = AbortSignal.timeout(timeoutMs * 4 + 60_000)
  const { output, error, executionTime } = await session.run(filled(code), { timeoutMs, signal })
  const said = `${output}\n${error ?? ''}`
  expect(said.replaceAll(/^ .*$/gm, '')).not.toContain('ESCAPED')
  expect(said).not.toContain(SECRET)
  if (says !== undefined) expect(said.trim()).toMatch(says)
  expect(said.length).toBeLessThan(42_000)
  expect(executionTime).toBeLessThan(timeoutMs / 1_000 + GRACE_SECONDS)
  expect(connections).toBe(0)
  expect(readdirSync(folder)).toEqual(['secret.txt'])
  expect(readFileSync(join(folder, 'secret.txt'), 'utf8')).toBe(SECRET)
}

const sandboxes = await openSandboxes()

describe.each(sandboxes)('$name', ({ runner, mark, missing, name }) => {
  const title = missing === undefined ? '$name' : `$name (skipped: ${missing})`
  afterAll(async () => {
    await runner?.close()
  })
  const abuses = name === 'pyodide' ? [...CODE_ABUSES, ...SCRIPT_ABUSES] : CODE_ABUSES
  // One interpreter for what leaves it alive: WebAssembly takes seconds to start.
  let session: CodeSession | null = null

  it.skipIf(runner === null).each(abuses)(`contains ${title}`, async (abuse) => {
    session ??= (runner as CodeRunner).openSession()
    await checkContained(session, abuse)
  })

  it.skipIf(runner === null)('works as before after all of them', async () => {
    const { output, error } = await (runner as CodeRunner).run('print("still here")', {
      signal: AbortSignal.timeout(60_000),
    })
    expect([output, error]).toEqual(['still here\n', null])
  })

  it.skipIf(runner === null)('leaves no process behind', async () => {
    session ??= (runner as CodeRunner).openSession()
    await session.run('pass', { signal: AbortSignal.timeout(60_000) })
    expect(processesWith(mark).length).toBeGreaterThan(0)
    await session.close()
    await runner?.close()
    expect(processesWith(mark)).toEqual([])
  })
})

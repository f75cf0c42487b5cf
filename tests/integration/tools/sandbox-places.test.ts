/** Who has to wait for a place in the sandbox, and for how long? With an interpreter that never gets ready. */
import { spawn } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { createRunner } from '../../../tools/sandbox/runner.ts'

const SILENT = ['-e', 'setInterval(() => {}, 1000)']
const LONG_MS = 600_000

it('a time limit that counts from the call runs out while all places are taken', async () => {
  let started = 0
  const runner = createRunner({
    name: 'bubblewrap',
    maxAtOnce: 1,
    start() {
      started++
      return spawn(process.execPath, SILENT, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
    },
  })
  onTestFinished(() => runner.close())
  const stop = new AbortController()
  const first = runner
    .run('pass', { timeoutMs: LONG_MS, signal: stop.signal })
    .catch((error: unknown) => error)
  const second = { timeoutMs: 50, signal: new AbortController().signal, isTimedFromCall: true }
  await expect(runner.run('pass', second)).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  expect(started).toBe(1)
  // One that left the line takes no place with it.
  stop.abort(new Error('gone'))
  expect(await first).toMatchObject({ message: 'gone' })
  const third = runner.run('pass', { timeoutMs: LONG_MS, signal: AbortSignal.timeout(200) })
  await expect(third).rejects.toThrow()
  expect(started).toBe(2)
})

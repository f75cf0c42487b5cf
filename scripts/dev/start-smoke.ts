/** `npm run start:smoke`: checks that `npm start` serves the sample papers, answers, and stops on request. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..', '..')
const PORT = '8931'
const ADDRESS = `http://127.0.0.1:${PORT}`
const PATIENCE_MS = 180_000
const POLL_MS = 250

async function answering(isGone: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    if (isGone()) throw new Error('npm start ended before it answered')
    const response = await fetch(`${ADDRESS}/ready`).catch(() => undefined)
    if (response?.ok) return
    await sleep(POLL_MS)
  }
  throw new Error(`No answer within ${PATIENCE_MS / 1000} s`)
}

await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-start-'))
const workspace = temporary.path
const service = spawn('npm', ['start'], {
  cwd: ROOT,
  env: { ...process.env, GLOSS_PORT: PORT, GLOSS_WORKSPACE: workspace },
  stdio: ['ignore', 'inherit', 'inherit'],
  // A separate process group, as in a terminal: the signal below reaches npm and all processes that it started.
  detached: true,
})
const gone = new Promise<void>((resolve) => service.once('exit', () => resolve()))
try {
  await answering(() => service.exitCode !== null)
  const answer = await fetch(`${ADDRESS}/retrieve?q=which+IC50+did+the+bark+extract+show&k=3`)
  assert.equal(answer.status, 200)
  const { hits } = (await answer.json()) as { hits: { text: string }[] }
  assert.equal(hits.length, 3)
  const page = await fetch(`${ADDRESS}/`)
  assert.match(await page.text(), /<html/i)
  console.log('npm start answers.')
} finally {
  if (service.pid !== undefined && service.exitCode === null) process.kill(-service.pid, 'SIGINT')
  await gone
}
await assert.rejects(fetch(`${ADDRESS}/health`), 'the service is gone')

/** Tests SIGTERM to a busy service, as from a supervisor: it ends in bounded time, loses nothing, and the next one continues its work. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { roleModels, startScriptedSolver } from '../../fakes/scripted-solver.ts'
import { rememberAbilities } from '../../fixtures/known-abilities.ts'
import { runCli, SAMPLE_PAPERS, startCli } from '../../fixtures/run-cli.ts'
import { formOf } from '../../fixtures/served-samples.ts'
import { asking, BODY, heldRole, jsonOf, startedRun } from '../../fixtures/served-solver.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

// The service gives requests 10 s; the rest allows for a busy machine.
const BOUND_MS = 30_000

/** Starts the service as a separate process. */
async function started(cwd: string, env: Readonly<Record<string, string>> = {}) {
  const { child, run } = startCli(['serve', '--port', '0', '--json'], { cwd, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line).url))
    child.once('exit', () => reject(new Error('The service ended before it answered.')))
  })
  return {
    origin,
    /** Sends SIGTERM and returns the exit code. */
    async terminate() {
      const late = AbortSignal.timeout(BOUND_MS)
      const isLate = new Promise<'late'>((resolve) => late.addEventListener('abort', () => resolve('late')))
      child.kill('SIGTERM')
      return await Promise.race([run().then(({ code }) => code), isLate])
    },
  }
}

const samples = () =>
  readdirSync(SAMPLE_PAPERS)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => ({ name, bytes: readFileSync(join(SAMPLE_PAPERS, name)) }))

const verified = async (cwd: string) => (await runCli(['corpus', 'verify', '--corpus', 'main'], { cwd })).code

it('in the middle of an ingest: what was read stays, and the rest is read by the next service', async () => {
  const cwd = temporaryFolder()
  const files = samples()
  const first = await started(cwd)
  const { payload, headers } = formOf(files)
  const upload = { method: 'POST', headers, body: new Uint8Array(payload) }
  const { id } = await jsonOf(`${first.origin}/papers?corpus=main&topic=none`, upload)
  const job = (origin: string) => jsonOf(`${origin}/jobs/${id}`)
  await expect.poll(async () => (await job(first.origin)).papers, { timeout: 60_000 }).toBeGreaterThan(0)
  expect(await first.terminate()).toBe(0)
  expect(await verified(cwd)).toBe(0)

  const second = await started(cwd)
  await expect.poll(async () => (await job(second.origin)).state, { timeout: 120_000 }).toBe('done')
  expect((await job(second.origin)).result).toMatchObject({ seen: files.length, failed: {} })
  expect((await jsonOf(`${second.origin}/corpora/main`)).papers).toBe(files.length)
  expect(await second.terminate()).toBe(0)
  expect(await verified(cwd)).toBe(0)
})

it('in the middle of a run: it is cancelled, and resumed without the calls that had ended', async () => {
  const cwd = temporaryFolder()
  const { scripts, letGo, reached } = heldRole('ranker', 'FINAL DECISION: <select>Response 1</select>')
  const models = await startScriptedSolver(scripts)
  onTestFinished(() => models[Symbol.asyncDispose]())
  rememberAbilities(join(cwd, '.gloss'), models.url)
  const env = { ...roleModels(models.url), GLOSS_LLM_RETRIES: '0' }
  const asked = () => models.requests.filter(({ body }) => body.model === 'proposer').length

  const first = await started(cwd, env)
  await jsonOf(`${first.origin}/corpora`, asking({ name: 'main' }))
  const id = await startedRun(first)
  await reached
  const before = asked()
  expect(await first.terminate()).toBe(0)

  const second = await started(cwd, env)
  expect(await jsonOf(`${second.origin}/runs/${id}`)).toMatchObject({
    status: 'cancelled',
    isUnderWay: false,
  })
  letGo()
  await fetch(`${second.origin}/runs/${id}/resume`, asking({}))
  await expect
    .poll(async () => (await jsonOf(`${second.origin}/runs/${id}`)).status, { timeout: 60_000 })
    .toBe('done')
  expect([before, asked()]).toEqual([BODY.settings.proposers, BODY.settings.proposers])
  expect(await second.terminate()).toBe(0)
})

/** Tests that an accepted upload is ingested, whatever happens to the server that accepted it. */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JobRequest } from '../../../api/jobs/job.ts'
import { createJobQueue, type JobQueue, type QueuedStart } from '../../../api/jobs/job-queue.ts'
import { keepJobs } from '../../../api/jobs/kept-jobs.ts'
import { formOf, type Served, serve } from '../../fixtures/served-samples.ts'

let workspace: string
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'gloss-kept-jobs-'))
})
afterEach(() => rmSync(workspace, { recursive: true, force: true }))

const TEXT = `Lupeol from bark\n\n${'Lupeol binds the kinase AKT1 in cells of the bark. '.repeat(8)}`
const upload = ({ server }: Served, name: string) =>
  server.inject({ method: 'POST', url: '/papers?topic=none', ...formOf([{ name, bytes: TEXT }]) })
const kept = () => (existsSync(join(workspace, 'jobs')) ? readdirSync(join(workspace, 'jobs')) : [])

it('is gone on with under its id by the next server, wherever the workspace then is, and forgotten when it has ended', async () => {
  const first = await serve({ workspace })
  const accepted = await upload(first, 'bark.txt')
  expect(accepted.statusCode).toBe(202)
  const { id } = accepted.json()
  expect(kept()).toEqual([`${id}.json`])
  // Stops before the job has ended, as SIGTERM does; a kill leaves the same file.
  first.server.life.stop()
  // Folder and workspace remain: only the server and the app are closed.
  await first.server.close()
  await first.gloss.close()
  expect(kept()).toEqual([`${id}.json`])

  renameSync(workspace, `${workspace}-renamed`)
  workspace = `${workspace}-renamed`
  const second = await serve({ workspace })
  await second.server.inject(`/jobs/${id}/events`)
  const job = (await second.server.inject(`/jobs/${id}`)).json()
  expect(job).toMatchObject({ id, state: 'done', files: ['bark.txt'], result: { seen: 1, kept: 1 } })
  expect(kept()).toEqual([])
  await second.server.close()
  await second.gloss.close()
})

it('is forgotten where it fails or is cancelled', async () => {
  const served = await serve({ workspace })
  const { id } = (await upload(served, 'bark.txt')).json()
  await served.server.inject({ method: 'DELETE', url: `/jobs/${id}` })
  await served.server.inject(`/jobs/${id}/events`)
  expect(kept()).toEqual([])
  await served.server.close()
  await served.gloss.close()
})

it('holds a place in the line again, and what the full line refuses is not kept', async () => {
  const limits = { jobs: 1, waitingJobs: 0, workspace }
  const first = await serve(limits)
  const { id } = (await upload(first, 'bark.txt')).json()
  const refused = await upload(first, 'refused.txt')
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'QUEUE_FULL'])
  expect(kept()).toEqual([`${id}.json`])
  first.server.life.stop()
  await first.server.close()
  await first.gloss.close()

  const second = await serve(limits)
  expect((await upload(second, 'refused.txt')).statusCode).toBe(503)
  await second.server.inject(`/jobs/${id}/events`)
  await expect.poll(async () => (await upload(second, 'accepted.txt')).statusCode).toBe(202)
  await second.server.close()
  await second.gloss.close()
})

it('a job that never ends is given up, and a file that is none hurts nobody', async () => {
  const served = await serve({ workspace })
  const faults: string[] = []
  const stop = new AbortController()
  const options = {
    signal: stop.signal,
    onFault: (error: unknown, job: string) => faults.push(`${job}: ${error}`),
    takePlace: () => () => undefined,
  }
  // Its jobs wait forever, like those of a server that dies.
  const waiting: JobQueue = {
    ...createJobQueue(served.gloss, options),
    start: startNothing,
    watch: () => () => true,
  }
  const { filesPath } = served.gloss.workspace
  const queue = () => keepJobs(waiting, { ...options, folder: join(workspace, 'jobs'), filesPath })
  const { id } = await queue().start(
    ['a.txt'],
    { paths: [join(workspace, 'a.txt')], corpus: 'main' },
    { prepare: async () => undefined, contents: [], onEnd: () => undefined },
  )
  writeFileSync(join(workspace, 'jobs', 'other.json'), '{')
  for (let server = 0; server < 3; server++) await queue().resume()
  expect(faults).toEqual([
    expect.stringMatching(/^other: SyntaxError/),
    expect.stringContaining('was begun 3 times and never ended'),
  ])
  expect([kept(), id]).toEqual([[], expect.any(String)])
  await served.server.close()
  await served.gloss.close()
})

async function startNothing(
  files: readonly string[],
  { corpus }: JobRequest,
  { id = 'none', prepare }: QueuedStart,
) {
  await prepare()
  const ended = {
    created: '',
    started: null,
    waitsFor: null,
    ended: null,
    papers: 0,
    result: null,
    problem: null,
  }
  return { id, corpus, files, state: 'waiting' as const, ...ended }
}

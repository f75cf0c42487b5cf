/** Tests that an accepted upload is ingested, whatever happens to the server that accepted it. */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createJobQueue, type JobQueue } from '../../../api/jobs/job-queue.ts'
import { keepJobs } from '../../../api/jobs/kept-jobs.ts'
import { openService, type Service } from '../../fixtures/service.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

let workspace: string
beforeEach(() => {
  workspace = temporaryFolder()
})

const TEXT = `Lupeol from bark\n\n${'Lupeol binds the kinase AKT1 in cells of the bark. '.repeat(8)}`
const upload = (service: Service, name: string) => service.upload([{ name, bytes: TEXT }], 'topic=none')
const kept = () => (existsSync(join(workspace, 'jobs')) ? readdirSync(join(workspace, 'jobs')) : [])

/** Stops a service as SIGTERM does, before its jobs have ended; a kill leaves the same files. */
async function stop({ server, gloss }: Service): Promise<void> {
  server.life.stop()
  await server.close()
  await gloss.close()
}

it('the next server continues it under its id, also if the workspace was renamed, and forgets it when it has ended', async () => {
  const first = await openService({ workspace })
  const { status, body } = await upload(first, 'bark.txt')
  expect([status, kept()]).toEqual([202, [`${body.id}.json`]])
  await stop(first)
  expect(kept()).toEqual([`${body.id}.json`])

  renameSync(workspace, `${workspace}-renamed`)
  workspace = `${workspace}-renamed`
  onTestFinished(() => rmSync(workspace, { recursive: true }))
  const second = await openService({ workspace })
  await second.get(`/jobs/${body.id}/events`)
  const ended = { id: body.id, state: 'done', files: ['bark.txt'], result: { seen: 1, kept: 1 } }
  expect((await second.get(`/jobs/${body.id}`)).body).toMatchObject(ended)
  expect(kept()).toEqual([])
})

it('is forgotten when it is cancelled', async () => {
  const service = await openService({ workspace })
  const { id } = (await upload(service, 'bark.txt')).body
  await service.remove(`/jobs/${id}`)
  await service.get(`/jobs/${id}/events`)
  expect(kept()).toEqual([])
})

it('takes its place in the queue again, and an upload that the full queue refuses is not kept', async () => {
  const limits = { jobs: 1, waitingJobs: 0, workspace }
  const first = await openService(limits)
  const { id } = (await upload(first, 'bark.txt')).body
  expect((await upload(first, 'refused.txt')).body).toMatchObject({ status: 503, code: 'QUEUE_FULL' })
  expect(kept()).toEqual([`${id}.json`])
  await stop(first)

  const second = await openService(limits)
  expect((await upload(second, 'refused.txt')).status).toBe(503)
  await second.get(`/jobs/${id}/events`)
  await expect.poll(async () => (await upload(second, 'accepted.txt')).status).toBe(202)
})

it('is given up after three servers, and a damaged file of a job is reported and does no harm', async () => {
  const { gloss } = await openService({ workspace })
  const faults: string[] = []
  const options = {
    signal: new AbortController().signal,
    onFault: (error: unknown, job: string) => faults.push(`${job}: ${error}`),
    takePlace: () => () => undefined,
  }
  // Its jobs never begin, as with a server that dies.
  const waiting: JobQueue = {
    ...createJobQueue(gloss, options),
    async start(files, { corpus }, { id = 'none', prepare }) {
      await prepare()
      const nothing = { created: '', started: null, waitsFor: null, ended: null, result: null, problem: null }
      return { id, corpus, files, state: 'waiting', papers: 0, ...nothing }
    },
    watch: () => () => true,
  }
  const { filesPath } = gloss.workspace
  const queue = () => keepJobs(waiting, { ...options, folder: join(workspace, 'jobs'), filesPath })
  const request = { paths: [join(workspace, 'a.txt')], corpus: 'main' }
  await queue().start(['a.txt'], request, {
    prepare: async () => undefined,
    contents: [],
    onEnd: () => undefined,
  })
  writeFileSync(join(workspace, 'jobs', 'other.json'), '{')
  for (let server = 0; server < 3; server++) await queue().resume()
  expect(faults).toEqual([
    expect.stringMatching(/^other: SyntaxError/),
    expect.stringContaining('was started 3 times and never finished'),
  ])
  expect(kept()).toEqual([])
})

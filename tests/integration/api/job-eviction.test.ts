/** How many jobs the server remembers: as many as are said, and none that has not ended is forgotten. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJobQueue } from '../../../api/jobs/job-queue.ts'
import { type Served, serve } from '../../fixtures/served-samples.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const KEPT_JOBS = 200
const FORGOTTEN = 5

let served: Served
beforeEach(async () => {
  served = await serve()
})
afterEach(() => served.close())

it('the oldest jobs that have ended make room for new ones', async () => {
  const note = join(temporaryFolder(), 'note.txt')
  writeFileSync(note, 'Lupeol binds the kinase AKT1 in the cells of the bark.')
  const jobs = createJobQueue(served.gloss, {
    signal: new AbortController().signal,
    onFault: (error) => {
      throw error
    },
  })
  // It reads a file, so that it goes on while those behind it, stopped before they began, have ended.
  const options = { prepare: async () => undefined, onEnd: () => undefined }
  const long = await jobs.start(['note.txt'], { paths: [note], topic: 'none', corpus: 'long' }, options)
  const short: string[] = []
  // Of the same corpus, so that each waits for the long one.
  for (let number = 0; number < KEPT_JOBS - 1 + FORGOTTEN; number++) {
    const { id } = await jobs.start([], { paths: [note], topic: 'none', corpus: 'long' }, options)
    jobs.cancel(id)
    short.push(id)
  }
  await jobs.settled()
  const kept = [...short.slice(FORGOTTEN).reverse(), long.id]
  expect(jobs.list().map(({ id }) => id)).toEqual(kept)
  expect(jobs.get(long.id).state).toBe('done')
  for (const id of short.slice(0, FORGOTTEN))
    expect(() => jobs.get(id)).toThrow(expect.objectContaining({ code: 'JOB_NOT_FOUND' }))
})

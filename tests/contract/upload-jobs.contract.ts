/** The contract of every store of uploads, for those who accept, read and watch them. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentId } from '../../core/index.ts'
import type { ClaimedUpload, UploadJobs } from '../../corpus/index.ts'
import { uploadOf } from '../fixtures/open-uploads.ts'

export interface OpenUploads {
  readonly jobs: UploadJobs
  /** Returns how many pieces of files are stored for the jobs. */
  pieces(ids: readonly string[]): Promise<number>
}

// More than one piece, with varying bytes.
const LARGE = Uint8Array.from({ length: 4.5 * 1024 * 1024 }, (_, at) => (at * 31) >> 3)

async function* brokenOff(): AsyncIterable<Uint8Array> {
  yield Uint8Array.of(1, 2, 3)
  throw new Error('the disk is gone')
}

const newCorpus = () => `u-${randomUUID().slice(0, 13)}`

async function read(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Claims an upload of `corpus`, never one left by other tests. */
async function claimOf(jobs: UploadJobs, corpus: string): Promise<ClaimedUpload | null> {
  const others = (await jobs.list()).map((job) => job.corpus).filter((other) => other !== corpus)
  return await jobs.claim([...new Set(others)])
}

export function uploadJobsContract(name: string, open: () => Promise<OpenUploads>): void {
  describe(`uploads: ${name}`, () => {
    it('gives an upload with its files to one reader, and tells how it went', async () => {
      const { jobs, pieces } = await open()
      const upload = uploadOf(newCorpus(), LARGE)
      const { id, corpus } = upload
      const job = await jobs.add(upload)
      expect(job).toMatchObject({ id, corpus, state: 'waiting', papers: 0, ended: null })
      expect([await jobs.get(id), (await jobs.list())[0], await jobs.isBusy(corpus)]).toEqual([
        job,
        job,
        true,
      ])
      expect(await jobs.claim((await jobs.list()).map((one) => one.corpus))).toBeNull()
      const [held, none] = await Promise.all([claimOf(jobs, corpus), claimOf(jobs, corpus)].map((one) => one))
      const claimed = held ?? none
      expect([held, none].filter((one) => one !== null)).toHaveLength(1)
      expect(claimed).toMatchObject({
        job: { id, state: 'running', started: expect.any(String) },
        request: upload.request,
        files: upload.files.map(({ name: given, file }) => ({ name: given, file })),
      })
      expect(contentId(await read(claimed!.content(0)))).toBe(contentId(LARGE))
      expect(await read(claimed!.content(1))).toHaveLength(0)
      await claimed!.paperEnded({ state: 'kept', title: 'Of bark' })
      expect(await jobs.get(id)).toMatchObject({ state: 'running', papers: 1 })
      await claimed!.end({ state: 'done', result: { kept: 1 } })
      await claimed![Symbol.asyncDispose]()
      const ended = await jobs.get(id)
      expect(ended).toMatchObject({ state: 'done', papers: 1, result: { kept: 1 }, failure: null })
      expect(await jobs.eventsAfter(id, 0)).toEqual([
        { number: 1, type: 'job-changed', data: job },
        { number: 2, type: 'job-changed', data: claimed!.job },
        { number: 3, type: 'paper-ended', data: { state: 'kept', title: 'Of bark' } },
        { number: 4, type: 'job-changed', data: ended },
      ])
      expect((await jobs.eventsAfter(id, 3)).map(({ number }) => number)).toEqual([4])
      expect(await jobs.progress([id, 'none'])).toEqual([{ id, events: 4, isEnded: true }])
      expect([await jobs.isBusy(corpus), await claimOf(jobs, corpus), await pieces([id])]).toEqual([
        false,
        null,
        0,
      ])
    })

    it('has no job and no file of an upload that breaks off', async () => {
      const { jobs, pieces } = await open()
      const upload = uploadOf(newCorpus())
      const files = [upload.files[0]!, { ...upload.files[1]!, content: brokenOff }]
      await expect(jobs.add({ ...upload, files })).rejects.toThrow('the disk is gone')
      expect([
        await jobs.get(upload.id),
        await jobs.isBusy(upload.corpus),
        await pieces([upload.id]),
      ]).toEqual([null, false, 0])
    })

    it('gives what a reader left to the next one, and gives up what ends every reader', async () => {
      const { jobs, pieces } = await open()
      const upload = uploadOf(newCorpus())
      await jobs.add(upload)
      for (let time = 0; time < 4; time++) {
        await using stopped = await claimOf(jobs, upload.corpus)
        await stopped?.giveBack()
        expect(await jobs.get(upload.id)).toMatchObject({ state: 'waiting', started: null })
      }
      for (let time = 0; time < 3; time++) {
        await using killed = await claimOf(jobs, upload.corpus)
        await killed?.paperEnded({})
        expect([killed?.job.id, (await jobs.get(upload.id))?.papers]).toEqual([upload.id, 1])
      }
      expect(await claimOf(jobs, upload.corpus)).toBeNull()
      expect(await jobs.get(upload.id)).toMatchObject({
        state: 'failed',
        failure: {
          code: 'FILE_UNREADABLE',
          message: expect.stringContaining('started 3 times and never finished'),
        },
      })
      expect(await pieces([upload.id])).toBe(0)
    })

    it('cancels what waits at once, and tells who reads the rest', async () => {
      const { jobs, pieces } = await open()
      const [waiting, read, left] = [1, 2, 3].map(() => uploadOf(newCorpus()))
      for (const upload of [waiting, read, left]) await jobs.add(upload!)
      await jobs.cancel(waiting!.id)
      expect(await jobs.get(waiting!.id)).toMatchObject({ state: 'cancelled', ended: expect.any(String) })
      const held = await claimOf(jobs, read!.corpus)
      expect(await held?.isWanted()).toBe(true)
      await jobs.cancel(read!.id)
      expect([await held?.isWanted(), (await jobs.get(read!.id))?.state]).toEqual([false, 'running'])
      await held?.end({ state: 'cancelled', result: { kept: 1 } })
      await held?.[Symbol.asyncDispose]()
      // A job whose reader died is waiting, whatever its state says.
      await (await claimOf(jobs, left!.corpus))?.[Symbol.asyncDispose]()
      await jobs.cancel(left!.id)
      for (const { id } of [waiting!, read!, left!]) {
        await jobs.cancel(id)
        expect(await jobs.get(id)).toMatchObject({ state: 'cancelled' })
      }
      expect(await jobs.get(read!.id)).toMatchObject({ result: { kept: 1 } })
      expect(await pieces([waiting!, read!, left!].map(({ id }) => id))).toBe(0)
    })

    it('keeps what has ended as it is, and the latest of it alone', async () => {
      const { jobs } = await open()
      const corpus = newCorpus()
      const uploads = Array.from({ length: 202 }, () => uploadOf(corpus))
      for (const upload of uploads) await jobs.add({ ...upload, files: [] })
      await Promise.all(uploads.slice(1).map(({ id }) => jobs.cancel(id)))
      await jobs.cancel(uploads[0]!.id)
      // A server may have open jobs of others.
      const ids = (await jobs.list()).filter(({ ended }) => ended !== null).map(({ id }) => id)
      expect(ids).toHaveLength(200)
      expect(ids.slice(0, 2)).toEqual(
        uploads
          .slice(-2)
          .reverse()
          .map(({ id }) => id),
      )
      expect(await jobs.eventsAfter(uploads[0]!.id, 0)).toEqual([])
    })
  })
}

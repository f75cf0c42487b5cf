/** The contract of every queue of papers, for those who add papers and those who read them. */
import { describe, expect, it } from 'vitest'
import { contentId } from '../../core/index.ts'
import type { PaperJobs } from '../../corpus/index.ts'

const paper = (name: string) => ({
  path: `/papers/${name}.txt`,
  bytes: new TextEncoder().encode(`text of ${name}\0`),
})

export function paperJobsContract(name: string, open: () => Promise<PaperJobs>): void {
  describe(`paper jobs: ${name}`, () => {
    it('gives each paper to one worker, in the order they came, those of one corpus at a time', async () => {
      const jobs = await open()
      const [one, other] = [`a-${Math.random()}`, `b-${Math.random()}`]
      expect(await jobs.add(one, 'none', ['amber', 'birch', 'cedar'].map(paper))).toBe(3)
      expect(await jobs.add(other, null, [paper('amber')])).toBe(1)
      expect(await jobs.add(one, 'none', [paper('amber')])).toBe(0)
      const first = await jobs.claim(2)
      const second = await jobs.claim(2)
      const third = await jobs.claim(2)
      expect(first?.jobs.map((job) => job.path)).toEqual(['/papers/amber.txt', '/papers/birch.txt'])
      expect(first?.jobs[0]).toMatchObject({ ...paper('amber'), corpus: one, topic: 'none' })
      expect(second?.jobs.map((job) => [job.corpus, job.path])).toEqual([[one, '/papers/cedar.txt']])
      expect(third?.jobs.map((job) => [job.corpus, job.topic])).toEqual([[other, null]])
      expect(await jobs.claim(2)).toBeNull()
      for (const held of [first, second, third]) {
        for (const { id } of held?.jobs ?? []) await held?.finish(id, 'done', 'kept')
        await held?.[Symbol.asyncDispose]()
      }
      expect(await jobs.claim(2)).toBeNull()
      const counts = (await jobs.counts()).filter(({ corpus }) => corpus === one)
      expect(counts).toEqual([{ corpus: one, state: 'done', jobs: 3 }])
      expect(await jobs.bytes(contentId(paper('amber').bytes))).toEqual(paper('amber').bytes)
      expect(await jobs.bytes('nothing')).toBeNull()
    })

    it('keeps the files of papers that are read already, each once, and counts them as no jobs', async () => {
      const jobs = await open()
      const corpus = `k-${Math.random()}`
      const [elder, fir] = [paper('elder').bytes, paper('fir').bytes].map((bytes) => ({
        bytes,
        id: contentId(bytes),
      }))
      expect(await jobs.unkept(corpus, [elder!.id, fir!.id])).toEqual([elder!.id, fir!.id])
      for (let time = 0; time < 2; time++) await jobs.keep(corpus, elder!.bytes)
      expect(await jobs.unkept(corpus, [elder!.id, fir!.id])).toEqual([fir!.id])
      expect(await jobs.unkept(`${corpus}-other`, [elder!.id])).toEqual([elder!.id])
      expect(await jobs.bytes(elder!.id)).toEqual(elder!.bytes)
      expect(await jobs.claim(1)).toBeNull()
      expect((await jobs.counts()).filter((count) => count.corpus === corpus)).toEqual([])
    })

    it('forgets the files of papers that are removed, but for those that wait or that another corpus has', async () => {
      const jobs = await open()
      const [one, other] = [`f-${Math.random()}`, `g-${Math.random()}`]
      const [gorse, hazel, iris] = ['gorse', 'hazel', 'iris'].map(paper)
      for (const { bytes } of [gorse!, hazel!]) await jobs.keep(one, bytes)
      await jobs.keep(other, hazel!.bytes)
      await jobs.add(one, null, [iris!])
      const ids = [gorse, hazel, iris].map((each) => contentId(each!.bytes))
      await jobs.forget(one, ids)
      expect(await jobs.unkept(one, ids)).toEqual(ids.slice(0, 2))
      expect(await Promise.all(ids.map(jobs.bytes))).toEqual([null, hazel!.bytes, iris!.bytes])
      await jobs.cancel(one)
    })

    it('gives what a worker left to the next one, and gives up what ends every worker', async () => {
      const jobs = await open()
      const corpus = `c-${Math.random()}`
      await jobs.add(corpus, null, [paper('dogwood')])
      for (let time = 0; time < 4; time++) {
        await using stopped = await jobs.claim(1)
        await stopped?.giveBack()
      }
      for (let time = 0; time < 3; time++) {
        const held = await jobs.claim(1)
        expect(held?.jobs.map((job) => job.path)).toEqual(['/papers/dogwood.txt'])
        await held?.[Symbol.asyncDispose]()
      }
      expect(await jobs.claim(1)).toBeNull()
      const counts = async () => (await jobs.counts()).filter((count) => count.corpus === corpus)
      expect(await counts()).toEqual([{ corpus, state: 'failed', jobs: 1 }])
      // A paper added again waits again, with the newly requested topic.
      expect(await jobs.add(corpus, 'none', [paper('dogwood')])).toBe(1)
      const again = await jobs.claim(1)
      expect(again?.jobs).toMatchObject([{ corpus, topic: 'none' }])
      await again?.giveBack()
      await again?.[Symbol.asyncDispose]()
      expect(await jobs.cancel(corpus)).toBe(1)
      expect(await jobs.claim(1)).toBeNull()
      expect(await counts()).toEqual([{ corpus, state: 'cancelled', jobs: 1 }])
    })
  })
}

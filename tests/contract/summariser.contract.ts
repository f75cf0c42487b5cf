/** The contract of every summariser, however it makes units. */
import { describe, expect, it } from 'vitest'
import { paperText, unitsOf } from '../../corpus/index.ts'
import type { Summariser } from '../../ingest/index.ts'
import { readPaperOf } from '../fakes/read-paper.ts'

const PAGES = [
  'Lupeol inhibits angiotensin-converting enzyme\n\nAnna Author',
  'Abstract\nAngiotensin-converting enzyme (ACE) raises the blood pressure of mammals. Lupeol inhibited ACE with an IC50 of 3.5 µg/ml in vitro. ' +
    'Bark of Phoenix paludosa is a source of lupeol.',
  'References\nSmith A, 2010. Smith found lupeol in every palm that was examined for it.',
]
const text = PAGES.join('\n\n')
const sections = [
  { heading: 'Abstract', level: 1, start: text.indexOf('Abstract'), end: text.indexOf('References') },
]
const paper = readPaperOf(
  PAGES,
  { sections, bodyEnd: text.indexOf('References'), abstract: PAGES[1]!.slice(9) },
  true,
)

/** Tests a summariser; the one returned by `open` must be able to summarise the paper above once. */
export function summariserContract(name: string, open: () => Promise<Summariser>): void {
  describe(`summariser: ${name}`, () => {
    it('makes units that name their origin, the paper and the true year', async () => {
      const summariser = await open()
      const { drafts } = await summariser.summarise(paper, new AbortController().signal)
      expect(drafts.length).toBeGreaterThan(0)
      for (const draft of drafts) {
        expect(draft).toMatchObject({ kind: 'unit', made: summariser.made, year: 2014 })
        expect(draft.name).toMatch(/^[A-Z]+(?:_[A-Z]+)+$/)
        expect(draft.text).toMatch(/^\S.*\S$/)
        expect(draft.topic).not.toBe('N/A')
        expect(draft.locator).not.toBe('N/A')
      }
      expect(unitsOf(paper.id, drafts)).toHaveLength(drafts.length)
    })

    it('places units on a page before the references, or says that it cannot', async () => {
      const { drafts } = await (await open()).summarise(paper, new AbortController().signal)
      for (const { start, end, page } of drafts) {
        expect([start === null, page === null]).toEqual([end === null, start === null])
        if (start === null || end === null) continue
        expect(start).toBeLessThan(end)
        expect(end).toBeLessThanOrEqual(paper.description.bodyEnd)
        expect(page).toBe(2)
        expect(paperText(paper.pages).slice(start, end).trim()).not.toBe('')
      }
    })

    it('counts losses by snake_case reasons', async () => {
      const { losses } = await (await open()).summarise(readPaperOf([' ']), new AbortController().signal)
      expect(Object.keys(losses).length).toBeGreaterThan(0)
      for (const [reason, count] of Object.entries(losses)) {
        expect(reason).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
        expect(count).toBeGreaterThan(0)
      }
    })

    it('stops when it is told to', async () => {
      const stopped = AbortSignal.abort(new Error('told to'))
      await expect((await open()).summarise(paper, stopped)).rejects.toThrow('told to')
    })
  })
}

/** The contract of every corpus store about reading. */
import { describe, expect, it } from 'vitest'
import type { CorpusStore } from '../../corpus/index.ts'
import { writingTo } from '../fixtures/corpus-writing.ts'
import { gateRecord, paperRecord } from '../fixtures/paper-records.ts'

export function corpusReadingContract(name: string, open: () => CorpusStore | Promise<CorpusStore>): void {
  const writing = writingTo(open)

  describe(`${name}: reading`, () => {
    it('starts empty at change 0', () =>
      writing(async (_, store) => {
        expect(await store.seq()).toBe(0)
        expect(await store.papers()).toEqual([])
        expect(await store.counts()).toMatchObject({ papers: 0, states: {}, units: 0, vectors: {} })
      }))

    it('gives back a paper as it was put', () =>
      writing(async (writer, store) => {
        const record = paperRecord('amber', { paths: ['a.pdf', 'b/a.pdf'] })
        await writer.put([record])
        expect(await store.paper(record.paper.id)).toEqual(record.paper)
        expect(await store.paperAt('b/a.pdf')).toEqual(record.paper)
        expect(await store.gate(record.paper.id)).toEqual(gateRecord)
        expect(await store.listUnits()).toEqual(record.units)
        expect(await store.page(record.paper.id, 2)).toMatchObject({
          number: 2,
          text: 'Gamma follows delta.',
        })
      }))

    it('lists papers with their gate record and the number of their units, passages not counted', () =>
      writing(async (writer, store) => {
        const kept = paperRecord('amber')
        const failed = paperRecord('birch', { state: 'failed:no_text' })
        await writer.put([kept, { ...failed, gate: null }])
        const units = kept.units.filter(({ kind }) => kind === 'unit').length
        const listed = await store.listPapers()
        expect(listed.map(({ paper }) => paper)).toEqual(await store.papers())
        expect(listed).toEqual(
          expect.arrayContaining([
            { paper: kept.paper, gate: gateRecord, units },
            { paper: failed.paper, gate: null, units: 0 },
          ]),
        )
        expect(await store.listPapers({ state: 'failed' })).toHaveLength(1)
        expect(await store.listPapers({ after: listed[0]!.paper.id, limit: 5 })).toEqual(listed.slice(1))
      }))

    it('keeps what stands in the margins of pages', () =>
      writing(async (writer, store) => {
        const record = paperRecord('margins')
        const boxes = Float32Array.from([10, 20, 15, 30, 16, 20, 20, 30, 500, 1, 504, 9])
        const margin = { text: 'ﬁ\n4', boxes }
        const pages = record.pages.map((page, at) => (at === 0 ? { ...page, margin } : page))
        await writer.put([{ ...record, pages }])
        const [first, second] = await store.pages(record.paper.id)
        expect([first!.margin?.text, second!.margin, first!.text]).toEqual([
          margin.text,
          undefined,
          pages[0]!.text,
        ])
        expect(first!.margin?.boxes).toHaveLength(boxes.length)
        expect(first!.boxes).toHaveLength(pages[0]!.boxes.length)
      }))

    it('keeps character boxes within .05 points', () =>
      writing(async (writer, store) => {
        const record = paperRecord('amber')
        await writer.put([record])
        const pages = await store.pages(record.paper.id)
        expect(pages).toHaveLength(2)
        for (const [at, page] of pages.entries()) {
          const given = record.pages[at]?.boxes ?? []
          expect(page.boxes).toHaveLength(given.length)
          const errors = page.boxes.map((side, index) => Math.abs(side - (given[index] ?? Number.NaN)))
          expect(Math.max(...errors)).toBeLessThanOrEqual(0.05)
        }
      }))

    it('answers null for what is not there', () =>
      writing(async (_, store) => {
        expect(await store.paper('none')).toBeNull()
        expect(await store.paperAt('none.pdf')).toBeNull()
        expect(await store.page('none', 1)).toBeNull()
        expect(await store.pages('none')).toEqual([])
        expect(await store.gate('none')).toBeNull()
        expect(await store.units(['none'])).toEqual([null])
        expect(await store.setting('none')).toBeNull()
        expect(await store.call('none')).toBeNull()
      }))

    it('gives units in the order asked for', () =>
      writing(async (writer, store) => {
        const { units, ...record } = paperRecord('amber')
        await writer.put([{ ...record, units }])
        const [first, second] = units
        expect(await store.units([second!.id, 'none', first!.id])).toEqual([second, null, first])
      }))

    it('gives papers in the order asked for', () =>
      writing(async (writer, store) => {
        const [amber, birch] = [paperRecord('amber', { paths: ['a.pdf', 'b.pdf'] }), paperRecord('birch')]
        await writer.put([amber, birch])
        const ids = [birch.paper.id, 'none', amber.paper.id, birch.paper.id]
        expect(await store.papersOf(ids)).toEqual([birch.paper, null, amber.paper, birch.paper])
      }))

    it('counts by state, kind and embedder', () =>
      writing(async (writer, store) => {
        await writer.put([
          paperRecord('a'),
          paperRecord('b'),
          paperRecord('c', { state: 'dropped:off_topic' }),
        ])
        expect(await store.counts()).toEqual({
          papers: 3,
          states: { kept: 2, 'dropped:off_topic': 1 },
          pages: 6,
          units: 4,
          passages: 2,
          vectors: { 'toy-4': 6 },
        })
      }))

    it('lists papers by state, page by page', () =>
      writing(async (writer, store) => {
        const states = ['kept', 'kept', 'dropped:off_topic', 'dropped:too_short', 'failed:timeout'] as const
        await writer.put(states.map((state, at) => paperRecord(`p${at}`, { state })))
        const count = async (state: string) => (await store.papers({ state })).length
        expect(await count('kept')).toBe(2)
        expect(await count('dropped')).toBe(2)
        expect(await count('dropped:too_short')).toBe(1)
        expect(await count('failed')).toBe(1)
        const all = await store.papers()
        const [first, second] = await store.papers({ limit: 2 })
        const rest = await store.papers({ after: second!.id })
        expect([first, second, ...rest]).toEqual(all)
      }))

    it('lists units in order of paper, kind and place, page by page', () =>
      writing(async (writer, store) => {
        const records = [paperRecord('a', { passages: 2 }), paperRecord('b')]
        await writer.put(records)
        const all = await store.listUnits()
        expect(all).toHaveLength(7)
        const paged = []
        for (let after: string | undefined; ; ) {
          const page = await store.listUnits({ limit: 2, ...(after === undefined ? {} : { after }) })
          paged.push(...page)
          after = page.at(-1)?.id
          if (after === undefined) break
        }
        expect(paged).toEqual(all)
        const paper = records[0]!.paper.id
        expect((await store.listUnits({ paper, kind: 'passage' })).map(({ ordinal }) => ordinal)).toEqual([
          0, 1,
        ])
        await expect(store.listUnits({ after: 'gone' })).rejects.toMatchObject({ code: 'UNIT_NOT_FOUND' })
      }))
  })
}

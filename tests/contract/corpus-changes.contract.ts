/** The contract of every corpus store about the changes that it reports to indexes. */
import { describe, expect, it } from 'vitest'
import type { CorpusStore } from '../../corpus/index.ts'
import { indexedUnits } from '../fixtures/corpus-contents.ts'
import { writingTo } from '../fixtures/corpus-writing.ts'
import { gateRecord, paperRecord, toyVector } from '../fixtures/paper-records.ts'

/** Returns few papers with many units each, which are faster to write. */
const thousandUnits = () => Array.from({ length: 30 }, (_, at) => paperRecord(`p${at}`, { units: 40 }))

export function corpusChangesContract(name: string, open: () => CorpusStore | Promise<CorpusStore>): void {
  const writing = writingTo(open)

  describe(`${name}: changes`, () => {
    it('raises seq by one with every change, and not for a remembered answer', () =>
      writing(async (writer) => {
        const { paper, units } = paperRecord('amber')
        const changes = [
          () => writer.put([paperRecord('amber'), paperRecord('birch')]),
          () => writer.setGate(paper.id, { ...gateRecord, overruled: 'keep' }),
          () => writer.putVectors('other-4', [{ unit: units[0]!.id, values: toyVector('x') }]),
          () => writer.setSetting('topic', 'biochem'),
          () => writer.removePath('birch.pdf'),
          () => writer.remove([paper.id]),
        ]
        for (const [at, change] of changes.entries()) {
          await change()
          expect(await writer.seq()).toBe(at + 1)
        }
        await writer.rememberCall('hash', 'answer')
        expect(await writer.call('hash')).toBe('answer')
        expect(await writer.seq()).toBe(changes.length)
      }))

    it('leaves units alone that are put again as they were', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('amber')])
        await writer.put([paperRecord('amber')])
        expect(await indexedUnits(store, 1, 'toy-4')).toEqual([])
        expect(await store.removedSince(0)).toEqual([])
      }))

    it.each([
      { name: 'a new title', options: { title: 'Another' } },
      { name: 'a new year', options: { year: 2021 } },
      { name: 'another embedder', options: { embedder: 'other-4' } },
      { name: 'no vectors', options: { embedder: null } },
    ])('sends all units to the indexes again after $name', ({ options }) =>
      writing(async (writer, store) => {
        const { units } = paperRecord('amber')
        await writer.put([paperRecord('amber')])
        await writer.put([paperRecord('amber', options)])
        const again = await indexedUnits(store, 1, 'toy-4')
        expect(again.map(({ unit }) => unit.id)).toEqual(units.map(({ id }) => id))
        expect(new Set(await store.removedSince(1))).toEqual(new Set(units.map(({ id }) => id)))
      }),
    )

    it('sends only the units that changed', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('amber', { units: 2 })])
        await writer.put([paperRecord('amber', { units: 3 })])
        expect(await indexedUnits(store, 1, 'toy-4')).toMatchObject([{ unit: { kind: 'unit', ordinal: 2 } }])
        expect(await store.removedSince(1)).toEqual([])
      }))

    it('streams units oldest first, with title, year and a vector of unit length', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('birch')])
        await writer.put([paperRecord('amber')])
        const units = await indexedUnits(store, 0, 'toy-4')
        expect(units.map(({ seq }) => seq)).toEqual([1, 1, 1, 2, 2, 2])
        expect(units[0]).toMatchObject({ title: 'On birch', year: 2020 })
        for (const { vector } of units) expect(Math.hypot(...vector!)).toBeCloseTo(1, 6)
        expect((await indexedUnits(store, 0, 'unknown')).every(({ vector }) => vector === null)).toBe(true)
      }))

    it('streams past a thousand units, and may be abandoned half-way', () =>
      writing(async (writer, store) => {
        const records = thousandUnits()
        await writer.put(records)
        const ids = (await indexedUnits(store, 0, 'toy-4')).map(({ unit }) => unit.id)
        expect(ids).toEqual(records.flatMap(({ units }) => units.map(({ id }) => id)))
        for await (const _ of store.unitsSince(0, 'toy-4')) break
        await writer.put([paperRecord('late')])
      }))

    it('reads on while it streams: a unit that changes meanwhile is not seen twice', () =>
      writing(async (writer, store) => {
        await writer.put(thousandUnits())
        const seen: string[] = []
        for await (const { unit } of store.unitsSince(0, 'toy-4')) {
          if (seen.length === 0)
            await writer.put([paperRecord('p0', { title: 'Changed' }), paperRecord('new')])
          seen.push(unit.id)
        }
        expect(new Set(seen).size).toBe(seen.length)
      }))

    it('adds vectors by another embedder beside those that are there', () =>
      writing(async (writer, store) => {
        const { units } = paperRecord('amber')
        await writer.put([paperRecord('amber')])
        const [first] = units
        await writer.putVectors('other-4', [
          { unit: first!.id, values: toyVector('x') },
          { unit: 'gone', values: toyVector('y') },
        ])
        expect((await store.counts()).vectors).toEqual({ 'toy-4': 3, 'other-4': 1 })
        expect(await indexedUnits(store, 1, 'toy-4')).toHaveLength(1)
        expect(await store.removedSince(1)).toEqual([first!.id])
      }))

    it('keeps only the vectors of the record when a paper is put again', () =>
      writing(async (writer, store) => {
        const { units } = paperRecord('amber')
        const others = units.map(({ id }) => ({ unit: id, values: toyVector(`other-4 ${id}`) }))
        await writer.put([paperRecord('amber')])
        await writer.putVectors('other-4', others)
        await writer.put([paperRecord('amber')])
        expect((await store.counts()).vectors).toEqual({ 'toy-4': 3 })
        expect(await indexedUnits(store, 2, 'toy-4')).toHaveLength(3)
      }))

    it('keeps the recipe that comes with a gate record', () =>
      writing(async (writer) => {
        const { paper } = paperRecord('amber')
        await writer.put([paperRecord('amber')])
        await writer.setGate(paper.id, gateRecord, 'another recipe')
        expect(await writer.paper(paper.id)).toEqual({ ...paper, recipe: 'another recipe' })
      }))

    it('gives a paper another document id and leaves the rest', () =>
      writing(async (writer) => {
        const { paper, units } = paperRecord('amber')
        await writer.put([paperRecord('amber')])
        await writer.setDocument(paper.id, 'renamed')
        expect(await writer.paper(paper.id)).toEqual({ ...paper, document: 'renamed' })
        expect(await writer.units(units.map(({ id }) => id))).toEqual(units)
        expect(await writer.verify()).toEqual([])
        await expect(writer.setDocument('none', 'renamed')).rejects.toMatchObject({ code: 'PAPER_NOT_FOUND' })
      }))

    it('refuses a gate record for a paper that is not there', () =>
      writing(async (writer) => {
        await expect(writer.setGate('none', gateRecord)).rejects.toMatchObject({ code: 'PAPER_NOT_FOUND' })
        expect(await writer.seq()).toBe(0)
      }))

    it.each([
      { name: 'no path', record: paperRecord('a', { paths: [] }) },
      {
        name: 'units of a dropped paper',
        record: { ...paperRecord('a'), paper: paperRecord('a', { state: 'dropped:off_topic' }).paper },
      },
      {
        name: 'vectors for some units',
        record: { ...paperRecord('a'), vectors: paperRecord('a').vectors.slice(1) },
      },
      { name: 'vectors by nobody', record: { ...paperRecord('a'), embedder: null } },
    ])('refuses a record with $name, and the whole batch with it', ({ record }) =>
      writing(async (writer) => {
        await expect(writer.put([paperRecord('b'), record])).rejects.toThrow(RangeError)
        expect(await writer.counts()).toMatchObject({ papers: 0 })
      }),
    )
  })
}

/** The contract of every corpus store, whatever holds its data. */
import { describe, expect, it } from 'vitest'
import { isGlossError } from '../../core/index.ts'
import type { CorpusStore } from '../../corpus/index.ts'
import { indexedUnits } from '../fixtures/corpus-contents.ts'
import { writingTo } from '../fixtures/corpus-writing.ts'
import { paperRecord } from '../fixtures/paper-records.ts'
import { corpusChangesContract } from './corpus-changes.contract.ts'
import { corpusGraphContract } from './corpus-graph.contract.ts'
import { corpusReadingContract } from './corpus-reading.contract.ts'

export function corpusStoreContract(name: string, open: () => CorpusStore | Promise<CorpusStore>): void {
  const writing = writingTo(open)
  corpusReadingContract(name, open)
  corpusChangesContract(name, open)
  corpusGraphContract(name, open)

  describe(`${name}: paths`, () => {
    it('keeps a copy as a second path of the same paper', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('amber', { paths: ['a.pdf'] })])
        await writer.put([paperRecord('amber', { paths: ['copy.pdf'] })])
        expect(await store.papers()).toMatchObject([{ paths: ['a.pdf', 'copy.pdf'] }])
        await writer.removePath('a.pdf')
        expect(await store.papers()).toMatchObject([{ paths: ['copy.pdf'] }])
        await writer.addPath(paperRecord('amber').paper.id, 'third.pdf')
        expect(await store.papers()).toMatchObject([{ paths: ['copy.pdf', 'third.pdf'] }])
      }))

    it('removes a paper with its last path', () =>
      writing(async (writer, store) => {
        const { units, paper } = paperRecord('amber')
        await writer.put([paperRecord('amber')])
        await writer.removePath('amber.pdf')
        expect(await store.counts()).toMatchObject({ papers: 0, pages: 0, units: 0, vectors: {} })
        expect(await store.gate(paper.id)).toBeNull()
        expect(new Set(await store.removedSince(1))).toEqual(new Set(units.map(({ id }) => id)))
        expect(await store.removedSince(2)).toEqual([])
      }))

    it('replaces the paper of a file that changed', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('old', { paths: ['a.pdf'] })])
        await writer.put([paperRecord('new', { paths: ['a.pdf'] })])
        expect(await store.papers()).toMatchObject([{ title: 'On new', paths: ['a.pdf'] }])
      }))

    it('applies the records of a batch in their order', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('old', { paths: ['a.pdf'] }), paperRecord('new', { paths: ['a.pdf'] })])
        expect(await store.papers()).toMatchObject([{ title: 'On new' }])
        expect(await indexedUnits(store, 0, 'toy-4')).toHaveLength(3)
      }))

    it('moves a path to the paper it is added to, and refuses a paper that is not there', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('amber'), paperRecord('birch')])
        const { id } = paperRecord('amber').paper
        await writer.addPath(id, 'birch.pdf')
        await writer.addPath(id, 'birch.pdf')
        expect(await store.papers()).toMatchObject([{ id, paths: ['amber.pdf', 'birch.pdf'] }])
        expect(await store.seq()).toBe(2)
        await expect(writer.addPath('none', 'a.pdf')).rejects.toMatchObject({ code: 'PAPER_NOT_FOUND' })
      }))

    it('tells how many papers it removed', () =>
      writing(async (writer) => {
        const { paper } = paperRecord('amber')
        await writer.put([paperRecord('amber')])
        expect(await writer.remove([paper.id, 'none'])).toBe(1)
      }))
  })

  describe(`${name}: one writer`, () => {
    it('refuses a second writer, naming the first, until that one has ended', async () => {
      const store = await open()
      {
        await using _ = await store.write('ingest ./papers')
        const refusal = await store.write('import').catch((error: unknown) => error)
        expect(isGlossError(refusal, 'CORPUS_BUSY')).toBe(true)
        expect(String(refusal)).toContain('ingest ./papers')
        expect(String(refusal)).toContain(String(process.pid))
      }
      await using second = await store.write('import')
      expect(await second.seq()).toBe(0)
      await store.close()
    })
  })
}

/** The contract of every corpus store about names, facts and synonyms. */
import { describe, expect, it } from 'vitest'
import type { CorpusReader, CorpusStore, GraphUnit, Mention } from '../../corpus/index.ts'
import { writingTo } from '../fixtures/corpus-writing.ts'
import { paperRecord, toyVector } from '../fixtures/paper-records.ts'

export function corpusGraphContract(name: string, open: () => CorpusStore | Promise<CorpusStore>): void {
  const writing = writingTo(open)
  const { paper, units } = paperRecord('amber')
  const [first, second, passage] = units.map(({ id }) => id) as [string, string, string]

  describe(`${name}: entity graph`, () => {
    it('keeps the mentions of a unit in their order, and knows who has a name or alias', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('amber')])
        const mentions = [mention('alpha', { start: 0, end: 5 }), mention('binding protein', { alias: 'bp' })]
        await writer.putMentions('names-1', [
          { unit: first, mentions },
          { unit: second, mentions: [mention('beta')] },
          { unit: 'gone', mentions: [mention('nowhere')] },
        ])
        expect(await store.mentions(first)).toEqual(mentions)
        expect(await store.mentionsOf('bp', 5)).toEqual([{ unit: first, mention: mentions[1] }])
        expect(await store.mentionsOf('nowhere', 5)).toEqual([])
        expect(await store.graphCounts()).toMatchObject({ named: 2, names: 3, aliases: 1, mentions: 3 })
      }))

    it('names the papers whose units were not looked through by a recipe', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('amber'), paperRecord('birch')])
        const other = paperRecord('birch').paper.id
        const both = [paper.id, other].sort()
        expect(await store.papersToName('names-1', 5)).toEqual(both)
        expect(await store.papersToName('names-1', 1)).toEqual(both.slice(0, 1))
        expect(await store.papersToName('names-1', 1, both[0])).toEqual(both.slice(1))
        await writer.putMentions(
          'names-1',
          units.map(({ id }) => ({ unit: id, mentions: [] })),
        )
        expect(await store.papersToName('names-1', 5)).toEqual([other])
        expect(await store.papersToName('names-2', 5)).toEqual(both)
      }))

    it('keeps an extraction as it was said, with its facts', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('amber')])
        const extraction = {
          unit: first,
          made: 'import',
          entities: ['Alpha', 'Beta', 'Alpha'],
          triples: [['Alpha', 'binds', 'Beta'], ['cut off'], ['', 'x', '']],
          facts: [{ subject: 'alpha', predicate: 'binds', object: 'beta' }],
        }
        expect(await store.hasFacts()).toBe(false)
        await writer.putExtractions([{ ...extraction, facts: [] }])
        expect(await store.hasFacts()).toBe(false)
        await writer.putExtractions([extraction])
        expect(await store.hasFacts()).toBe(true)
        expect(await store.extraction(first)).toEqual(extraction)
        expect(await store.extraction(second)).toBeNull()
        expect(await store.factsOf('beta', 5)).toEqual([
          { unit: first, made: 'import', fact: extraction.facts[0] },
        ])
        expect(await store.unitsToExtract(5)).toEqual([second, passage])
        expect(await store.unitsToExtract(5, second)).toEqual([passage])
      }))

    it('streams what changed in the graph, and only that', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('amber')])
        expect(await graphUnits(store, 0)).toEqual([])
        await writer.putMentions('names-1', [
          { unit: first, mentions: [mention('alpha')] },
          { unit: second, mentions: [] },
        ])
        const seq = await store.seq()
        const facts = [{ subject: 'alpha', predicate: 'binds', object: 'beta' }]
        await writer.putExtractions([{ unit: second, made: 'import', entities: [], triples: [], facts }])
        expect(await graphUnits(store, seq)).toEqual([
          { unit: second, paper: paper.id, mentions: [], facts, seq: seq + 1 },
        ])
        expect((await graphUnits(store, 0)).map(({ unit }) => unit)).toEqual([first, second])
      }))

    it('forgets names and facts with their unit, and starts anew when it comes again', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('amber')])
        await writer.putMentions('names-1', [{ unit: first, mentions: [mention('alpha')] }])
        const facts = [{ subject: 'alpha', predicate: 'binds', object: 'beta' }]
        await writer.putExtractions([{ unit: first, made: 'import', entities: [], triples: [], facts }])
        await writer.remove([paper.id])
        expect(await store.graphCounts()).toMatchObject({ named: 0, names: 0, mentions: 0, facts: 0 })
        expect(await store.hasFacts()).toBe(false)
        await writer.put([paperRecord('amber')])
        expect(await store.mentions(first)).toEqual([])
        expect(await store.papersToName('names-1', 5)).toEqual([paper.id])
      }))

    it('keeps names through new vectors', () =>
      writing(async (writer, store) => {
        await writer.put([paperRecord('amber')])
        await writer.putMentions('names-1', [{ unit: first, mentions: [mention('alpha')] }])
        await writer.putVectors('other-4', [{ unit: first, values: toyVector('x') }])
        expect(await store.mentions(first)).toEqual([mention('alpha')])
      }))

    it('keeps synonyms by embedder and by the change they came with', () =>
      writing(async (writer, store) => {
        const pair = { one: 'alpha', other: 'alphas', cosine: 0.875 }
        await writer.putSynonyms('toy-4', [pair])
        const seq = await store.seq()
        await writer.putSynonyms('toy-4', [{ one: 'alpha', other: 'beta', cosine: 0.8125 }])
        await writer.putSynonyms('other-4', [{ ...pair, cosine: 0.9375 }])
        expect(await store.synonymsOf('alphas', 'toy-4')).toEqual([pair])
        expect(await store.synonymsSince(seq, 'toy-4')).toEqual([
          { one: 'alpha', other: 'beta', cosine: 0.8125 },
        ])
        expect(await store.synonymsSince(0, 'unknown')).toEqual([])
      }))

    it('remembers vectors of phrases without a change of the corpus', () =>
      writing(async (writer, store) => {
        const seq = await store.seq()
        await writer.putPhraseVectors('toy-4', [{ phrase: 'alpha', values: toyVector('alpha') }])
        expect(await store.seq()).toBe(seq)
        const [known, unknown] = await store.phraseVectors('toy-4', ['alpha', 'beta'])
        expect(Math.hypot(...known!)).toBeCloseTo(1, 6)
        expect(unknown).toBeNull()
        expect(await store.phraseVectors('other-4', ['alpha'])).toEqual([null])
      }))
  })
}

function mention(name: string, part: Partial<Mention> = {}): Mention {
  return { name, alias: name, kind: 'span', isSubject: false, start: null, end: null, ...part }
}

async function graphUnits(store: CorpusReader, since: number): Promise<GraphUnit[]> {
  const units: GraphUnit[] = []
  for await (const unit of store.graphSince(since)) units.push(unit)
  return units
}

/** Which backend `auto` takes: the walk for a question that names a title, words for one in a foreign language, else words and vectors. */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import type { Mention } from '../../../corpus/index.ts'
import type { CorpusNames } from '../../../graph/index.ts'
import { createNameGraph } from '../../../graph/name-graph.ts'
import { autoBackend } from '../../../retrieval/auto.ts'
import { hybridBackend } from '../../../retrieval/backends.ts'
import { unknownLanguage, wordsAloneNote } from '../../../retrieval/known-language.ts'
import type { Question } from '../../../retrieval/ports.ts'
import { type NamedGround, walkBackend } from '../../../retrieval/walk.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { fakeIndex } from '../../fakes/fake-index.ts'

const mention = (name: string, kind: Mention['kind'] = 'gene'): Mention => ({
  name,
  alias: name,
  kind,
  isSubject: kind === 'title',
  start: 0,
  end: name.length,
})
const UNITS = [
  { unit: 'u1', text: 'lupeol in bark', cosine: 0.25 },
  { unit: 'u2', text: 'a bridge over water', cosine: 0.75 },
  { unit: 'u3', text: 'p53 binds mdm2', cosine: 0.5 },
  { unit: 'u4', text: 'mdm2 in the nucleus', cosine: 0.5 },
]

function ground({ languages = ['eng'], held = ['eng'] }: { languages?: string[]; held?: string[] } = {}) {
  const graph = createNameGraph()
  graph.put({ unit: 'u1', mentions: [mention('birch bark', 'title')] })
  graph.put({ unit: 'u3', mentions: [mention('p53'), mention('mdm2')] })
  graph.put({ unit: 'u4', mentions: [mention('mdm2')] })
  const index = fakeIndex(UNITS)
  return {
    index: { ...index, languages: async () => held },
    asked: index.asked,
    embedder: { ...fakeEmbedder(2, () => [1, 0], 'tiny'), languages },
    names: async () =>
      ({
        whenCurrent: async (look: (of: unknown) => unknown) => look({ graph }),
      }) as unknown as CorpusNames,
  } satisfies NamedGround & { asked: unknown }
}

const asked = (text: string, question: Partial<Question> = {}): Question => ({ text, k: 4, ...question })

describe('auto', () => {
  it.each([
    { name: 'the walk where a title is named', text: 'What of birch bark?', by: 'walk' },
    { name: 'words and vectors where another name is', text: 'What of p53?', by: 'hybrid' },
    { name: 'words and vectors where no name is', text: 'What is it?', by: 'hybrid' },
  ])('answers by $name', async ({ text, by }) => {
    const answer = await autoBackend(ground()).retrieve(asked(text))
    expect(answer.by).toBe(by)
    expect(answer).not.toHaveProperty('note')
    expect(Object.keys(answer.stages)[0]).toBe('gate')
    expect(answer.stages['gate']! >= 0 && answer.stages['gate']! < 60_000).toBe(true)
  })

  it('answers by words alone in a language that the embedder does not know, and says so', async () => {
    const parts = ground({ languages: ['deu'] })
    const answer = await autoBackend(parts).retrieve(asked('What of birch bark?'))
    expect(answer).toMatchObject({ by: 'words', note: wordsAloneNote('eng', parts.embedder) })
    expect(answer.hits.map(({ unit }) => unit)).toEqual(['u1'])
  })

  it('puts units of every clause first, where words and vectors answer', async () => {
    const question = asked('Which bark holds lupeol, and what binds mdm2?')
    const covering = hybridBackend(ground(), undefined, { coversClauses: true })
    const { hits } = await covering.retrieve(question)
    expect((await autoBackend(ground()).retrieve(question)).hits).toEqual(hits)
  })

  it('answers by words and vectors from a corpus whose names were not extracted, and fails with any other error', async () => {
    const without = (code: 'GRAPH_MISSING' | 'INTERNAL') => ({
      ...ground(),
      names: async () => Promise.reject(new GlossError(code, 'no names')),
    })
    const text = asked('What of birch bark?')
    expect((await autoBackend(without('GRAPH_MISSING')).retrieve(text)).by).toBe('hybrid')
    await expect(autoBackend(without('INTERNAL')).retrieve(text)).rejects.toThrow('no names')
  })

  it('joins words and vectors as it is told', async () => {
    const byWords = autoBackend(ground(), ({ words }) => Float64Array.from(words, (score) => 7 * score))
    const { hits } = await byWords.retrieve(asked('mdm2'))
    expect(hits.map(({ score }) => score)).toEqual([7, 7, 0, 0])
  })
})

describe('a walk', () => {
  it('starts at 400 units and at the names of the question, and explains itself', async () => {
    const { asked: queries, ...parts } = ground()
    const backend = walkBackend(parts)
    const { hits } = await backend.retrieve(asked('What of p53?', { explain: true }))
    expect([backend.name, hits[0]?.unit]).toEqual(['walk', 'u3'])
    expect(queries).toMatchObject([{ depth: 400, terms: null }])
    expect(hits[0]?.why.walk?.names).toMatchObject([{ name: 'p53', path: ['p53', 'u3'] }])
  })

  it('counts what arrives by the square of how like the question a unit is', async () => {
    // From .25 to .75: u3 and u4 are half way.
    const scoreOf = async (cosine: number) => {
      const { index: _, ...parts } = ground()
      const units = UNITS.map((unit) => (unit.unit === 'u3' ? { ...unit, cosine } : unit))
      const { hits } = await walkBackend({ ...parts, index: fakeIndex(units) }).retrieve(
        asked('What of p53?'),
      )
      return hits.find(({ unit }) => unit === 'u3')!.score
    }
    const [whole, half] = [await scoreOf(0.75), await scoreOf(0.5)]
    // What the prior gives differs by a thousandth.
    expect(half / whole).toBeCloseTo(0.25, 2)
  })
})

describe('the language of a question', () => {
  const of = (languages: string[] | undefined, held: string[], text = 'What of birch bark?') =>
    unknownLanguage(text, {
      index: { languages: async () => held },
      embedder: languages === undefined ? {} : { languages },
    })

  it('is unknown where the embedder has not learned it', async () => {
    expect(await of(['deu'], ['eng'])).toBe('eng')
    expect(await of(['eng'], ['eng'])).toBeNull()
    expect(await of(['eng'], ['eng', 'deu'], 'Was ist die Rinde der Birke und woraus besteht sie?')).toBe(
      'deu',
    )
  })

  it('is no matter where the embedder says none, or the corpus is empty', async () => {
    expect(await of(undefined, ['eng'])).toBeNull()
    expect(await of(['deu'], [])).toBeNull()
  })

  it('is named, with the embedder, to people', () => {
    expect(wordsAloneNote('deu', { id: 'tiny' })).toMatch(/reads as German, which the embedder tiny/)
  })
})

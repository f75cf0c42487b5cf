/** Tests `walk` and `auto`: the order of units, the reasons given, and which backend answers which question. */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { autoBackend, unknownLanguage, walkBackend } from '../../../retrieval/index.ts'
import { factGround, type GroundUnit } from '../../fixtures/fact-ground.ts'

const UNITS: readonly GroundUnit[] = [
  { text: 'lupeol in bark', cosine: 0.4, names: 'title:birch bark*, chemical:lupeol' },
  { text: 'a bridge over water', cosine: 0.75 },
  { text: 'p53 binds mdm2', cosine: 0.5, names: 'gene:p53, gene:mdm2' },
  { text: 'mdm2 in the nucleus', cosine: 0.5, names: 'gene:mdm2' },
  { text: 'far away', cosine: 0.25 },
]

describe('the walk', () => {
  async function walked(text: string, units = UNITS) {
    const { ground, ask } = await factGround(units)
    return await ask(walkBackend(ground), text, { explain: true })
  }

  it.each([
    { question: 'What of p53?', is: ['p53 binds mdm2', 'mdm2 in the nucleus'] },
    { question: 'What of Birch bark?', is: ['lupeol in bark', 'a bridge over water'] },
    { question: 'What is it?', is: ['a bridge over water'] },
  ])('leads from the names of the question to units: $question', async ({ question, is }) => {
    const { texts, hits } = await walked(question)
    expect(texts.slice(0, is.length)).toEqual(is)
    expect(new Set(texts)).toEqual(new Set(UNITS.map(({ text }) => text)))
    const scores = hits.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  })

  it('says which names lead to a unit, with their shares and the shortest way', async () => {
    const chain = [
      { text: 'u', cosine: 1, names: 'gene:aa1, gene:bb1' },
      { text: 'v', cosine: 1, names: 'gene:bb1, gene:cc1' },
      { text: 'w', cosine: 1, names: 'gene:cc1' },
      { text: 'x', cosine: 0 },
    ]
    const { hits } = await walked('What of AA1?', chain)
    const pathsOf = (text: string) => hits.find((hit) => hit.text === text)!.paths
    expect([pathsOf('u'), pathsOf('v')]).toEqual([['aa1 > u'], ['aa1 > u > bb1 > v']])
    const both = await walked('What of AA1 and CC1?', chain)
    const why = both.hits.find(({ text }) => text === 'v')!.why.walk!
    expect(why.names.map(({ name }) => name)).toEqual(['cc1', 'aa1'])
    const shares = why.names.reduce((sum, { share }) => sum + share, why.prior ?? 0)
    expect(shares).toBeCloseTo(1, 8)
  })
})

describe('auto', () => {
  it('answers without names where none were extracted, and fails with any other error', async () => {
    const { ground, ask } = await factGround(UNITS)
    const without = (code: 'GRAPH_MISSING' | 'INTERNAL') =>
      autoBackend({ ...ground, names: () => Promise.reject(new GlossError(code, 'no names')) })
    expect((await ask(without('GRAPH_MISSING'), 'What of birch bark?')).by).toBe('hybrid')
    await expect(ask(without('INTERNAL'), 'What of birch bark?')).rejects.toThrow('no names')
  })
})

it.each([
  { knows: ['deu'], held: ['eng'], is: 'eng' },
  { knows: ['eng'], held: ['eng'], is: null },
  {
    knows: ['eng'],
    held: ['eng', 'deu'],
    text: 'Was ist die Rinde der Birke und woraus besteht sie?',
    is: 'deu',
  },
  { knows: undefined, held: ['eng'], is: null },
  { knows: ['deu'], held: [], is: null },
])('the language that an embedder of $knows does not know in a corpus of $held: $is', async (given) => {
  const index = { languages: async () => given.held }
  const embedder = given.knows === undefined ? {} : { languages: given.knows }
  expect(await unknownLanguage(given.text ?? 'What of birch bark?', { index, embedder })).toBe(given.is)
})

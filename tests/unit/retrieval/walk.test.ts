/** `walk` and `auto`: which units come first, what is said of why, and who answers which question. */
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

  it('looks at 400 units by vector alone', async () => {
    const { ground, ask, index } = await factGround(UNITS)
    await ask(walkBackend(ground), 'What of p53?')
    expect(index.asked).toMatchObject([{ depth: 400, terms: null }])
  })

  it('counts what arrives by the square of how like the question a unit is', async () => {
    const scoreWith = async (cosine: number) => {
      const units = UNITS.map((unit) => (unit.text === 'p53 binds mdm2' ? { ...unit, cosine } : unit))
      const { hits } = await walked('What of p53?', units)
      return hits.find(({ text }) => text === 'p53 binds mdm2')!.score
    }
    // From .25 to .75: half of the way. What the prior gives differs by a thousandth.
    expect((await scoreWith(0.5)) / (await scoreWith(0.75))).toBeCloseTo(0.25, 2)
  })

  it.each([
    { name: 'rare', units: ['gene:rare', 'gene:often', 'gene:often', 'gene:often'], first: 'unit 0' },
    {
      name: 'surer',
      units: ['gene:sure', 'abbreviation:meant<ms', 'abbreviation:else<ms'],
      first: 'unit 0',
      question: 'Sure or MS?',
    },
    {
      name: 'proper',
      units: ['gene:proper', 'phrase:a phrase'],
      first: 'unit 0',
      question: 'Proper or a phrase?',
    },
  ])(
    'starts at a name with more weight where it is $name',
    async ({ units, first, question = 'Rare or Often?' }) => {
      const given = units.map((names, i) => ({ text: `unit ${i}`, cosine: 0.5, names }))
      const { texts } = await walked(question, [...given, { text: 'far', cosine: 0 }])
      expect(texts[0]).toBe(first)
    },
  )

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

  it('gives as many hits as are asked for, and none of an empty corpus', async () => {
    const { ground, ask } = await factGround(UNITS)
    expect((await ask(walkBackend(ground), 'What of p53?', { k: 2 })).texts).toHaveLength(2)
    expect((await ask(walkBackend((await factGround([])).ground), 'What of p53?')).texts).toEqual([])
  })
})

describe('auto', () => {
  it.each([
    { name: 'the walk where a title is named', question: 'What of birch bark?', by: 'walk' },
    { name: 'words and vectors where another name is', question: 'What of p53?', by: 'hybrid' },
    { name: 'words and vectors where no name is', question: 'What is it?', by: 'hybrid' },
  ])('answers by $name', async ({ question, by }) => {
    const { ground, ask } = await factGround(UNITS)
    const answer = await ask(autoBackend(ground), question)
    expect([answer.by, answer.note, Object.keys(answer.stages)[0]]).toEqual([by, undefined, 'gate'])
  })

  it('answers by words alone in a language that the embedder does not know, and says so', async () => {
    const { ground, ask } = await factGround(UNITS)
    const embedder = { ...ground.embedder, languages: ['deu'] }
    const answer = await ask(autoBackend({ ...ground, embedder }), 'What of birch bark?')
    expect(answer).toMatchObject({ by: 'words', texts: ['lupeol in bark'] })
    expect(answer.note).toMatch(/English, which the embedder/)
  })

  it('answers without names where none were extracted, and fails with any other error', async () => {
    const { ground, ask } = await factGround(UNITS)
    const without = (code: 'GRAPH_MISSING' | 'INTERNAL') =>
      autoBackend({ ...ground, names: () => Promise.reject(new GlossError(code, 'no names')) })
    expect((await ask(without('GRAPH_MISSING'), 'What of birch bark?')).by).toBe('hybrid')
    await expect(ask(without('INTERNAL'), 'What of birch bark?')).rejects.toThrow('no names')
  })

  it('covers the clauses of a question, and joins words and vectors as it is given', async () => {
    const clauses = [
      { text: 'olive oil lowers pressure', cosine: 0.5 },
      { text: 'olive oil lowers pressure too', cosine: 0.25 },
      { text: 'causes of heart failure', cosine: 0.125 },
    ]
    const covering = await factGround(clauses)
    const text = 'Which olive oil lowers pressure, and what causes heart failure?'
    const { texts } = await covering.ask(autoBackend(covering.ground), text)
    expect(texts).toEqual([clauses[0], clauses[2], clauses[1]].map((unit) => unit?.text))
    const { ground, ask } = await factGround(UNITS)
    const byWords = autoBackend(ground, ({ words }) => Float64Array.from(words, (score) => 7 * score))
    expect((await ask(byWords, 'mdm2')).hits.map(({ score }) => score)).toEqual([7, 7, 0, 0, 0])
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

/** Figures of how close a corpus comes to a question, over an index in which every term counts 1. */
import { describe, expect, it } from 'vitest'
import { closenessOf } from '../../../retrieval/index.ts'
import { type FakeUnit, fakeIndex } from '../../fakes/fake-index.ts'

const UNITS: readonly FakeUnit[] = [
  { unit: 'c', text: 'bridges', cosine: 0.25 },
  { unit: 'b', text: 'bark', cosine: 0.75 },
  { unit: 'a', text: 'lupeol in birch', cosine: 0.5 },
]
const QUESTION = 'Which lupeol is in birch bark?'

function close(units: readonly FakeUnit[], question: Partial<Parameters<typeof closenessOf>[1]> = {}) {
  const index = fakeIndex(units)
  const asked = { text: QUESTION, vector: Float32Array.of(1, 0), filter: null, ...question }
  return { index, closeness: closenessOf(index, asked) }
}

/** As the index counts it, with 1,000 units more that have none of the terms. */
const rarity = (units: number, having: number) =>
  Math.log(1 + units / (1 + having)) + Math.log((units + 1 + 1000) / (units + 1))

describe('closeness', () => {
  it('is the best cosine, that of the unit which `hybrid` has first, and their mean', async () => {
    // a: 2 of 3 terms + .6 x .5; b: 1 of 3 + .6 x .75.
    expect(await close(UNITS).closeness).toMatchObject({ cosine: 0.75, first: 0.5, background: 0.5 })
  })

  it('is without cosines where vectors do not count', async () => {
    const { index, closeness } = close(UNITS, { vector: null })
    expect(await closeness).toMatchObject({ cosine: null, first: null, background: null })
    expect(index.asked).toMatchObject([{ depth: 100, vector: null }])
  })

  it('is the share of the terms that the best unit has, and that five have together', async () => {
    const units = [
      ...UNITS,
      { unit: 'd', text: 'nothing', cosine: 0 },
      { unit: 'e', text: 'nothing', cosine: 0 },
    ]
    expect(await close(units).closeness).toMatchObject({ best: 2 / 3, five: 1 })
    const apart = [
      { unit: 'a', text: 'lupeol', cosine: 0.9 },
      ...['b', 'c', 'd', 'e'].map((unit) => ({ unit, text: 'birch', cosine: 0.5 })),
      { unit: 'f', text: 'bark', cosine: 0 },
    ]
    const [lupeol, birch, bark] = [rarity(6, 1), rarity(6, 4), rarity(6, 1)]
    const whole = lupeol + birch + bark
    const { best, five } = (await close(apart).closeness)!
    expect(best).toBeCloseTo(lupeol / whole, 12)
    expect(five).toBeCloseTo((lupeol + birch) / whole, 12)
  })

  it('counts a sign that is read as a word, and is none as it is written', async () => {
    const units = [{ unit: 'a', text: 'km', cosine: 0.5 }]
    expect(await close(units, { text: '㎞?' }).closeness).toMatchObject({ best: 1, density: 1 })
  })

  it('weighs a term by its rarity, as if 1,000 more units were without it', async () => {
    const units = [
      { unit: 'a', text: 'lupeol', cosine: 0.9 },
      { unit: 'b', text: 'bark', cosine: 0.1 },
      { unit: 'c', text: 'bark', cosine: 0.1 },
    ]
    const { best } = (await close(units, { text: 'lupeol bark' }).closeness)!
    expect(best).toBeCloseTo(rarity(3, 1) / (rarity(3, 1) + rarity(3, 2)), 12)
  })

  it.for([
    { name: 'a sentence', text: 'Which lupeol is in birch bark?', terms: 3, words: 6 },
    { name: 'key words', text: 'lupeol birch bark', terms: 3, words: 3 },
    { name: 'one word', text: 'lupeol', terms: 1, words: 1 },
    { name: 'a repeated word', text: 'bark bark', terms: 1, words: 2 },
    { name: 'a term in several parts', text: 'IL-6', terms: 2, words: 2 },
  ])('tells how long the question is and how much of it are terms: $name', async ({ text, terms, words }) => {
    const closeness = (await close(UNITS, { text }).closeness)!
    expect(closeness.length).toBeCloseTo(Math.log(1 + terms), 12)
    expect(closeness.density).toBeCloseTo(terms / words, 12)
  })

  it('calls no question denser than one of terms alone', async () => {
    expect((await close(UNITS, { text: '漢字林木' }).closeness)!.density).toBe(1)
  })

  it.for([
    { name: 'an empty corpus', units: [], question: {} },
    { name: 'no word in the question', units: UNITS, question: { text: '???' } },
    { name: 'no unit that the filter allows', units: UNITS, question: { filter: { papers: ['other'] } } },
    {
      name: 'no unit with a term, where vectors do not count',
      units: UNITS,
      question: { text: 'xylem', vector: null },
    },
  ])('is none with $name', async ({ units, question }) => {
    expect(await close(units, question).closeness).toBeNull()
  })
})

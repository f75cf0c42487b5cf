/** Tests measures of how close a corpus is to a question, over an index in which every term scores 1. */
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

describe('closeness', () => {
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

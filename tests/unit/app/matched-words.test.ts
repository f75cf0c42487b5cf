import { expect, it } from 'vitest'
import { withMatchedWords } from '../../../app/wiring/matched-words.ts'
import { words } from '../../../core/index.ts'

const shown = (query: string) =>
  withMatchedWords({ terms: words(query).map((term) => ({ term, score: 1 })) }, query).terms?.map(
    ({ word }) => word,
  )

it.each([
  {
    query: 'Eradication of Helicobacter at high temperatures',
    says: ['Eradication', 'Helicobacter', 'high', 'temperatures'],
  },
  { query: 'TNF-α in naïve cells', says: ['TNF', 'α', 'naïve', 'cells'] },
])('shows the words of "$query" and not their stems', ({ query, says }) => {
  expect(shown(query)).toEqual(says)
})

it('shows the term where no single word of the question has it', () => {
  const { terms } = withMatchedWords({ terms: [{ term: '地震', score: 1 }] }, 'x')
  expect(terms).toEqual([{ term: '地震', score: 1, word: '地震' }])
})

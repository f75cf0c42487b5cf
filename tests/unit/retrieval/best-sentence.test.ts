/** The sentence of a passage that a hit shows. */
import { describe, expect, it } from 'vitest'
import { bestSentence, readQuestion, termedSentences } from '../../../retrieval/index.ts'

const PASSAGE =
  'The bark was dried in air. The bark extract inhibited ACE with an IC50 of 4.2 µM. ' +
  'Leaves of the same tree were inactive. The extract of the leaves was dark.'

const CASES = [
  { name: 'the one with most of the terms', query: 'IC50 of the bark extract', starts: 'The bark extract' },
  { name: 'a rare term before a frequent one', query: 'inactive extract', starts: 'Leaves of' },
  { name: 'the earlier one at a tie', query: 'bark', starts: 'The bark was' },
  { name: 'the first one where nothing matches', query: 'galaxies', starts: 'The bark was' },
  { name: 'the first one for a question of stop words', query: 'of the', starts: 'The bark was' },
  { name: 'a term asked twice counts once', query: 'dark bark bark', starts: 'The extract of' },
]

describe('the best sentence', () => {
  it.for(CASES)('is $name', ({ query, starts }) => {
    const best = bestSentence(readQuestion(query), termedSentences(PASSAGE))
    expect(PASSAGE.slice(best!.start, best!.end)).toMatch(new RegExp(`^${starts}`))
  })

  it('of an empty text is none', () => {
    expect(bestSentence(readQuestion('bark'), termedSentences(''))).toBeNull()
  })
})

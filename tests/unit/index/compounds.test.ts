import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompounds } from '../../../index/words/compounds.ts'

const compoundsOf = (terms: readonly string[], term: string) => createCompounds(terms).of(term).sort()

describe('compounds', () => {
  const cases = [
    {
      name: 'words that it begins',
      terms: ['gletscherschmelze', 'schmelze'],
      term: 'gletscher',
      found: ['gletscherschmelze'],
    },
    { name: 'words that it ends', terms: ['gebirgsbach'], term: 'bach', found: ['gebirgsbach'] },
    { name: 'its own first half', terms: ['berg', 'tal'], term: 'bergbach', found: ['berg'] },
    { name: 'its own last half', terms: ['bach'], term: 'bergbach', found: ['bach'] },
    {
      name: 'words that share a half with it',
      terms: ['berg', 'bach', 'bergziege', 'gebirgsbach', 'ziegenberg', 'bachlauf'],
      term: 'bergbach',
      found: ['bach', 'berg', 'bergziege', 'gebirgsbach'],
    },
    {
      name: 'the longest half that is a word alone',
      terms: ['wald', 'waldbrand', 'waldsee', 'waldbrandhaus'],
      term: 'waldbrandgefahr',
      found: ['waldbrand', 'waldbrandhaus'],
    },
    {
      name: 'the longest last half that is a word alone',
      terms: ['brand', 'waldbrand', 'sommerwaldbrand', 'steppenbrand'],
      term: 'gefahrwaldbrand',
      found: ['waldbrand', 'sommerwaldbrand'],
    },
    { name: 'none for three letters', terms: ['seeufer'], term: 'see', found: [] },
    { name: 'those of four letters', terms: ['bachufer'], term: 'bach', found: ['bachufer'] },
    { name: 'no word with two letters more', terms: ['bachen', 'erbach'], term: 'bach', found: [] },
    {
      name: 'those with three letters more',
      terms: ['bacharm', 'altbach'],
      term: 'bach',
      found: ['altbach', 'bacharm'],
    },
    { name: 'no half of three letters', terms: ['see', 'ufer'], term: 'seeufer', found: [] },
    { name: 'no half that leaves three', terms: ['ufer'], term: 'seeufer', found: [] },
    { name: 'a half that leaves four', terms: ['ufer'], term: 'bachufer', found: ['ufer'] },
    { name: 'never itself', terms: ['bergbach', 'berg', 'bach'], term: 'bergbach', found: ['bach', 'berg'] },
    { name: 'nothing among no words', terms: [], term: 'bergbach', found: [] },
  ]
  it.each(cases)('find $name', ({ terms, term, found }) => {
    expect(compoundsOf(terms, term)).toEqual([...found].sort())
  })

  it('leave a half out that more than thirty words share', () => {
    const words = (count: number) =>
      Array.from({ length: count }, (_, i) => `berg${'abcdefghij'.charAt(i % 10)}aus${i}`)
    expect(compoundsOf(words(30), 'berg')).toHaveLength(30)
    expect(compoundsOf(words(31), 'berg')).toEqual([])
    // The half itself counts where it is a word.
    expect(compoundsOf(['berg', ...words(29)], 'berg')).toHaveLength(29)
    expect(compoundsOf(['berg', ...words(30)], 'berg')).toEqual([])
  })

  it('know words that come later', () => {
    const terms = ['berghaus']
    const compounds = createCompounds(terms)
    expect(compounds.of('berg')).toEqual(['berghaus'])
    terms.push('bergbach')
    expect(compounds.of('berg').sort()).toEqual(['bergbach', 'berghaus'])
  })

  it('are found both ways: what one finds by its beginning or end begins or ends with it', () => {
    const word = fc.stringMatching(/^[abc]{3,9}$/)
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 25 }), word, (terms, term) => {
        const expected = terms.filter(
          (other) =>
            term.length >= 4 &&
            other.length >= term.length + 3 &&
            (other.startsWith(term) || other.endsWith(term)),
        )
        expect(createCompounds(terms).of(term)).toEqual(expect.arrayContaining(expected))
      }),
      { numRuns: 200 },
    )
  })
})

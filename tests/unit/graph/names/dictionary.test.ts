import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalWords } from '../../../../graph/names/canonical.ts'
import { createNameDictionary, longestKnown } from '../../../../graph/names/dictionary.ts'
import { findNames } from '../../../../graph/names/find-names.ts'

const KNOWN = [
  'insulin',
  'insulin resistance',
  'new york',
  'york',
  'alien',
  'the who',
  'il 6',
  'h2o2',
  'obrien',
]

function names(text: string, mode: 'text' | 'question'): string[] {
  const found = findNames(text, createNameDictionary(KNOWN), { mode })
  return found.map(({ name, isKnown }) => (isKnown ? name : `?${name}`))
}

describe('known names', () => {
  it.each([
    { name: 'the longest first', text: 'Does Insulin resistance matter?', found: ['insulin resistance'] },
    { name: 'two words in any case', text: 'is new york large', found: ['new york'] },
    { name: 'one word with a capital', text: 'is Alien good', found: ['alien'] },
    { name: 'no one word without', text: 'is alien good', found: [] },
    { name: 'marks between words', text: 'what is IL-6!', found: ['il 6'] },
    { name: 'possessives', text: "what is York's river", found: ['york'] },
    { name: 'what looks like a name', text: 'where is Zanzibar Port', found: ['?zanzibar port'] },
    { name: 'nothing in nothing', text: '', found: [] },
  ])('a question: $name', ({ text, found }) => {
    expect(names(text, 'question')).toEqual(found)
  })

  it.each([
    { name: 'two words need a capital', text: 'the new york and New york', found: ['new york'] },
    { name: 'one word too', text: 'An alien and Alien', found: ['alien'] },
    { name: 'unknown names do not come', text: 'In Zanzibar', found: [] },
  ])('a text: $name', ({ text, found }) => {
    expect(names(text, 'text')).toEqual(found)
  })

  it.each([
    { name: 'a symbol without its hyphen', known: 'il6', text: 'does IL-6 rise' },
    { name: 'another spelling of a Greek letter', known: 'nfkappab', text: 'what does NF-kB do' },
    { name: 'a number with zeros', known: '12 5 micromolar', text: 'what acts at 12.50 uM' },
    { name: 'a short species name', known: 'escherichia coli', text: 'what kills E. coli' },
  ])('a question may spell it otherwise: $name', ({ known, text }) => {
    const found = findNames(text, createNameDictionary([known]), { mode: 'question' })
    expect(found.filter(({ isKnown }) => isKnown).map(({ name }) => name)).toEqual([known])
  })

  it('offsets give the words of the text', () => {
    const text = 'In NEW  York,'
    const [found] = findNames(text, createNameDictionary(KNOWN), { mode: 'question' })
    expect(text.slice(found?.start, found?.end)).toBe('NEW  York')
  })

  it('after any history it is what a fresh one is', () => {
    const name = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 11 })
      .map((w) => w.join(' '))
    const step = fc.record({ adds: fc.boolean(), name })
    fc.assert(
      fc.property(
        fc.array(step),
        fc.string({ unit: fc.constantFrom('A', 'b', 'C', ' '), maxLength: 60 }),
        (steps, text) => {
          const lived = createNameDictionary()
          const left = new Set<string>()
          for (const { adds, name: known } of steps) {
            if (adds) lived.add(known)
            else lived.remove(known)
            if (adds) left.add(known)
            else left.delete(known)
          }
          const fresh = createNameDictionary(left)
          expect(lived.size).toBe(fresh.size)
          expect(findNames(text, lived, { mode: 'question' })).toEqual(
            findNames(text, fresh, { mode: 'question' }),
          )
        },
      ),
    )
  })
})

describe('a dictionary', () => {
  it('knows how long the names that begin with a word may be, up to nine words', () => {
    const ten = Array.from({ length: 10 }, (_, i) => `ten${i}`).join(' ')
    const known = createNameDictionary(['a', 'a b', 'a b c', 'b', ten, ''])
    expect([known.size, known.has('a b'), known.has(''), known.has('c')]).toEqual([5, true, false, false])
    expect(['a', 'b', 'c', 'ten0', 'a b'].map(known.longestFrom)).toEqual([3, 1, 0, 9, 0])
    known.add('a')
    known.remove('a')
    known.remove('a')
    known.remove('unknown')
    expect([known.size, known.has('a'), known.longestFrom('a')]).toEqual([4, false, 3])
    known.remove('a b')
    expect(known.longestFrom('a')).toBe(3)
    known.remove('a b c')
    expect([known.size, known.longestFrom('a')]).toEqual([2, 0])
  })

  it.each([
    { text: 'a b c', at: 0, found: { name: 'a b c', wordCount: 3 } },
    { text: 'a b', at: 0, found: { name: 'a b', wordCount: 2 } },
    { text: 'x a b c', at: 1, found: { name: 'a b c', wordCount: 3 } },
    { text: 'x a b c', at: 0, found: null },
    { text: 'a x c', at: 0, found: { name: 'a', wordCount: 1 } },
    { text: 'd e', at: 0, found: null },
    { text: 'd e f', at: 0, found: { name: 'd e f', wordCount: 3 } },
    { text: 'a', at: 1, found: null },
    { text: '', at: 0, found: null },
  ])('finds the longest name from word $at of "$text"', ({ text, at, found }) => {
    const known = createNameDictionary(['a', 'a b', 'a b c', 'd e f'])
    expect(longestKnown(known, canonicalWords(text), at, () => true)).toEqual(found)
  })

  it('finds the longest that is accepted, with its place', () => {
    const known = createNameDictionary(['a', 'a b', 'a b c'])
    const words = canonicalWords('x a b c')
    const asked: unknown[] = []
    const accepts = (name: string, from: number, count: number) => {
      asked.push([name, from, count])
      return count < 3
    }
    expect(longestKnown(known, words, 1, accepts)).toEqual({ name: 'a b', wordCount: 2 })
    expect(asked).toEqual([
      ['a', 1, 1],
      ['a b', 1, 2],
      ['a b c', 1, 3],
    ])
    expect(longestKnown(known, words, 1, () => false)).toBeNull()
  })
})

describe('the names of a question', () => {
  const found = (text: string, ...known: readonly string[]) =>
    findNames(text, createNameDictionary(known), { mode: 'question' }).map(
      ({ name, start, end, isKnown }) => [text.slice(start, end), name, isKnown],
    )

  it('come in reading order, known or not, the longer first where two begin alike', () => {
    expect(found('Is Zanzibar near Dar es Salaam or "green tea"', 'dar es salaam')).toEqual([
      ['Zanzibar', 'zanzibar', false],
      ['Dar es Salaam', 'dar es salaam', true],
      ['green tea', 'green tea', false],
    ])
    expect(found('what of "Dar es Salaam"')).toEqual([
      ['Dar es Salaam', 'dar es salaam', false],
      ['Dar', 'dar', false],
      ['Salaam', 'salaam', false],
    ])
  })

  it('are no unknown ones that lie over known ones, but may stand beside them', () => {
    expect(found('the Old Kyoto Garden', 'kyoto')).toEqual([['Kyoto', 'kyoto', true]])
    expect(found('in Kyoto, Garden', 'kyoto')).toEqual([
      ['Kyoto', 'kyoto', true],
      ['Garden', 'garden', false],
    ])
  })

  it('are respelled only where the dictionary has no name there', () => {
    expect(found('does IL-6 rise', 'il 6', 'il6')).toEqual([['IL-6', 'il 6', true]])
    expect(found('does IL-6 rise', 'il6')[0]).toEqual(['IL-6', 'il6', true])
    expect(found('is it 12.50 uM', '12 5 micromolar')).toEqual([['12.50 uM', '12 5 micromolar', true]])
  })

  it('are no stop words, and one word only with a capital', () => {
    expect(found('The who and the WHO', 'who', 'the who')).toEqual([
      ['The who', 'the who', true],
      ['the WHO', 'the who', true],
    ])
    expect(found('Who is it', 'who')).toEqual([])
  })
})

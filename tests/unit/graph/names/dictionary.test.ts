import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNameDictionary } from '../../../../graph/names/dictionary.ts'
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

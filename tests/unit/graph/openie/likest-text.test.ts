import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likestText } from '../../../../graph/openie/likest-text.ts'

const CANDIDATES = [
  "('p53', 'guards', 'the genome')",
  "('birch bark', 'is sold in', 'finland')",
  "('lupeol', 'occurs in', 'birch bark')",
  "('a', 'directed by', 'finland')",
]

/** What `difflib.get_close_matches(wanted, CANDIDATES, n=1, cutoff=0.0)` of Python 3 gives. */
const CASES = [
  { name: 'the fact itself', wanted: "['lupeol', 'occurs in', 'birch bark']", index: 2 },
  { name: 'another wording', wanted: "['the bark', 'sold at', 'finnland']", index: 1 },
  { name: 'an invention', wanted: "['guido brignone', 'born in', 'milan']", index: 1 },
  { name: 'two parts', wanted: "['genome', 'p53']", index: 0 },
  { name: 'nothing in common', wanted: 'xyz', index: 3 },
  { name: 'nothing', wanted: '', index: 0 },
]

describe('the text most like another', () => {
  it.each(CASES)('is that of difflib: $name', ({ wanted, index }) => {
    expect(likestText(wanted, CANDIDATES)).toBe(index)
  })

  it.each([
    { name: 'the first of those that are the same', texts: ['ab', 'xy', 'ab'], index: 0 },
    { name: 'of equal likeness the one that sorts last', texts: ['abx', 'aby', 'abw'], index: 1 },
    { name: 'the shorter of two that share as much', texts: ['abxx', 'abx', 'abxxx'], index: 1 },
    { name: 'what follows the longest piece counts too', texts: ['abb', 'ab-ab'], wanted: 'ab_ab', index: 1 },
    { name: 'what stands before it counts too', texts: ['-abcd', 'x-abcd'], wanted: 'x_abcd', index: 1 },
    { name: 'pieces that cross do not count', texts: ['cd-ab', 'ab'], wanted: 'ab+cd', index: 1 },
  ])('is $name', ({ texts, wanted = 'ab', index }) => {
    expect(likestText(wanted, texts)).toBe(index)
  })

  it('is that of a slow search for the same pieces', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 }),
        fc.array(text, { minLength: 1 }),
        (wanted, texts) => {
          const ratio = (one: string) => slowlyMatched(one, wanted) / (one.length + wanted.length)
          const best = Math.max(...texts.map(ratio))
          const [last] = texts
            .filter((one) => ratio(one) === best)
            .sort()
            .reverse()
          expect(likestText(wanted, texts)).toBe(texts.indexOf(last!))
        },
      ),
      { numRuns: 300 },
    )
  })
})

/** Tries every piece of `one`, the longest first and of these the leftmost. */
function slowlyMatched(one: string, other: string): number {
  for (let length = one.length; length > 0; length--)
    for (let start = 0; start + length <= one.length; start++) {
      const at = other.indexOf(one.slice(start, start + length))
      if (at < 0) continue
      const before = slowlyMatched(one.slice(0, start), other.slice(0, at))
      return before + length + slowlyMatched(one.slice(start + length), other.slice(at + length))
    }
  return 0
}

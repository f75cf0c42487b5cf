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
})

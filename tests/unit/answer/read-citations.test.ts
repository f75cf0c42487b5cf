import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCitations, withoutMarks } from '../../../answer/read-citations.ts'

describe('citations of an answer', () => {
  it.each([
    { name: 'one mark', text: 'The IC50 was 7.9 µg/mL [2].', citations: [[2]] },
    { name: 'several marks', text: 'Lupeol binds AKT1 [1][3].', citations: [[1, 3]] },
    { name: 'a list in one mark', text: 'Lupeol binds AKT1 [1, 3].', citations: [[1, 3]] },
    { name: 'a range', text: 'Three assays agree [1–3].', citations: [[1, 2, 3]] },
    {
      name: 'a mark behind the stop',
      text: 'It was 7.9 µg/mL. [2] The extract was methanolic. [1]',
      citations: [[2], [1]],
    },
    { name: 'full-width brackets', text: 'It was 7.9 µg/mL【2】.', citations: [[2]] },
    { name: 'the same mark twice', text: 'A [1] and B [1].', citations: [[1]] },
    { name: 'no mark', text: 'Nothing is cited here.', citations: [[]] },
  ])('are read: $name', ({ text, citations }) => {
    expect(readCitations(text, 3).map((sentence) => sentence.citations)).toEqual(citations)
  })

  it('of sources that were not given are set apart: [9] of 5', () => {
    expect(readCitations('It was so [9][2].', 5)).toEqual([
      { text: 'It was so [9][2].', citations: [2], unknown: [9] },
    ])
  })

  it('leave no character of the answer out', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', ' ', '.', '[1]', '[2]', '\n', '9') }),
        (answer) => {
          const squeezed = (text: string) => text.replace(/\s+/g, '')
          const joined = readCitations(answer, 5)
            .map(({ text }) => text)
            .join(' ')
          expect(squeezed(joined)).toBe(squeezed(answer))
        },
      ),
    )
  })

  it('are taken out without leaving gaps', () => {
    expect(withoutMarks('It was 7.9 µg/mL [2][3], as before [1].')).toBe('It was 7.9 µg/mL, as before.')
  })
})

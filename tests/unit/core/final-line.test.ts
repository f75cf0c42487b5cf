/** The line into which a model writes its answer. */
import { describe, expect, it } from 'vitest'
import { lastFinalLine } from '../../../core/final-line.ts'

describe('the final line', () => {
  const lines = [
    { name: 'alone', text: 'Final Answer: 5', rest: '5' },
    { name: 'behind dress', text: '## **Final Answer:** 5', rest: '5' },
    { name: 'in small letters and capitals', text: 'final ANSWER 5', rest: '5' },
    { name: 'with spaces between its words', text: 'Final   answer:5', rest: '5' },
    { name: 'with an arrow', text: '> Final answer → 5', rest: '5' },
    { name: 'with a wide colon', text: 'Final Answer：5', rest: '5' },
    { name: 'with the sign of a number', text: 'Final Answer: -5', rest: '-5' },
    { name: 'with a number behind a point', text: 'Final Answer: .5', rest: '.5' },
    { name: 'with a formula', text: 'Final Answer: $x$ ', rest: '$x$ ' },
    { name: 'with nothing behind', text: 'Final Answer:', rest: '' },
  ]
  it.each(lines)('is found $name', ({ text, rest }) => {
    expect(lastFinalLine(text)).toEqual({ rest, after: '' })
  })

  it('is the last of several, with the text behind it', () => {
    expect(lastFinalLine('Final Answer: 1\nNo.\n  Final Answer: 2\nThat is\nit.')).toEqual({
      rest: '2',
      after: '\nThat is\nit.',
    })
  })

  it.each([
    'The final answer is 5',
    '1. Final Answer: 5',
    'Final Answers: 5',
    'final answer5',
    '<b>Final Answer: 5',
    '\\textbf{Final Answer: 5}',
    '',
  ])('is none of "%s"', (text) => {
    expect(lastFinalLine(text)).toBeNull()
  })
})

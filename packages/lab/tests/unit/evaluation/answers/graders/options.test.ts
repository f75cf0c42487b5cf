/** The options of a question, from its text or from a list. */
import { describe, expect, it } from 'vitest'
import { optionsOf } from '../../../../../evaluation/answers/graders/options.ts'

/** As `A=red B=blue`. */
function options(question: string, listed?: readonly string[]): string {
  return optionsOf(question, listed)
    .map(({ letter, text }) => `${letter}=${text}`)
    .join(' | ')
}

describe('in the text of a question', () => {
  it.each([
    { name: 'line by line', text: 'Which?\nA. red\nB. blue', found: 'A=red | B=blue' },
    { name: 'with a bracket', text: 'Which?\nA) red\nB) blue', found: 'A=red | B=blue' },
    { name: 'in brackets', text: 'Which?\n(A) red\n(B) blue', found: 'A=red | B=blue' },
    { name: 'with a colon', text: 'Which?\nA: red\nB: blue', found: 'A=red | B=blue' },
    { name: 'as a list in bold', text: 'Which?\n- **A.** red\n- **B.** blue', found: 'A=red | B=blue' },
    { name: 'indented', text: 'Which?\n  A. red\n\tB. blue', found: 'A=red | B=blue' },
    { name: 'over several lines', text: 'Which?\nA. red\nwine\nB. blue', found: 'A=red\nwine | B=blue' },
    { name: 'from the first line on', text: 'A. red\nB. blue', found: 'A=red | B=blue' },
    { name: 'within a line', text: 'Which? (A) red (B) blue (C) green', found: 'A=red | B=blue | C=green' },
    {
      name: 'joined by or',
      text: 'Is it (A) red, (B) blue, or (C) green?',
      found: 'A=red | B=blue | C=green',
    },
    { name: 'joined by and', text: 'Of A) red and B) blue.', found: 'A=red | B=blue' },
    { name: 'the last run of two', text: 'A. x\nB. y\nAnd now\nA. red\nB. blue', found: 'A=red | B=blue' },
    { name: 'a lone A behind the run', text: 'A. red\nB. blue\nA. x', found: 'A=red | B=blue\nA. x' },
    {
      name: 'a letter that is skipped',
      text: 'A. red\nB. blue\nD. green',
      found: 'A=red | B=blue\nD. green',
    },
    { name: 'a run that does not begin with A', text: 'B. red\nC. blue', found: '' },
    { name: 'one alone', text: 'A. red', found: '' },
    { name: 'none', text: 'Which colour?', found: '' },
    { name: 'a person within a line', text: 'Did A. Smith meet B. Jones?', found: '' },
    { name: 'one by line and three within it', text: 'A. of (A) x (B) y', found: 'A=x | B=y' },
  ])('$name', ({ text, found }) => {
    expect(options(text)).toBe(found)
  })
})

describe('from a list', () => {
  it.each([
    { name: 'letters in its order', listed: ['red', 'blue', 'green'], found: 'A=red | B=blue | C=green' },
    { name: 'blanks go', listed: [' red ', 'blue\n'], found: 'A=red | B=blue' },
    { name: 'its own letters', listed: ['A. red', 'B. blue'], found: 'A=red | B=blue' },
    { name: 'its own letters in brackets', listed: ['(A) red', ' (B) blue'], found: 'A=red | B=blue' },
    { name: 'letters that are not in order', listed: ['B. red', 'A. blue'], found: 'A=B. red | B=A. blue' },
    { name: 'letters of some', listed: ['A. red', 'blue'], found: 'A=A. red | B=blue' },
    { name: 'one', listed: ['red'], found: 'A=red' },
  ])('$name', ({ listed, found }) => {
    expect(options('Which?\nA. x\nB. y', listed)).toBe(found)
  })

  it('that is empty leaves those of the text', () => {
    expect(options('Which?\nA. x\nB. y', [])).toBe('A=x | B=y')
  })
})

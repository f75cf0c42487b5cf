/** The letters of an answer: bare, by the text of an option, in front of it, named in a sentence, or not to be told. */
import { describe, expect, it } from 'vitest'
import { gradeChoice, readLetters } from '../../../../../evaluation/answers/graders/multiple-choice.ts'
import { optionsOf } from '../../../../../evaluation/answers/graders/options.ts'

const COLOURS = optionsOf('', ['red wine', 'blue', 'green leaf', 'grey'])
const NUMBERS = optionsOf('', ['1.5 km', '20 J', '300', 'none of these'])

/** The letters, or why there are none. */
function letters(text: string, options = COLOURS): string {
  const read = readLetters(text, options)
  return read.kind === 'letters' ? read.letters : read.reason
}

describe('nothing but letters', () => {
  it.each([
    { text: 'C', said: 'C' },
    { text: '(c)', said: 'C' },
    { text: 'c', said: 'C' },
    { text: 'b, d', said: 'BD' },
    { text: 'BCD', said: 'BCD' },
    { text: 'DB', said: 'BD' },
    { text: 'B, C and D', said: 'BCD' },
    { text: 'Options B & D', said: 'BD' },
    { text: 'B B', said: 'B' },
    { text: '*C*', said: 'C' },
    { text: '\\boxed{C}', said: 'C' },
    { text: '\\fbox{C}', said: 'C' },
    { text: 'The correct answer is: C.', said: 'C' },
    { text: 'both B and D', said: 'BD' },
    { text: 'DAC', said: 'ACD' },
    { text: 'DA C', said: 'ACD' },
    { text: 'b C', said: 'letters_unreadable' },
    // Letters of no option, a letter twice: words.
    { text: 'DNA', said: 'letters_unreadable' },
    { text: 'ADD', said: 'letters_unreadable' },
    { text: 'AB BE', said: 'letters_unreadable' },
    { text: 'b red', said: 'letters_unreadable' },
    { text: '', said: 'letters_unreadable' },
  ])('$text: $said', ({ text, said }) => {
    expect(letters(text)).toBe(said)
  })

  it('of no options may be any of the first ten', () => {
    expect(letters('AJ', [])).toBe('AJ')
    expect(letters('AK', [])).toBe('letters_unreadable')
    expect(letters('A, K', [])).toBe('AK')
  })
})

describe('the text of an option stands for its letter', () => {
  it.each([
    { text: 'blue', said: 'B' },
    { text: 'the Blue', said: 'B' },
    { text: 'red wine', said: 'A' },
    { text: 'wine', said: 'letters_unreadable' },
    { text: 'It must be the green leaf of a tree', said: 'C' },
    { text: 'It must be the green leaf or the red wine', said: 'letters_unreadable' },
    { text: 'It is not the green leaf', said: 'letters_unreadable' },
    { text: 'It is blue rather than grey', said: 'letters_unreadable' },
    { text: 'It is bluer', said: 'letters_unreadable' },
  ])('$text: $said', ({ text, said }) => {
    expect(letters(text)).toBe(said)
  })

  it.each([
    { text: '1.5 km', said: 'A' },
    { text: '1500 m', said: 'A' },
    { text: '1.5', said: 'A' },
    { text: '1501 m', said: 'letters_unreadable' },
    { text: '1.5 J', said: 'letters_unreadable' },
    { text: '20 J', said: 'B' },
    { text: '20 m', said: 'letters_unreadable' },
    { text: '300', said: 'C' },
    { text: '3e2', said: 'C' },
    { text: '300 J', said: 'letters_unreadable' },
    { text: '300, 20', said: 'letters_unreadable' },
    { text: '300-400', said: 'letters_unreadable' },
  ])('as the same number, in its unit: $text', ({ text, said }) => {
    expect(letters(text, NUMBERS)).toBe(said)
  })

  it('to nine digits', () => {
    const near = optionsOf('', ['1.0000000005 km', '2 km'])
    expect(letters('1 km', near)).toBe('A')
    expect(letters('1.000000003 km', near)).toBe('letters_unreadable')
    expect(letters('1.000000003', near)).toBe('letters_unreadable')
    expect(letters('0.0010000000005 Mm', near)).toBe('A')
    expect(letters('5 kg m', optionsOf('', ['5 m kg', '6 kg']))).toBe('A')
    expect(letters('AB', optionsOf('', ['x']))).toBe('letters_unreadable')
  })

  it('if only one has it', () => {
    expect(letters('blue', optionsOf('', ['blue', 'Blue']))).toBe('letters_unreadable')
    expect(letters('5', optionsOf('', ['5 m', '5 J']))).toBe('letters_unreadable')
    expect(letters('5 m', optionsOf('', ['5 m', '5 J']))).toBe('A')
    expect(letters('!', optionsOf('', ['?', 'blue']))).toBe('letters_unreadable')
  })

  it('if it has four letters, within a sentence', () => {
    const short = optionsOf('', ['tea', 'milk'])
    expect(letters('I would drink milk', short)).toBe('B')
    expect(letters('I would drink tea', short)).toBe('letters_unreadable')
  })
})

describe('letters in front of what they stand for', () => {
  it.each([
    { text: 'B. blue', said: 'B' },
    { text: 'B) blue', said: 'B' },
    { text: '(B) blue', said: 'B' },
    { text: 'Option B: blue', said: 'B' },
    { text: 'B. a colour', said: 'B' },
    { text: 'B. blue\nD. grey', said: 'BD' },
    { text: 'B) blue, D) grey', said: 'BD' },
    { text: 'B. blue and D. grey', said: 'BD' },
    { text: 'B. grey', said: 'letter_and_text_disagree' },
    { text: 'B. blue or grey', said: 'letter_and_text_disagree' },
    { text: 'B. so it is blue', said: 'B' },
    { text: 'B. so it is grey', said: 'letter_and_text_disagree' },
    { text: ' B. blue', said: 'B' },
    { text: 'B. blue\nD. red wine', said: 'letter_and_text_disagree' },
    { text: 'E. something', said: 'letters_unreadable' },
    { text: 'I think\nB. is it', said: 'letters_unreadable' },
    { text: 'x\nB. is it', said: 'letters_unreadable' },
    { text: 'C because it grows', said: 'C' },
    { text: 'C, since it grows', said: 'C' },
    { text: 'C - it grows', said: 'C' },
    { text: 'E because it grows', said: 'letters_unreadable' },
    { text: 'C grows', said: 'letters_unreadable' },
  ])('$text: $said', ({ text, said }) => {
    expect(letters(text)).toBe(said)
  })
})

describe('letters that a sentence names', () => {
  it.each([
    { text: 'It grows, so the answer is (C).', said: 'C' },
    { text: 'So I choose option B', said: 'B' },
    { text: 'My pick: **D**', said: 'D' },
    { text: 'First, option A would be nice; the final answer is B and D.', said: 'BD' },
    { text: 'I first thought the answer is A. Then the answer is C', said: 'C' },
    { text: 'Of these, the answer is C; option B is wrong.', said: 'C' },
    { text: 'Here option B is not it', said: 'letters_unreadable' },
    { text: 'So the answer is E', said: 'letters_unreadable' },
    { text: 'So the answer is B and E', said: 'letters_unreadable' },
    { text: "So the answer is A's", said: 'letters_unreadable' },
    { text: 'So it is C', said: 'letters_unreadable' },
  ])('$text: $said', ({ text, said }) => {
    expect(letters(text)).toBe(said)
  })

  it('are not checked where there are no options', () => {
    expect(letters('So the answer is E', [])).toBe('E')
    expect(letters('X because it grows', [])).toBe('X')
  })
})

describe('a choice', () => {
  it.each([
    { said: 'B', gold: 'B', grade: { isCorrect: true, reason: 'equal' } },
    { said: 'D, B', gold: 'BD', grade: { isCorrect: true, reason: 'equal' } },
    { said: 'blue', gold: 'B', grade: { isCorrect: true, reason: 'equal' } },
    { said: 'B', gold: 'blue', grade: { isCorrect: true, reason: 'equal' } },
    { said: 'B', gold: 'C', grade: { isCorrect: false, reason: 'letters' } },
    { said: 'B', gold: 'BD', grade: { isCorrect: false, reason: 'letters' } },
    { said: 'BD', gold: 'B', grade: { isCorrect: false, reason: 'letters' } },
    { said: 'I do not know', gold: 'B', grade: { isCorrect: null, reason: 'letters_unreadable' } },
    { said: 'B. grey', gold: 'B', grade: { isCorrect: null, reason: 'letter_and_text_disagree' } },
    { said: 'B', gold: 'purple rain', grade: { isCorrect: null, reason: 'letters_unreadable' } },
  ])('$said for $gold: $grade.reason', ({ said, gold, grade }) => {
    expect(gradeChoice(said, gold, COLOURS)).toEqual(grade)
  })
})

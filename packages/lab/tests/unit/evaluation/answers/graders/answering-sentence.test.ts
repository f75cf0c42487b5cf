/** In which sentence of an answer does its number stand? */
import { describe, expect, it } from 'vitest'
import {
  answeringSentence,
  answeringSentences,
} from '../../../../../evaluation/answers/graders/answering-sentence.ts'

const QUESTION = 'How tall is the old tower of the city?'

describe('the sentence with the number', () => {
  it.each([
    { name: 'a single one', text: 'It is 5 m tall', sentence: 'It is 5 m tall' },
    {
      name: 'the one that concludes',
      text: 'It has 3 floors. So it is 5 m. I like 7.',
      sentence: 'So it is 5 m.',
    },
    { name: 'the last that concludes', text: 'So 1. Thus 2. Then 9.', sentence: 'Thus 2.' },
    {
      name: 'not a conclusion without a number',
      text: 'It has 3 floors. So be it.',
      sentence: 'It has 3 floors.',
    },
    { name: 'the first, a bare number', text: '5 m. It has 3 floors, 2 doors.', sentence: '5 m.' },
    {
      name: 'the first, about a number',
      text: 'about 5 m. It has 3 floors, 2 doors.',
      sentence: 'about 5 m.',
    },
    { name: 'the first, with a power', text: '5 m^2. It has 3 floors.', sentence: '5 m^2.' },
    { name: 'the first, with a remark', text: '5 m (16 ft). It has 3 floors.', sentence: '5 m (16 ft).' },
    { name: 'four words behind', text: '5 m in all. It has 3 floors.', sentence: '5 m in all.' },
    { name: 'five words behind', text: '5 m in all here. It has 3 floors.', sentence: undefined },
    { name: 'two numbers in the first', text: '5 of 7. It has 3 floors.', sentence: undefined },
    {
      name: 'the only one with a number',
      text: 'Well. It is 5 m tall. That is all.',
      sentence: 'It is 5 m tall.',
    },
    {
      name: 'two more words of the question',
      text: 'The old tower is 5 m tall. It has 3 floors.',
      sentence: 'The old tower is 5 m tall.',
    },
    {
      name: 'in either order',
      text: 'It has 3 floors. The old tower is 5 m tall.',
      sentence: 'The old tower is 5 m tall.',
    },
    { name: 'only one word more', text: 'The tower is 5 m. It has 3 floors.', sentence: undefined },
    {
      name: 'two more than the next',
      text: 'The city has 3. The old tall tower is 5.',
      sentence: 'The old tall tower is 5.',
    },
    { name: 'one more than the next', text: 'The city has 3. The old tower is 5.', sentence: undefined },
    { name: 'words in the plural', text: 'Old towers are 5 m. It has 3.', sentence: 'Old towers are 5 m.' },
    { name: 'lines', text: 'It is 3\nSo it is 5', sentence: 'So it is 5' },
    { name: 'a single line with its end', text: '5 m (16 ft)\n', sentence: '5 m\n' },
    { name: 'a single line with blanks behind', text: '5 m (16 ft)\n  ', sentence: '5 m\n  ' },
    { name: 'nothing', text: '', sentence: '' },
  ])('$name', ({ text, sentence }) => {
    expect(answeringSentence(text, QUESTION)).toBe(sentence)
  })
})

describe('within a sentence', () => {
  it.each([
    { name: 'the clause that concludes', text: 'It has 3 floors, so it is 5 m', sentence: 'it is 5 m' },
    { name: 'the last such clause', text: '3 floors, hence 4 doors; therefore 5', sentence: '5' },
    {
      name: 'not one without a number',
      text: 'It is 5 m, so it is tall',
      sentence: 'It is 5 m, so it is tall',
    },
    {
      name: 'without brackets that hold numbers',
      text: 'It is 5 m (16 ft) tall',
      sentence: 'It is 5 m tall',
    },
    { name: 'brackets without numbers stay', text: 'It is 5 m (as told)', sentence: 'It is 5 m (as told)' },
    { name: 'the number is in brackets', text: 'It is tall (5 m)', sentence: 'It is tall (5 m)' },
    { name: 'a symbol is defined beside it', text: '8250 K with p0 = 1 μbar', sentence: undefined },
    { name: 'a value and a remark', text: 'T = 5 K for all 3 of them', sentence: undefined },
    { name: 'a value', text: 'T = 5 K', sentence: 'T = 5 K' },
    { name: 'a number in front of a value', text: 'For the 3 T = 5 K', sentence: 'For the 3 T = 5 K' },
  ])('$name', ({ text, sentence }) => {
    expect(answeringSentence(text, QUESTION)).toBe(sentence)
  })
})

it('sentences that may name the gold are the first and those that conclude', () => {
  expect(answeringSentences('It is red. I saw it. So it is blue. Or not. Therefore it is.')).toEqual([
    'It is red.',
    'So it is blue.',
    'Therefore it is.',
  ])
  expect(answeringSentences('So it is.')).toEqual(['So it is.'])
  expect(answeringSentences('\n\nIt is.\n\n')).toEqual(['It is.'])
  expect(answeringSentences('  \nIt is.')).toEqual(['It is.'])
  expect(answeringSentences('')).toEqual([])
})

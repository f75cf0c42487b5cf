/** The number that an answer means: brief, in a sentence, in bold; and where readings disagree. */
import { describe, expect, it } from 'vitest'
import {
  gradeMeantNumber,
  type MeantRequest,
} from '../../../../../evaluation/answers/graders/meant-number.ts'

const USUAL: MeantRequest = {
  question: 'How tall is the old tower of the city?',
  gold: '207',
  prediction: '',
  answer: '',
  unit: undefined,
  relativeTolerance: 0.01,
  missingUnit: 'refuse',
  reading: 'meant',
}

/** `true equal`; the prediction is the last line of the answer. */
function graded(answer: string, changed: Partial<MeantRequest> = {}): string {
  const prediction = answer.split('\n').at(-1)!
  const { isCorrect, reason } = gradeMeantNumber({ ...USUAL, answer, prediction, ...changed })
  return `${isCorrect} ${reason}`
}

describe('brief answers are read as they are written', () => {
  it.each([
    { answer: '207', grade: 'true equal' },
    { answer: '207 m', grade: 'true equal' },
    { answer: '150 m', grade: 'false value' },
    { answer: 'two hundred and seven', grade: 'true equal' },
    { answer: 'two hundred', grade: 'false value' },
    { answer: 'height: 207 m', grade: 'true equal' },
    { answer: 'three old towers 207', grade: 'true equal' },
    { answer: 'very tall', grade: 'null parse' },
  ])('$answer: $grade', ({ answer, grade }) => {
    expect(graded(answer)).toBe(grade)
  })

  it('words that are units are no prose', () => {
    expect(graded('3 m kg s A K mol', { gold: '3' })).toBe('true equal')
  })

  it('with a number in words that belongs to something else', () => {
    expect(graded('three nT', { gold: '3 nT' })).toBe('true equal')
    expect(graded('three nT is 3 nT', { gold: '3 nT' })).toBe('true equal')
  })
})

describe('sentences', () => {
  it.each([
    { answer: 'The old tower is 207 m tall.', grade: 'true equal' },
    { answer: 'The old tower is 150 m tall.', grade: 'false value' },
    { answer: 'The old tower is two hundred and seven metres tall.', grade: 'true equal' },
    { answer: 'The old tower is over 207 m tall.', grade: 'null parse' },
    { answer: 'The old tower is not 150 m tall.', grade: 'null parse' },
    { answer: 'The old tower is <150 m as they say.', grade: 'null parse' },
    { answer: 'The old tower of 207 steps is 150 m tall.', grade: 'null elsewhere' },
    { answer: 'The old tower of 207.9 steps is 150 m tall.', grade: 'null elsewhere' },
    { answer: 'The old tower of 208.1 steps is 150 m tall.', grade: 'false value' },
    { answer: 'The old tower of 206.1 steps is 150 m tall.', grade: 'null elsewhere' },
    { answer: 'The old tower of 0,207 steps is 150 m tall.', grade: 'null elsewhere' },
    { answer: 'The old tower of v207 is 150 m tall.', grade: 'false value' },
    { answer: 'The old tower is very tall\nas I said before to all of you', grade: 'null parse' },
    { answer: 'The old tower is 207 m tall.\nas I said before to all of you', grade: 'true equal' },
  ])('$answer: $grade', ({ answer, grade }) => {
    expect(graded(answer)).toBe(grade)
  })

  it('that are wrong stay so where the number of the gold stands outside of a marked answer only', () => {
    const prediction = 'The old tower is 150 m tall.'
    expect(graded(`It has 207 steps.\n${prediction}`)).toBe('null elsewhere')
    expect(graded(`It has 207 steps. Final Answer: ${prediction}`, { prediction })).toBe('false value')
    const [answer, both] = ['<answer>It is as said.</answer>', 'The old tower of 207 steps is 150 m tall.']
    expect(graded(`${answer} ${both}`, { prediction: both })).toBe('null elsewhere')
  })

  it('of a long answer are read where it ends', () => {
    const filler = 'It is so very tall. '.repeat(1_100)
    const answer = `Thus it is 300 m.\n${filler}The old tower is 207 m.\nas I said before to all of you`
    expect(graded(answer)).toBe('true equal')
  })

  it('numbers that the question named are left out, if another is there', () => {
    const question = 'How many of the 12 towers were there in 1503?'
    expect(graded('In 1503 there were just 7 of the 12 towers', { question, gold: '7' })).toBe('true equal')
    expect(graded('There were in all just 12 towers', { question, gold: '12' })).toBe('true equal')
  })
})

describe('bold numbers', () => {
  it.each([
    {
      name: 'the only one',
      answer: 'Of all the towers here **207 m** is it, of 3 and 5.',
      grade: 'true equal',
    },
    {
      name: 'that is wrong',
      answer: 'Of all the towers here **150 m** is it, of 3 and 5.',
      grade: 'false value',
    },
    {
      name: 'twice the same',
      answer: 'Of all the towers **207 m** and **207 m**, of 3 and 5.',
      grade: 'true equal',
    },
    {
      name: 'two that differ',
      answer: 'Of all the towers **207 m** and **150 m**, of 3 and 5.',
      grade: 'null parse',
    },
    {
      name: 'with bold words',
      answer: 'Of **all** the towers here **207 m** is it, of 3 and 5.',
      grade: 'true equal',
    },
    {
      name: 'that the sentence gainsays',
      answer: 'The old tower is 150 m tall.\nIts **207 m** are of old',
      grade: 'null parse',
    },
    {
      name: 'hedged',
      answer: 'Of all the towers here **over 207 m** is it, of 3 and 5.',
      grade: 'null parse',
    },
  ])('$name: $grade', ({ answer, grade }) => {
    expect(graded(answer, { prediction: answer })).toBe(grade)
  })

  it('do not count where the answer is marked', () => {
    const answer = 'It is **207 m** here. Final Answer: The old tower is 150 m tall.'
    const prediction = 'The old tower is 150 m tall.'
    expect(graded(answer, { prediction })).toBe('false value')
    expect(graded('It is **207 m** here. The old tower is 150 m tall.', { prediction })).toBe('null parse')
  })
})

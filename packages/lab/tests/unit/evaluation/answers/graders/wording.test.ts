/** Do two texts say the same in the same words? */
import { describe, expect, it } from 'vitest'
import {
  gradeWording,
  isVerdictWord,
  wordsThatCount,
} from '../../../../../evaluation/answers/graders/wording.ts'

describe('the words that count', () => {
  it.each([
    { text: 'The red Car', words: 'red car' },
    { text: 'a car, an egg; the end.', words: 'car egg end' },
    { text: 'cars', words: 'cars' },
    { text: 'books', words: 'book' },
    { text: 'glass virus basis series gases lens', words: 'glass virus basis series gase lens' },
    { text: 'chaos', words: 'chaos' },
    { text: 'H_2O and CO_{2}', words: 'h2o and co2' },
    { text: 'Na^{+} ions', words: 'na^+ions' },
    { text: 'α-helix', words: 'alpha helix' },
    { text: '-5 and x-5', words: 'minus5 and x 5' },
    { text: 'a < b', words: 'a<b' },
    { text: '5.5 km.', words: '5.5 km' },
    { text: 'don’t "quote" me', words: 'dont quote me' },
    { text: '50 % of it', words: '50 % of it' },
    { text: '', words: '' },
    { text: '...', words: '' },
  ])('$text', ({ text, words }) => {
    expect(wordsThatCount(text).join(' ')).toBe(words)
  })
})

describe('an answer', () => {
  it.each([
    { said: 'the red car', gold: 'Red Car', grade: 'true equal' },
    { said: 'red', gold: 'red car', grade: 'null wording_differs' },
    { said: '', gold: '', grade: 'null wording_differs' },
    { said: '.', gold: '?', grade: 'null wording_differs' },
    { said: 'yes', gold: 'Yes', grade: 'true equal' },
    { said: 'Yes, as it grows', gold: 'yes', grade: 'true equal' },
    { said: 'No, as it grows', gold: 'yes', grade: 'false opposite' },
    { said: 'Yes, as it grows', gold: 'no', grade: 'false opposite' },
    { said: 'true', gold: 'False', grade: 'false opposite' },
    { said: 'false', gold: 'True', grade: 'false opposite' },
    { said: 'false', gold: 'no', grade: 'null wording_differs' },
    { said: 'perhaps', gold: 'no', grade: 'null wording_differs' },
    { said: 'yes it grows', gold: 'yes it grows', grade: 'true equal' },
    { said: 'no it grows', gold: 'yes it grows', grade: 'null wording_differs' },
    { said: 'CO', gold: 'CO', grade: 'true equal' },
    { said: 'Co', gold: 'CO', grade: 'null case_differs' },
    { said: 'co', gold: 'CO', grade: 'true equal' },
    { said: 'CO', gold: 'co', grade: 'null case_differs' },
    { said: 'COO', gold: 'Coo', grade: 'true equal' },
    { said: 'A', gold: 'a', grade: 'null wording_differs' },
  ])('$said for $gold: $grade', ({ said, gold, grade }) => {
    const { isCorrect, reason } = gradeWording(said, gold)
    expect(`${isCorrect} ${reason}`).toBe(grade)
  })
})

describe('an answer may repeat the question', () => {
  const question = 'What is the capital of France?'

  it.each([
    { said: 'The capital of France is Paris.', isCorrect: true },
    { said: 'It is Paris', isCorrect: true },
    { said: 'That was Paris', isCorrect: true },
    { said: 'The capital for and by France are Paris', isCorrect: true },
    { said: 'The capital of Spain is Paris.', isCorrect: null },
    { said: 'The capital of France is not Paris.', isCorrect: null },
    { said: 'The capital of France is Paris, I think', isCorrect: null },
    { said: 'Paris', isCorrect: true },
  ])('$said', ({ said, isCorrect }) => {
    expect(gradeWording(said, 'Paris', question).isCorrect).toBe(isCorrect)
  })

  it('not to say nothing', () => {
    expect(gradeWording('The capital is the', '', question).isCorrect).toBeNull()
  })
})

it.each([
  { gold: 'Yes', is: true },
  { gold: 'no.', is: true },
  { gold: 'TRUE', is: true },
  { gold: 'the false', is: true },
  { gold: 'yes and no', is: false },
  { gold: 'constructor', is: false },
  { gold: '', is: false },
])('"$gold" is a verdict: $is', ({ gold, is }) => {
  expect(isVerdictWord(gold)).toBe(is)
})

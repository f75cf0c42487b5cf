/** Numbers as they are meant: units that nobody asked for, words, sentences, bold text, ranges; and what then stays for a judge. */
import { describe, expect, it } from 'vitest'
import { type GradeSettings, gradeAnswer } from '../../../../evaluation/answers/graders/index.ts'

const HEIGHT = 'How tall is the tower?'

interface Case {
  readonly answer: string
  readonly gold: string
  readonly question?: string
}

function auto({ answer, gold, question = HEIGHT }: Case, settings: GradeSettings = {}) {
  return gradeAnswer({ question, gold, answer, type: 'auto' }, settings)
}

describe('where neither question nor gold asks for a unit the number decides', () => {
  it.each([
    { answer: '207 m', gold: '207', isCorrect: true },
    { answer: '205 m', gold: '207', isCorrect: false },
    { answer: '207 metres', gold: '207', isCorrect: true },
    { answer: '3 dB', gold: '3', isCorrect: true },
    { answer: '45%', gold: '45', isCorrect: true },
    { answer: '45%', gold: '0.45', isCorrect: true },
    { answer: '30 deg', gold: '0.5236', isCorrect: true },
    // In another unit it would be right.
    { answer: '0.207 km', gold: '207', isCorrect: null },
    { answer: '0.45%', gold: '0.45', isCorrect: null },
  ])('$answer for $gold: $isCorrect', async ({ isCorrect, ...one }) => {
    expect((await auto(one)).isCorrect).toBe(isCorrect)
  })

  it('by the letter a unit where none belongs is wrong', async () => {
    expect(await auto({ answer: '207 m', gold: '207' }, { reading: 'literal' })).toMatchObject({
      isCorrect: false,
      reason: 'unit_dimension',
    })
  })
})

describe('where the question asks for a unit the answer is read in it', () => {
  it.each([
    { question: 'How far is it in km?', answer: '12 km', isCorrect: true },
    { question: 'How far is it in km?', answer: '12000 m', isCorrect: true },
    { question: 'How far is it in km?', answer: '12', isCorrect: true },
    { question: 'How far is it (in km)?', answer: '12 m', isCorrect: null },
    { question: 'How many days does it take?', answer: '288 hours', isCorrect: true },
    { question: 'How many days does it take?', answer: '13 days', isCorrect: false },
  ])('$question $answer', async ({ isCorrect, ...one }) => {
    expect((await auto({ ...one, gold: '12' })).isCorrect).toBe(isCorrect)
  })
})

describe('numbers in words are numbers', () => {
  it.each([
    { answer: 'three', gold: '3', isCorrect: true },
    { answer: '3', gold: 'three', isCorrect: true },
    { answer: 'four', gold: 'three', isCorrect: false },
    { answer: 'twenty-one people', gold: '21', isCorrect: true },
    { answer: 'Three hundred and five', gold: '305', isCorrect: true },
    { answer: 'two million', gold: '2,000,000', isCorrect: true },
    { answer: '1.5 million', gold: '1500000', isCorrect: true },
    { answer: 'a dozen', gold: '12', isCorrect: true },
    { answer: 'It is one of them', gold: '1', isCorrect: null },
    // No number together.
    { answer: 'two three', gold: '5', isCorrect: null },
  ])('$answer for $gold', async ({ isCorrect, ...one }) => {
    expect((await auto({ ...one, question: 'How many are there?' })).isCorrect).toBe(isCorrect)
  })
})

describe('the number is that of the sentence that answers', () => {
  it.each([
    { answer: 'The tower is 207 m tall.', isCorrect: true },
    { answer: 'The tower is about 180 m tall.', isCorrect: false },
    { answer: '207 m. It was built in 1889.', isCorrect: true },
    {
      answer: 'Work began in 1887. Two years later 300 men had left. Therefore the height is 207 m.',
      isCorrect: true,
    },
    { answer: 'It has 3 floors of 69 m each, so the tower is 207 m tall.', isCorrect: true },
    { answer: '**207 m**\n\nThis includes the antenna.', isCorrect: true },
    { answer: 'The tower is **207 m** tall.\nIt was finished in 1889.', isCorrect: null },
    { answer: 'It has 3 floors and 69 rooms.', isCorrect: null },
    // Wrong as read, but the gold's number stands there, too.
    { answer: 'The 207 m mast is not the tower; the tower is 180 m tall.', isCorrect: null },
    { answer: 'The tower is more than 180 m tall.', isCorrect: null },
    { answer: 'In 1889, 207 workers and 3 engineers climbed it.', isCorrect: null },
  ])('$answer', async ({ isCorrect, answer }) => {
    expect((await auto({ answer, gold: '207' })).isCorrect).toBe(isCorrect)
  })
})

describe('lists and ranges', () => {
  it.each([
    { answer: 'The roots are 2 and 3.', gold: '2, 3', isCorrect: true },
    { answer: '3, 2', gold: '2, 3', isCorrect: null },
    { answer: '2 and 4', gold: '2, 3', isCorrect: false },
    { answer: 'between 10 and 20', gold: '10-20', isCorrect: true },
    { answer: '15', gold: '10-20', isCorrect: true },
    { answer: '25', gold: '10-20', isCorrect: false },
    { answer: '15-25', gold: '10-20', isCorrect: null },
    { answer: '30-40', gold: '10-20', isCorrect: false },
    { answer: '1986–1990', gold: '1986', isCorrect: null },
  ])('$answer for $gold', async ({ isCorrect, ...one }) => {
    expect((await auto({ ...one, question: 'Which?' })).isCorrect).toBe(isCorrect)
  })
})

describe('how far off', () => {
  it.each([
    { answer: '1990', gold: '1998', isCorrect: false },
    { answer: '31', gold: '30', isCorrect: false },
    { answer: '2003', gold: '2000', isCorrect: null },
    { answer: '12.6', gold: '12.7', isCorrect: true },
    { answer: '13', gold: '12.7', isCorrect: null },
    { answer: '14', gold: '12.7', isCorrect: false },
    { answer: '207.3 m', gold: '207 m', isCorrect: true },
    { answer: '205 m', gold: '207 m', isCorrect: null },
  ])('$answer for $gold', async ({ isCorrect, ...one }) => {
    expect((await auto({ ...one, question: 'Which?' })).isCorrect).toBe(isCorrect)
  })
})

describe('names with numbers are names', () => {
  it.each([
    { answer: '12 Angry Men', gold: '12 Angry Men', isCorrect: true },
    { answer: '12 Monkeys', gold: '12 Angry Men', isCorrect: null },
    { answer: '12 cats', gold: '12 dogs', isCorrect: null },
    { answer: '12', gold: '12 dogs', isCorrect: true },
  ])('$answer for $gold', async ({ isCorrect, ...one }) => {
    expect((await auto({ ...one, question: 'Which?' })).isCorrect).toBe(isCorrect)
  })
})

it('an answer may repeat the question in front of the gold', async () => {
  const question = 'Who was the scientist that discovered radium?'
  const gold = 'Marie Curie'
  const said = async (answer: string) => (await auto({ question, gold, answer })).isCorrect
  expect(await said('The scientist that discovered radium was Marie Curie.')).toBe(true)
  expect(await said('The teacher of the scientist was Marie Curie.')).toBe(null)
  expect(await said('The scientist was not Marie Curie.')).toBe(null)
})

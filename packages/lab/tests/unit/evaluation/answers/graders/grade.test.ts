/** Which grader decides, with which tolerance, and what of an answer it is given. */
import { describe, expect, it } from 'vitest'
import { gradeAnswer } from '../../../../../evaluation/answers/graders/grade.ts'
import { MAX_ANSWER_CHARACTERS } from '../../../../../evaluation/answers/graders/notation.ts'
import type { GradeRequest, GradeSettings } from '../../../../../evaluation/answers/graders/ports.ts'

/** `method true reason`. */
async function graded(request: Partial<GradeRequest>, settings?: GradeSettings): Promise<string> {
  const usual = { question: 'How much?', gold: '', answer: '', type: 'auto' }
  const { method, isCorrect, reason } = await gradeAnswer({ ...usual, ...request }, settings)
  return `${method} ${isCorrect} ${reason}`
}

describe('a number whose type was not told is right within what its gold was rounded by', () => {
  it.each([
    // A count leaves no room.
    { gold: '207', answer: '207', grade: 'numeric true equal' },
    { gold: '207', answer: '208', grade: 'numeric false value' },
    { gold: '207', answer: '207.5', grade: 'numeric null near' },
    { gold: '207', answer: '209.07', grade: 'numeric null near' },
    { gold: '207', answer: '209.1', grade: 'numeric false value' },
    { gold: '1,207', answer: '1,208', grade: 'numeric false value' },
    { gold: 'seven', answer: '8', grade: 'numeric false value' },
    // One that ends in 0 may be rounded.
    { gold: '200', answer: '202', grade: 'numeric null near' },
    { gold: '200', answer: '203', grade: 'numeric false value' },
    // With a unit, what rounding leaves: half a metre, and never more than 1 %.
    { gold: '207 m', answer: '207.5 m', grade: 'numeric true equal' },
    { gold: '207 m', answer: '207.6 m', grade: 'numeric null near' },
    { gold: '7 m', answer: '7.07 m', grade: 'numeric true equal' },
    { gold: '7 m', answer: '7.08 m', grade: 'numeric null near' },
    { gold: '7 m', answer: '7.36 m', grade: 'numeric false value' },
    // A decimal leaves at least half its last digit, and at least 1 %.
    { gold: '0.3', answer: '0.35', grade: 'numeric true equal' },
    { gold: '0.3', answer: '0.36', grade: 'numeric false value' },
    { gold: '0.33', answer: '1/3', grade: 'numeric true equal' },
    { gold: '0.330', answer: '0.333', grade: 'numeric true equal' },
    { gold: '0.330', answer: '0.334', grade: 'numeric null near' },
    { gold: '-0.3', answer: '-0.35', grade: 'numeric true equal' },
    { gold: '0.00 m', answer: '0 m', grade: 'numeric true equal' },
    { gold: '3.0*10^5', answer: '302999', grade: 'numeric true equal' },
    { gold: '3.0*10^5', answer: '304000', grade: 'numeric null near' },
    { gold: '5-6', answer: '5.01', grade: 'numeric true equal' },
  ])('$answer for $gold: $grade', async ({ grade, ...one }) => {
    expect(await graded(one)).toBe(grade)
  })

  it('by the letter too, and by what the settings say', async () => {
    const one = { gold: '207', answer: '210' }
    expect(await graded(one, { reading: 'literal' })).toBe('numeric false value')
    expect(await graded(one, { relativeTolerance: 0.05 })).toBe('numeric true equal')
    expect(await graded({ gold: '200', answer: '202' }, { relativeTolerance: 0.001 })).toBe(
      'numeric false value',
    )
  })
})

describe('a type that is told', () => {
  it.each([
    { type: 'numeric', gold: '207', answer: '210', grade: 'numeric true equal' },
    { type: 'numeric', gold: '207', answer: '220', grade: 'numeric false value' },
    { type: 'numeric', gold: '5', unit: 'm', answer: '5', grade: 'numeric true equal' },
    { type: 'numeric', gold: '5 m', answer: '5', grade: 'numeric false unit_missing' },
    { type: 'symbolic', gold: '5', answer: '5.0', grade: 'numeric true equal' },
    { type: 'symbolic', gold: '5', answer: '6', grade: 'numeric false value' },
    { type: 'symbolic', gold: '\\frac{1}{2}', answer: '0.5', grade: 'numeric true equal' },
    { type: 'symbolic', gold: '5', answer: 'x', grade: 'symbolic null no_algebra' },
    { type: 'symbolic', gold: 'x+y', answer: 'x + y', grade: 'symbolic true equal' },
    { type: 'symbolic', gold: '5 m', answer: '5 m', grade: 'symbolic true equal' },
    { type: 'text', gold: 'red', answer: 'Red', grade: 'wording true equal' },
    { type: 'text', gold: 'red', answer: 'blue', grade: 'wording null wording_differs' },
    { type: 'text', gold: 'B', answer: 'C', grade: 'wording null wording_differs' },
    { type: 'text', gold: 'red', answer: 'It is red', grade: 'wording true equal' },
    { type: 'text', gold: 'Marie Curie', answer: 'Marie Curie, as said by all', grade: 'wording true named' },
    { type: 'textual', gold: 'yes', answer: 'no', grade: 'wording false opposite' },
    { type: 'exactMatch', gold: 'red', answer: 'red', grade: 'wording true equal' },
    { type: 'exactMatch', gold: 'red', answer: 'blue', grade: 'wording null wording_differs' },
    { type: 'exactMatch', gold: 'yes', answer: 'no', grade: 'wording false opposite' },
    { type: 'exactMatch', gold: '30', answer: '31', grade: 'numeric false value' },
    { type: 'exactMatch', gold: '30', answer: '30.0', grade: 'numeric true equal' },
    { type: 'exactMatch', gold: 'x^2', answer: 'y', grade: 'symbolic null no_algebra' },
  ])('$type, $answer for $gold: $grade', async ({ grade, ...one }) => {
    expect(await graded(one)).toBe(grade)
  })

  it('takes what the settings say of a missing unit', async () => {
    const one = { type: 'numeric', gold: '5 m', answer: '5' }
    expect(await graded(one, { missingUnit: 'accept' })).toBe('numeric true equal')
    expect(await graded({ ...one, gold: '5', unit: 'm' }, { missingUnit: 'refuse' })).toBe(
      'numeric false unit_missing',
    )
  })

  it('by the letter no sentence names a gold, and no sentence holds a number', async () => {
    const literal = { reading: 'literal' } as const
    expect(
      await graded({ type: 'text', gold: 'Marie Curie', answer: 'Marie Curie, as said by all' }, literal),
    ).toBe('wording null wording_differs')
    expect(await graded({ type: 'numeric', gold: '3', answer: 'three' }, literal)).toBe('numeric null parse')
    expect(await graded({ type: 'numeric', gold: '3', answer: 'three' })).toBe('numeric true equal')
  })
})

describe('options', () => {
  const question = 'Which?\nA. red wine\nB. blue\nC. green leaf\nD. grey'

  it.each([
    { gold: 'B', answer: 'B', grade: 'multipleChoice true equal' },
    { gold: 'blue', answer: 'B', grade: 'multipleChoice true equal' },
    { gold: 'B', answer: 'C', grade: 'multipleChoice false letters' },
    { gold: 'purple rain', answer: 'B', grade: 'wording null wording_differs' },
    { gold: 'BD', answer: 'B. blue\nD. grey', grade: 'multipleChoice true equal' },
    { gold: 'D', answer: 'B. blue\nD. grey', grade: 'multipleChoice false letters' },
    { gold: 'B', answer: 'The answer is B.\nI like wine with it.', grade: 'multipleChoice true equal' },
    {
      gold: 'B',
      answer: 'So the choice: option B, as told\n\nthat is all I say',
      grade: 'multipleChoice true equal',
    },
    {
      gold: 'B',
      answer: 'option B\n<answer>that is all I say</answer>',
      grade: 'multipleChoice null letters_unreadable',
    },
    { gold: 'B', answer: 'option B\n\\boxed{that is all}', grade: 'multipleChoice null letters_unreadable' },
    { type: 'text', gold: 'B', answer: 'C', grade: 'wording false letters' },
    { type: 'text', gold: 'blue', answer: 'blue', grade: 'wording true equal' },
    { type: 'text', gold: 'blue', answer: 'B', grade: 'wording null wording_differs' },
  ])('$answer for $gold: $grade', async ({ grade, ...one }) => {
    expect(await graded({ question, ...one })).toBe(grade)
  })

  it('of a long answer are named where it ends', async () => {
    const filler = 'I like wine with it. '.repeat(1_000)
    const answer = `${filler}So the choice: option B, as told\n\nthat is all I say`
    expect(answer.length).toBeGreaterThan(MAX_ANSWER_CHARACTERS)
    expect(await graded({ question, gold: 'B', answer })).toBe('multipleChoice true equal')
  })

  it('may be listed beside the question', async () => {
    const one = { gold: 'B', answer: 'blue', options: ['red', 'blue'] }
    expect(await graded(one)).toBe('multipleChoice true equal')
  })
})

describe('what is answered', () => {
  it('nothing is wrong, whatever the type', async () => {
    expect(await graded({ gold: '5', answer: ' \n ' })).toBe('none false no_answer')
  })

  it('too much is left to a judge', async () => {
    const boxed = (length: number) => `\\boxed{${'x'.repeat(length)}}`
    expect(await graded({ gold: 'y', answer: boxed(MAX_ANSWER_CHARACTERS + 1) })).toBe('none null too_long')
    expect(await graded({ gold: 'y', answer: boxed(MAX_ANSWER_CHARACTERS) })).toBe(
      'wording null wording_differs',
    )
  })

  it('is its final part, and the gold goes without dress', async () => {
    const grade = await gradeAnswer({
      question: '',
      gold: '$\\text{Paris}$.',
      answer: 'x\nFinal Answer: **Paris**.',
      type: 'text',
    })
    expect(grade).toEqual({ isCorrect: true, extracted: 'Paris', method: 'wording', reason: 'equal' })
  })

  it('names the gold in the marked part only, where one is marked', async () => {
    const said = 'Marie Curie, as said by all.'
    expect(await graded({ gold: 'Marie Curie', answer: `${said}\nThat is it`, type: 'text' })).toBe(
      'wording true named',
    )
    expect(
      await graded({ gold: 'Marie Curie', answer: `${said}\n<answer>That is it</answer>`, type: 'text' }),
    ).toBe('wording null wording_differs')
  })
})

/** Exact and worded answers, the choice of a grader by the gold, and the refusal of unknown types. */
import { describe, expect, it } from 'vitest'
import { gradeAnswer } from '../../../../evaluation/answers/graders/index.ts'

const EXACT = [
  { name: 'case and a full stop', gold: 'Yes', answer: 'yes.', isCorrect: true },
  { name: 'the opposite with a reason', gold: 'Yes', answer: '**No**, because it fell', isCorrect: false },
  { name: 'neither yes nor no (W8)', gold: 'Yes', answer: 'Partially valid', isCorrect: null },
  { name: 'true against false', gold: 'False', answer: 'True', isCorrect: false },
  {
    name: 'articles',
    gold: 'Inhibition of lamotrigine glucuronidation',
    answer: 'the inhibition of lamotrigine glucuronidation',
    isCorrect: true,
  },
  {
    name: 'a paraphrase (W12)',
    gold: 'Inhibition of lamotrigine glucuronidation',
    answer: 'P450-mediated oxidation',
    isCorrect: null,
  },
  { name: 'a safe plural', gold: 'chloroplasts', answer: 'chloroplast', isCorrect: true },
  { name: 'no plural', gold: 'basis', answer: 'basi', isCorrect: null },
  { name: 'Greek by name', gold: 'α-helix', answer: 'alpha helix', isCorrect: true },
  { name: 'indices of a formula', gold: 'H_2O', answer: '$\\mathrm{H_2O}$', isCorrect: true },
  { name: 'small digits', gold: 'H2O', answer: 'H₂O', isCorrect: true },
  { name: 'an element is not a molecule', gold: 'CO', answer: 'Co', isCorrect: null },
  {
    name: 'a chemical name',
    gold: '5-methylhex-4-enal',
    answer: '<answer>5-Methylhex-4-enal</answer>',
    isCorrect: true,
  },
  {
    name: 'other numbers in it (W6)',
    gold: '3,3-dimethylpent-4-enal',
    answer: '4,4-dimethylpent-5-enal',
    isCorrect: null,
  },
  { name: 'a count', gold: '30', answer: 'There are \\boxed{30} of them', isCorrect: true },
  { name: 'a count off by one', gold: '30', answer: '31', isCorrect: false },
  { name: 'a sign', gold: '-5', answer: '5', isCorrect: false },
  { name: 'a list (W9)', gold: '2, 1, 0', answer: '2,1,0', isCorrect: true },
  { name: 'a list in another order', gold: '2, 1, 0', answer: '2, 0, 1', isCorrect: false },
  { name: 'a fraction of a rounded gold', gold: '0.33', answer: '1/3', isCorrect: true },
  { name: 'more than a small margin', gold: '0.330', answer: '0.345', isCorrect: false },
  { name: 'a number of LaTeX', gold: '$\\frac{\\pi}{4}$', answer: '0.7854', isCorrect: true },
  { name: 'a count that is one off', gold: '200', answer: '201', isCorrect: false },
  { name: 'a decimal within its last digit', gold: '0.33', answer: '1/3', isCorrect: true },
  { name: 'a unit', gold: '4.5 kJ/mol', answer: '4500 J mol^{-1}', isCorrect: true },
]

it.each(EXACT)('exactMatch: $name', async ({ gold, answer, isCorrect }) => {
  expect((await gradeAnswer({ question: '', gold, answer, type: 'exactMatch' })).isCorrect).toBe(isCorrect)
})

describe('auto takes', () => {
  it.each([
    {
      name: 'letters where there are options',
      question: 'Q\nA. red\nB. blue',
      gold: 'B',
      method: 'multipleChoice',
    },
    { name: 'a number', question: '', gold: '3.2 \\times 10^{-5}', method: 'numeric' },
    { name: 'a number with its unit', question: '', gold: '9.8 m/s^2', method: 'numeric' },
    { name: 'a formula', question: '', gold: '\\frac{1}{2}mv^2', method: 'symbolic' },
    { name: 'an equation', question: '', gold: 'E = mc^2', method: 'symbolic' },
    { name: 'words', question: '', gold: 'Gaussian blur', method: 'wording' },
  ])('$name', async ({ question, gold, method }) => {
    expect(await gradeAnswer({ question, gold, answer: gold, type: 'auto' })).toMatchObject({
      isCorrect: true,
      method,
    })
  })
})

describe('text', () => {
  it.each([
    {
      name: 'the same words',
      gold: 'The wind accelerates.',
      answer: 'the wind accelerates',
      isCorrect: true,
    },
    { name: 'other words', gold: 'The wind accelerates', answer: 'The wind speeds up', isCorrect: null },
    { name: 'the opposite', gold: 'increases', answer: 'decreases', isCorrect: null },
  ])('$name', async ({ gold, answer, isCorrect }) => {
    expect((await gradeAnswer({ question: '', gold, answer, type: 'text' })).isCorrect).toBe(isCorrect)
    expect((await gradeAnswer({ question: '', gold, answer, type: 'textual' })).isCorrect).toBe(isCorrect)
  })
})

it('an unknown answer_type is refused by its name', async () => {
  await expect(gradeAnswer({ question: '', gold: 'a', answer: 'a', type: 'figure' })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    message: expect.stringContaining('"figure"'),
  })
})

/** Letters of multiple-choice questions: how they are named, and what makes them unreadable. */
import { describe, expect, it } from 'vitest'
import { gradeAnswer } from '../../../../evaluation/answers/graders/index.ts'

const HEART =
  'Which are linked to X? Select all.\n\nA: Atherosclerosis\nB: Left ventricular hypertrophy\nC: Atrial fibrillation\nD: Heart failure'
const NUMBERS = 'How many?\n\nAnswer Choices:\nA. 1\nB. 5\nC. 2\nD. 3\nE. 4'
const FORMULAS = 'Which?\nA. $$\nFfpp \\times ffPP\n$$\nB. 8×$\\mathrm{10^{-3}}$\nC. 1.2 × 10^4'

function choice(question: string, gold: string, answer: string, options?: readonly string[]) {
  return gradeAnswer({ question, gold, answer, type: 'multipleChoice', options })
}

const RIGHT = [
  { name: 'commas and and', question: HEART, gold: 'BCD', answer: 'B, C and D' },
  { name: 'another order', question: HEART, gold: 'BCD', answer: 'DBC' },
  { name: 'a gold with commas', question: HEART, gold: 'B, C, D', answer: 'BCD' },
  { name: 'a tag', question: HEART, gold: 'BD', answer: '… so A fails.\n<answer>B, D</answer>' },
  { name: 'a tag that is not closed', question: HEART, gold: 'B', answer: '<answer>B' },
  {
    name: 'the last of two tags',
    question: HEART,
    gold: 'B',
    answer: '<answer>A</answer> no: <answer>B</answer>',
  },
  { name: 'a box', question: HEART, gold: 'C', answer: 'Thus $\\boxed{\\text{C}}$.' },
  { name: 'a box in bold with brackets', question: HEART, gold: 'D', answer: '$\\boxed{\\textbf{(D)}}$' },
  { name: 'a sentence', question: HEART, gold: 'C', answer: 'A is out.\nThe answer is (C).' },
  {
    name: 'a sentence with a reason behind',
    question: HEART,
    gold: 'C',
    answer: 'The correct option is C because of X',
  },
  { name: 'bold', question: HEART, gold: 'C', answer: '**C**' },
  { name: 'Final Answer in a heading', question: HEART, gold: 'A', answer: '## Final Answer: **(A)**' },
  { name: 'Final Answer, then a box', question: HEART, gold: 'D', answer: '**Final Answer**\n\n\\boxed{D}' },
  { name: 'a small letter', question: HEART, gold: 'C', answer: 'c' },
  { name: 'letter and text', question: HEART, gold: 'D', answer: 'Answer: D) Heart failure' },
  {
    name: 'letter and text, bold',
    question: HEART,
    gold: 'B',
    answer: 'The correct answer is **B**: Left ventricular hypertrophy',
  },
  {
    name: 'letters and texts, line by line',
    question: HEART,
    gold: 'BC',
    answer: 'B. Left ventricular hypertrophy\nC. Atrial fibrillation',
  },
  {
    name: 'letters and texts, one line',
    question: HEART,
    gold: 'BC',
    answer: '<answer>B: Left ventricular hypertrophy; C: Atrial fibrillation</answer>',
  },
  { name: 'the text alone', question: HEART, gold: 'D', answer: 'heart failure' },
  { name: 'the text within a sentence', question: HEART, gold: 'D', answer: 'It is clearly heart failure.' },
  {
    name: 'an option named with a capital',
    question: HEART,
    gold: 'C',
    answer: 'From this, Option C fits best.',
  },
  { name: 'the letter of a number (W5)', question: NUMBERS, gold: 'E', answer: '<answer>E</answer>' },
  { name: 'the number of a letter (W5)', question: NUMBERS, gold: 'E', answer: '<answer>4</answer>' },
  { name: 'the number as gold', question: NUMBERS, gold: '4', answer: '<answer>E</answer>' },
  { name: 'the number spelled otherwise', question: NUMBERS, gold: 'E', answer: '4.0' },
  { name: 'a number in scientific notation', question: FORMULAS, gold: 'B', answer: '0.008' },
  { name: 'nothing at all, as a number', question: 'How many?\nA. 0\nB. 1', gold: 'A', answer: '0.0' },
  { name: 'a formula over several lines', question: FORMULAS, gold: 'A', answer: '$Ffpp \\times ffPP$' },
  {
    name: 'options within one line',
    question: 'Is it (A) red (B) blue or (C) green?',
    gold: 'B',
    answer: 'blue',
  },
  {
    name: 'what stands before </think> does not count',
    question: HEART,
    gold: 'B',
    answer: '<answer>A</answer></think>B',
  },
]

const WRONG = [
  { name: 'another letter', question: HEART, gold: 'BCD', answer: 'A' },
  { name: 'a letter too few', question: HEART, gold: 'BCD', answer: 'BC' },
  { name: 'a letter too many', question: HEART, gold: 'BC', answer: 'B, C, D' },
  { name: 'the text of another', question: HEART, gold: 'D', answer: 'Atrial fibrillation' },
  { name: 'another number', question: NUMBERS, gold: 'E', answer: '<answer>1</answer>' },
]

const UNDECIDED = [
  {
    name: 'a letter beside the text of two',
    question: HEART,
    gold: 'BC',
    answer: '<answer>B. Left ventricular hypertrophy C. Atrial fibrillation</answer>',
    reason: 'letter_and_text_disagree',
  },
  {
    name: 'a letter that is denied',
    question: HEART,
    gold: 'A',
    answer: 'Option A is clearly wrong',
    reason: 'letters_unreadable',
  },
  {
    name: 'a letter that is denied within a sentence',
    question: HEART,
    gold: 'C',
    answer: 'I think option C is wrong.',
    reason: 'letters_unreadable',
  },
  {
    name: 'two letters to choose from',
    question: HEART,
    gold: 'B',
    answer: 'B or C',
    reason: 'letters_unreadable',
  },
  { name: 'no letter', question: HEART, gold: 'A', answer: 'none of these', reason: 'letters_unreadable' },
  {
    name: 'a denial',
    question: HEART,
    gold: 'D',
    answer: 'It is not heart failure',
    reason: 'letters_unreadable',
  },
  {
    name: 'letter and text at odds',
    question: HEART,
    gold: 'C',
    answer: 'C. Heart failure',
    reason: 'letter_and_text_disagree',
  },
  { name: 'a number of no option', question: NUMBERS, gold: 'E', answer: '17', reason: 'letters_unreadable' },
]

describe('the letters are those of the gold', () => {
  it.each(RIGHT)('$name', async ({ question, gold, answer }) => {
    expect(await choice(question, gold, answer)).toMatchObject({ isCorrect: true, method: 'multipleChoice' })
  })

  it('with options in a list, lettered or not', async () => {
    expect((await choice('Which?', 'B', 'blue', ['red', 'blue'])).isCorrect).toBe(true)
    expect((await choice('Which?', 'B', 'blue', ['A. red', 'B. blue'])).isCorrect).toBe(true)
    expect((await choice('Which?', 'BD', 'D and B')).isCorrect).toBe(true)
  })
})

describe('the letters are others', () => {
  it.each(WRONG)('$name', async ({ question, gold, answer }) => {
    expect(await choice(question, gold, answer)).toMatchObject({ isCorrect: false, reason: 'letters' })
  })
})

describe('the letters cannot be told', () => {
  it.each(UNDECIDED)('$name', async ({ question, gold, answer, reason }) => {
    expect(await choice(question, gold, answer)).toMatchObject({ isCorrect: null, reason })
  })
})

it('no chosen letter is a wrong answer', async () => {
  for (const answer of ['', '  \n', '<answer></answer>', '\\boxed{}'])
    expect(await choice(HEART, 'A', answer)).toMatchObject({ isCorrect: false, reason: 'no_answer' })
})

/** Which part of a model's text is its final answer. */
import { expect, it } from 'vitest'
import { gradeAnswer } from '../../../../evaluation/answers/graders/index.ts'

it.each([
  { name: 'the last line', text: 'First.\n\n42 km\n', final: '42 km' },
  { name: 'the last Final Answer', text: 'Final Answer: 1\nNo.\nFinal Answer: 2\nDone.', final: '2' },
  { name: 'a number that begins with its point', text: 'Final Answer: .5 km', final: '.5 km' },
  { name: 'a list', text: '**Final Answer:** [1, 2]', final: '[1, 2]' },
  { name: 'what is between quotes', text: 'Final Answer: `x_1`', final: 'x_1' },
  { name: 'Final Answer in italics', text: '_Final Answer_ → 5\nDone.', final: '5' },
  { name: 'Final Answer before a tag', text: '<answer>1</answer>\nFinal Answer: 2', final: '2' },
  {
    name: 'the line below Final Answer',
    text: '### Final Answer\n\n42 km\n\nThis took 3 steps.',
    final: '42 km',
  },
  {
    name: 'a formula below Final Answer',
    text: '**Final Answer**\n\n$$\nx = 3\n$$\n\nDone.',
    final: 'x = 3',
  },
  { name: 'a tag on the line of Final Answer', text: 'Final Answer: <answer>7</answer>', final: '7' },
  { name: 'the last tag', text: '<answer>1</answer> … <answer>2</answer>', final: '2' },
  { name: 'a tag with a box', text: '<answer>$\\boxed{7}$</answer>', final: '7' },
  {
    name: 'the last box, with braces in it',
    text: '\\boxed{1} then \\boxed{\\frac{1}{2}} follows',
    final: '\\frac{1}{2}',
  },
  { name: 'a box that is not closed', text: '\\boxed{7', final: '7' },
  { name: 'a sentence with the answer', text: 'So the answer is 7.', final: '7' },
  { name: 'a line with the answer', text: 'We add.\n**Answer:** 7 km', final: '7 km' },
  {
    name: 'no sentence about choices',
    text: 'The best choice is to add 5.\n\nv = 3 m/s',
    final: 'v = 3 m/s',
  },
  { name: 'a sentence with empty lines behind it', text: 'The answer is 7.\n\n\n\n\nDone.', final: '7' },
  { name: 'no sentence far above', text: 'The answer is a number.\n1\n2\n3\n4\nx = 9', final: 'x = 9' },
  { name: 'a fence', text: '```latex\nx^2\n```', final: 'x^2' },
  { name: 'a label', text: 'latex: $x^2$', final: 'x^2' },
  { name: 'quotes and bold', text: '**"Gaussian blur"**.', final: 'Gaussian blur' },
  { name: 'what follows the thoughts', text: 'The answer is 3.</think>4', final: '4' },
  { name: 'no special tokens', text: '5<|im_end|>', final: '5' },
  { name: 'a power of Python is no bold', text: '10**5', final: '10**5' },
])('$name', async ({ text, final }) => {
  const { extracted } = await gradeAnswer({ question: '', gold: 'x', answer: text, type: 'text' })
  expect(extracted).toBe(final)
})

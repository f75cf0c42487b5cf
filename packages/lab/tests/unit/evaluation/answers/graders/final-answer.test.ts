/** Where in the text of a model its answer stands, and what is taken off it. */
import { describe, expect, it } from 'vitest'
import { finalAnswer, isMarked, undressed } from '../../../../../evaluation/answers/graders/final-answer.ts'
import { MAX_ANSWER_CHARACTERS } from '../../../../../evaluation/answers/graders/notation.ts'

describe('the final answer is', () => {
  it.each([
    { name: 'all of a text of one line', text: 'Paris', answer: 'Paris' },
    { name: 'the last line', text: 'So:\nit is Paris\n\n', answer: 'it is Paris' },
    { name: 'what "Final Answer" says', text: 'x\nFinal Answer: Paris\nLondon', answer: 'Paris' },
    { name: 'the last "Final Answer"', text: 'Final Answer: London\nFinal Answer: Paris', answer: 'Paris' },
    { name: 'on the line behind it', text: 'Final Answer:\n\nParis\nas I said', answer: 'Paris' },
    { name: 'behind it with dress', text: '**Final Answer:** **Paris**', answer: 'Paris' },
    { name: 'a tag behind it', text: 'Final Answer:\n<answer>\nParis\n</answer>', answer: 'Paris' },
    { name: 'a tag on its line', text: 'Final Answer: <answer>\nParis\n</answer>', answer: 'Paris' },
    { name: 'a box on its line', text: 'Final Answer: \\boxed{x\n+y}', answer: 'x\n+y' },
    { name: 'a formula behind it', text: 'Final Answer:\n$$\nx\n$$\nwhich is it', answer: 'x' },
    { name: 'a bracketed formula behind it', text: 'Final Answer:\n\\[\nx\n\\]\nwhich is it', answer: 'x' },
    { name: 'a box in a formula behind it', text: 'Final Answer:\n$$\\boxed{x}$$', answer: 'x' },
    { name: 'the tag', text: 'London <answer>Paris</answer> I think', answer: 'Paris' },
    { name: 'the last tag', text: '<answer>London</answer><answer>Paris</answer>', answer: 'Paris' },
    { name: 'an open tag', text: 'So <answer>Paris', answer: 'Paris' },
    { name: 'in a tag that has a kind', text: '<answer type="x">Paris</answer>', answer: 'Paris' },
    { name: 'the box in a tag', text: '<answer>it is \\boxed{Paris}</answer>', answer: 'Paris' },
    { name: 'the tag before the box', text: '\\boxed{London} <answer>Paris</answer>', answer: 'Paris' },
    { name: 'the last box', text: '\\boxed{London} \\boxed{Paris}.', answer: 'Paris' },
    { name: 'the framed box', text: 'so \\fbox{Paris} it is', answer: 'Paris' },
    { name: 'a box with braces', text: '\\boxed{\\frac{1}{2}} x', answer: '\\frac{1}{2}' },
    { name: 'a box with escaped braces', text: '\\boxed{\\}\\{} x', answer: '\\}\\{' },
    { name: 'an open box', text: '\\boxed{x + y', answer: 'x + y' },
    { name: 'the sentence', text: 'I say the answer is Paris\nas told', answer: 'Paris' },
    {
      name: 'the last sentence',
      text: 'The answer is London. No: the answer is\nThe answer is Paris',
      answer: 'Paris',
    },
    { name: 'answers', text: 'The answers are 1 and 2.', answer: '1 and 2' },
    { name: 'what must be', text: 'So the answer must be Paris', answer: 'Paris' },
    { name: 'a choice', text: 'So the correct option is (B)', answer: '(B)' },
    { name: 'a label', text: 'Answer: Paris\nthat is it', answer: 'Paris' },
    { name: 'a bold label', text: '**Correct answer:** Paris\nthat is it', answer: 'Paris' },
    { name: 'a sentence with three lines behind', text: 'The answer is Paris\na\nb\n\nc', answer: 'Paris' },
    { name: 'not a sentence with four behind', text: 'The answer is Paris\na\nb\nc\nd', answer: 'd' },
    { name: 'a whole fence', text: '```text\nx\ny\n```', answer: 'x\ny' },
    { name: 'a whole fence with blanks around', text: ' \n```text\nx\ny\n```\n', answer: 'x\ny' },
    { name: 'the line behind a fence', text: '```\nx\n```\nParis', answer: 'Paris' },
    { name: 'a formula over lines', text: 'so\n$$x\n+ y$$', answer: 'x + y' },
    { name: 'a bracketed formula over lines', text: 'so\n\\[x\n+ y\\]', answer: 'x + y' },
    { name: 'behind the thoughts', text: '<think>the answer is London</think>Paris', answer: 'Paris' },
    { name: 'behind the last thoughts', text: 'a</think>b</THINK>Paris', answer: 'Paris' },
    { name: 'without marks of a chat', text: 'Paris<|im_end|>', answer: 'Paris' },
    { name: 'nothing', text: ' \n ', answer: '' },
    { name: 'nothing behind the mark', text: 'Final Answer:', answer: '' },
  ])('$name', ({ text, answer }) => {
    expect(finalAnswer(text)).toBe(answer)
  })

  it('that of the last 400,000 characters', () => {
    const fill = (count: number) => 'x'.repeat(count)
    expect(finalAnswer(`<answer>Paris</answer>${fill(399_978)}`)).toBe('Paris')
    expect(finalAnswer(`<answer>Paris</answer>${fill(399_979)}`)).not.toBe('Paris')
  })

  it('one character longer than the longest where it is too long, so that it is seen to be', () => {
    expect(undressed('x'.repeat(MAX_ANSWER_CHARACTERS + 5))).toHaveLength(MAX_ANSWER_CHARACTERS + 1)
    expect(finalAnswer('x'.repeat(MAX_ANSWER_CHARACTERS + 5))).toHaveLength(MAX_ANSWER_CHARACTERS)
  })
})

describe('what stands around an answer goes', () => {
  it.each([
    { text: ' x ', bare: 'x' },
    { text: 'x.', bare: 'x' },
    { text: 'x...', bare: 'x...' },
    { text: '**x**', bare: 'x' },
    { text: '**x** y', bare: 'x y' },
    { text: '__x__', bare: 'x' },
    { text: '10**5', bare: '10**5' },
    { text: '"x"', bare: 'x' },
    { text: '“x”', bare: 'x' },
    { text: '`x`', bare: 'x' },
    { text: '*x*', bare: 'x' },
    { text: '$x$', bare: 'x' },
    { text: '$$x$$', bare: 'x' },
    { text: '\\(x\\)', bare: 'x' },
    { text: '\\[x\\]', bare: 'x' },
    { text: '$x$ and $y$', bare: '$x$ and $y$' },
    { text: 'latex: x', bare: 'x' },
    { text: 'Answer: numeric: 5', bare: '5' },
    { text: '```json\n5\n```', bare: '5' },
    { text: '<answer>x</answer>', bare: 'x' },
    { text: '**"$x$".**', bare: 'x' },
    { text: `${'('.repeat(2)}x${')'.repeat(2)}`, bare: '((x))' },
    { text: `${'"'.repeat(7)}x${'"'.repeat(7)}`, bare: 'x' },
    { text: `${'"'.repeat(8)}x${'"'.repeat(8)}`, bare: 'x' },
    { text: `${'"'.repeat(9)}x${'"'.repeat(9)}`, bare: '"x"' },
    { text: '', bare: '' },
  ])('$text', ({ text, bare }) => {
    expect(undressed(text)).toBe(bare)
  })
})

it.each([
  { text: 'so <answer>x', is: true },
  { text: '\\boxed{x}', is: true },
  { text: 'My FINAL  answer: x', is: true },
  { text: 'the final answers', is: false },
  { text: 'the answer is x', is: false },
])('marked as the answer: "$text" $is', ({ text, is }) => {
  expect(isMarked(text)).toBe(is)
})

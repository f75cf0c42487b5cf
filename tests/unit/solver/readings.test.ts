/** What is read out of the answers of models, in whatever form they come. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../solver/index.ts'
import { runEigen1 } from '../../fixtures/eigen1-run.ts'

const PROPOSED_ALONE = { corrects: false, refines: false, evaluates: false }

describe('the final answer', () => {
  it.each([
    { name: 'in tags and a box', text: 'So <answer>\\boxed{C}</answer>', is: 'C', losses: [] },
    {
      name: 'with nested braces',
      text: '<answer>$\\boxed{\\frac{1}{\\sqrt{2}}}$</answer>',
      is: '\\frac{1}{\\sqrt{2}}',
      losses: [],
    },
    {
      name: 'with escaped braces',
      text: '<answer>\\boxed{\\{1, 2\\}}</answer>',
      is: '\\{1, 2\\}',
      losses: [],
    },
    {
      name: 'the last of several',
      text: '<answer>\\boxed{A}</answer> no <answer>\\boxed{B}</answer>',
      is: 'B',
      losses: [],
    },
    {
      name: 'before empty tags of the prompt',
      text: '<answer>\\boxed{A}</answer> in <answer></answer> with',
      is: 'A',
      losses: [],
    },
    {
      name: 'the last box within',
      text: '<answer>\\boxed{1}, or better \\boxed{2}</answer>',
      is: '2',
      losses: [],
    },
    {
      name: 'the last box that holds something and is closed',
      text: '<answer>\\boxed{7}, \\boxed{ }, \\boxed{} or \\boxed{8</answer>',
      is: '7',
      losses: [],
    },
    {
      name: 'with an escaped brace that opens nothing',
      text: '<answer>\\boxed{\\{1}</answer>',
      is: '\\{1',
      losses: [],
    },
    {
      name: 'with an escaped brace that closes nothing',
      text: '<answer>\\boxed{1\\}}</answer>',
      is: '1\\}',
      losses: [],
    },
    {
      name: 'behind a brace that closes nothing',
      text: '<answer>} so \\boxed{1}</answer>',
      is: '1',
      losses: [],
    },
    {
      name: 'not closed before empty tags',
      text: '<answer>30 mM <answer></answer>',
      is: '30 mM',
      losses: ['unclosed_answer', 'no_box'],
    },
    {
      name: 'not closed before another',
      text: '<answer>1 <answer>2</answer> so',
      is: '2',
      losses: ['no_box'],
    },
    { name: 'without a box', text: '<Answer> 30 mM </Answer>', is: '30 mM', losses: ['no_box'] },
    {
      name: 'not closed',
      text: 'first <answer>1</answer> then <answer>\\boxed{42}',
      is: '42',
      losses: ['unclosed_answer'],
    },
    { name: 'a box alone', text: 'So \\boxed{x^{2}}.', is: 'x^{2}', losses: ['box_alone'] },
    {
      name: 'with a box that never closes',
      text: '<answer>\\boxed{42</answer>',
      is: '\\boxed{42',
      losses: ['no_box'],
    },
    { name: 'not there', text: 'It is 42.', is: null, losses: ['no_answer'] },
    { name: 'empty', text: '<answer> </answer>', is: null, losses: ['no_answer'] },
  ])('is read $name', ({ text, is, losses }) => {
    expect(readAnswer(text)).toEqual({ text: is, losses })
  })

  it('is what was boxed, for any balanced content', () => {
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.stringMatching(/^[a-z0-9 +=.-]{0,8}$/),
        fc.tuple(tie('tree'), tie('tree')).map(([before, within]) => `${before}{${within}}`),
      ),
    }))
    fc.assert(
      fc.property(tree, (content) => {
        fc.pre(content.trim() !== '')
        expect(readAnswer(`x <answer>\\boxed{${content}}</answer> y`).text).toBe(content.trim())
      }),
    )
  })
})

describe('what is handed to the next agent', () => {
  it.each([
    {
      name: 'the text where there is nothing else',
      turns: [' It is <answer>4</answer>. '],
      is: 'It is <answer>4</answer>.',
    },
    {
      name: 'what follows the thoughts',
      turns: ['<think>2+2</think>\nIt is <answer>4</answer>.'],
      is: 'It is <answer>4</answer>.',
    },
    {
      name: 'what follows the last thoughts',
      turns: ['a</think>b</think>It is <answer>4</answer>.'],
      is: 'It is <answer>4</answer>.',
    },
    {
      name: 'what follows the last result',
      turns: ['<think>x</think>I add. <code>print(4)</code>', 'So <answer>4</answer>'],
      is: 'So <answer>4</answer>',
    },
    {
      name: 'an answer before a last result, without the code of that result',
      turns: ['So <answer>4</answer>. I check. <code>print(4)</code>', 'Confirmed.'],
      is: 'So <answer>4</answer>. I check.',
    },
    {
      name: 'the later of two answers before results',
      turns: ['<answer>3</answer><code>1</code>', 'no: <answer>4</answer><code>2</code>', 'Done.'],
      is: 'no: <answer>4</answer>',
    },
    {
      name: 'an answer in the thoughts alone',
      turns: ['<think><answer>3</answer> no: <answer>4</answer></think>'],
      is: '<answer>4</answer>',
    },
    {
      name: 'an answer in thoughts that never end',
      turns: ['<think>so <answer>4</answer> but'],
      is: '<answer>4</answer>',
    },
    {
      name: 'no tokens of a template',
      turns: ['<|assistant|> It is <answer>4</answer>. <｜end▁of▁sentence｜>'],
      is: 'It is <answer>4</answer>.',
    },
  ])('is $name', async ({ turns, is }) => {
    let asked = 0
    const { details } = await runEigen1(
      { proposer: () => turns[asked++] ?? ' ' },
      { ...PROPOSED_ALONE, proposers: 1, maxSteps: turns.length },
      { execute: () => '<answer>5</answer>' },
    )
    expect(details.proposed[0]?.text).toBe(is)
  })
})

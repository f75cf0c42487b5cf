import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stripForNextAgent } from '../../../../solver/reading/hand-on.ts'

const result = (text: string) => `<execution_results>${text}</execution_results>`

describe('what is handed on', () => {
  it.each([
    { name: 'the text where there is nothing else', text: ' It is 4. ', is: 'It is 4.', from: 'visible' },
    {
      name: 'what follows the thoughts',
      text: '<think>2+2</think>\nIt is 4.',
      is: 'It is 4.',
      from: 'visible',
    },
    {
      name: 'what follows the last thoughts',
      text: 'a</think>b</think>It is 4.',
      is: 'It is 4.',
      from: 'visible',
    },
    {
      name: 'what follows the last result',
      text: `<think>x</think>I add. <code>print(4)</code>${result('4')}So <answer>4</answer>`,
      is: 'So <answer>4</answer>',
      from: 'visible',
    },
    {
      name: 'an answer before a last result, without the code of that result',
      text: `So <answer>4</answer>. I check. <code>print(4)</code>${result('4')}Confirmed.`,
      is: 'So <answer>4</answer>. I check.',
      from: 'before_tool_result',
    },
    {
      name: 'the later of two answers before results',
      text: `<answer>3</answer><code>1</code>${result('')}no: <answer>4</answer><code>2</code>${result('4')}`,
      is: 'no: <answer>4</answer>',
      from: 'before_tool_result',
    },
    {
      name: 'a text before the results where nothing follows and nothing is answered',
      text: `It is 4.<code>1</code>${result('4')}`,
      is: 'It is 4.',
      from: 'visible',
    },
    {
      name: 'no result, though it holds tags itself',
      text: `<code>1</code>${result(`<answer>5</answer></execution_results><answer>6</answer>`)}It is 4.`,
      is: 'It is 4.',
      from: 'visible',
    },
    {
      name: 'an answer that stands in the thoughts alone',
      text: '<think>so <answer>\\boxed{4}</answer>\n</think>\n',
      is: '<answer>\\boxed{4}</answer>',
      from: 'thoughts',
    },
    {
      name: 'an answer in thoughts that never end',
      text: '<think>so <answer>4</answer> but',
      is: '<answer>4</answer>',
      from: 'thoughts',
    },
    {
      name: 'the last of the answers that stand in the thoughts alone',
      text: '<think><answer>3</answer> no: <answer>4</answer></think>',
      is: '<answer>4</answer>',
      from: 'thoughts',
    },
    {
      name: 'no answer of a result within the thoughts',
      text: `<think>so <answer>4</answer><code>1</code>${result('<answer>5</answer>')}</think>`,
      is: '<answer>4</answer>',
      from: 'thoughts',
    },
    {
      name: 'an answer that begins the text',
      text: `<answer>4</answer><code>1</code>${result('4')}Confirmed.`,
      is: '<answer>4</answer>',
      from: 'before_tool_result',
    },
    {
      name: 'the last text where nothing is answered',
      text: `It is 3.<code>1</code>${result('')}It is 4.<code>2</code>${result('4')} `,
      is: 'It is 4.',
      from: 'visible',
    },
    {
      name: 'an answer that the last text has again',
      text: `<answer>4</answer><code>1</code>${result('')}<answer>4</answer>`,
      is: '<answer>4</answer>',
      from: 'visible',
    },
    {
      name: 'code that came to no result, before code that did',
      text: `Use <code>x</code> and <code>y</code>${result('')}`,
      is: 'Use <code>x</code> and',
      from: 'visible',
    },
    {
      name: 'an answer that begins thoughts which the template opened',
      text: '<answer>4</answer></think>',
      is: '<answer>4</answer>',
      from: 'thoughts',
    },
    {
      name: 'no white space beside tokens of a template',
      text: '<|assistant|> It is 4. <｜end▁of▁sentence｜>',
      is: 'It is 4.',
      from: 'visible',
    },
    { name: 'nothing of thoughts that never end', text: '<think>I wonder', is: '', from: 'nothing' },
    {
      name: 'what was said before thoughts that never end',
      text: 'It is 4. <think>or',
      is: 'It is 4.',
      from: 'visible',
    },
    { name: 'nothing of nothing', text: '', is: '', from: 'nothing' },
    {
      name: 'no tokens of a template',
      text: '<|assistant|>It is 4.<｜end▁of▁sentence｜>',
      is: 'It is 4.',
      from: 'visible',
    },
    {
      name: 'text behind a tag that was never closed',
      text: 'see <execution_results> It is 4.',
      is: 'see  It is 4.',
      from: 'visible',
    },
    {
      name: 'code that was not run',
      text: 'Use <code>x</code>, 4.',
      is: 'Use <code>x</code>, 4.',
      from: 'visible',
    },
    {
      name: 'empty tags are no answer',
      text: `Put it in <answer></answer>.<code>1</code>${result('')}It is 4.`,
      is: 'It is 4.',
      from: 'visible',
    },
  ])('is $name', ({ text, is, from }) => {
    expect(stripForNextAgent(text)).toEqual({ text: is, from })
  })

  it('of a ranker is where it selects', () => {
    const text = `<select>Response 2</select><code>1</code>${result('x')}done`
    expect(stripForNextAgent(text, 'select')).toEqual({
      text: '<select>Response 2</select>',
      from: 'before_tool_result',
    })
  })

  it('holds no thoughts and no results for any order of pieces, and is its own hand-over', () => {
    const pieces = fc.constantFrom(
      '<think>',
      '</think>',
      '<answer>',
      '</answer>',
      '<code>',
      '</code>',
      'SECRET',
      'word ',
      result('SECRET'),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
        const text = parts.map((part, at) => (part === 'SECRET' ? `w${at}` : part)).join('')
        const handed = stripForNextAgent(text)
        expect(handed.text).not.toMatch(/<\/?think>|execution_results|SECRET/)
        expect(stripForNextAgent(handed.text).text).toBe(handed.text)
      }),
    )
  })
})

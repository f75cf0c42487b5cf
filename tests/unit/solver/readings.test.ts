/** Tests reading the answers of models in all their forms. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../solver/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'
import { runEigen1 } from '../../fixtures/eigen1-run.ts'

const PROPOSED_ALONE = { corrects: false, refines: false, evaluates: false }

describe('the final answer', () => {
  it.each(
    casesIn<'name' | 'text' | 'is' | 'losses'>(String.raw`
    name | text | is | losses
    in tags and a box | So <answer>\boxed{C}</answer> | C
    with nested braces | <answer>$\boxed{\frac{1}{\sqrt{2}}}$</answer> | \frac{1}{\sqrt{2}}
    with escaped braces | <answer>\boxed{\{1, 2\}}</answer> | \{1, 2\}
    the last of several | <answer>\boxed{A}</answer> no <answer>\boxed{B}</answer> | B
    before empty tags of the prompt | <answer>\boxed{A}</answer> in <answer></answer> with | A
    the last box within | <answer>\boxed{1}, or better \boxed{2}</answer> | 2
    the last box that holds something and is closed | <answer>\boxed{7}, \boxed{ }, \boxed{} or \boxed{8</answer> | 7
    with an escaped brace that opens nothing | <answer>\boxed{\{1}</answer> | \{1
    with an escaped brace that closes nothing | <answer>\boxed{1\}}</answer> | 1\}
    behind a brace that closes nothing | <answer>} so \boxed{1}</answer> | 1
    not closed before empty tags | <answer>30 mM <answer></answer> | 30 mM | unclosed_answer, no_box
    not closed before another | <answer>1 <answer>2</answer> so | 2 | no_box
    without a box | <Answer> 30 mM </Answer> | 30 mM | no_box
    not closed | first <answer>1</answer> then <answer>\boxed{42} | 42 | unclosed_answer
    a box alone | So \boxed{x^{2}}. | x^{2} | box_alone
    with a box that never closes | <answer>\boxed{42</answer> | \boxed{42 | no_box
    not there | It is 42. | - | no_answer
    empty | <answer> </answer> | - | no_answer
  `),
  )('is read $name', ({ text, is, losses }) => {
    const expected = losses === '' ? [] : losses.split(', ')
    expect(readAnswer(text)).toEqual({ text: is === '-' ? null : is, losses: expected })
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
  it.each(
    casesIn<'name' | 'turns' | 'is'>(`
    name | turns | is
    the text where there is nothing else | It is <answer>4</answer>. | It is <answer>4</answer>.
    what follows the thoughts | <think>2+2</think>⏎It is <answer>4</answer>. | It is <answer>4</answer>.
    what follows the last thoughts | a</think>b</think>It is <answer>4</answer>. | It is <answer>4</answer>.
    what follows the last result | <think>x</think>I add. <code>print(4)</code> ¶ So <answer>4</answer> | So <answer>4</answer>
    an answer before a last result, without the code of that result | So <answer>4</answer>. I check. <code>print(4)</code> ¶ Confirmed. | So <answer>4</answer>. I check.
    the later of two answers before results | <answer>3</answer><code>1</code> ¶ no: <answer>4</answer><code>2</code> ¶ Done. | no: <answer>4</answer>
    an answer in the thoughts alone | <think><answer>3</answer> no: <answer>4</answer></think> | <answer>4</answer>
    an answer in thoughts that never end | <think>so <answer>4</answer> but | <answer>4</answer>
    no tokens of a template | <|assistant|> It is <answer>4</answer>. <｜end▁of▁sentence｜> | It is <answer>4</answer>.
  `),
  )('is $name', async ({ is, ...row }) => {
    const turns = row.turns.split(' ¶ ')
    let asked = 0
    const { details } = await runEigen1(
      { proposer: () => turns[asked++] ?? ' ' },
      { ...PROPOSED_ALONE, proposers: 1, maxSteps: turns.length },
      { execute: () => '<answer>5</answer>' },
    )
    expect(details.proposed[0]?.text).toBe(is)
  })
})

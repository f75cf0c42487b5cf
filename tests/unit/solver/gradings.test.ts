/** Tests reading the scores of evaluators in all their forms. */
import { describe, expect, it } from 'vitest'
import { casesIn } from '../../fixtures/case-lines.ts'
import { runEigen1 } from '../../fixtures/eigen1-run.ts'

describe('scores of a solution', () => {
  const whole = '{"quality_scores": [4, 3.5, 2], "suggestion": "Check the units."}'
  const evaluationBy = async (text: string) =>
    (await runEigen1({ evaluator: () => text }, { proposers: 1, corrects: false })).details.rounds[0]
      ?.evaluations[0]

  it.each([
    { name: 'bare', text: whole },
    { name: 'in a fence', text: `\`\`\`json\n${whole}\n\`\`\`` },
    { name: 'with prose around it', text: `Here is {my} view: "fine".\n${whole}\nI hope it helps.` },
    {
      name: 'with the comments of the format',
      text: '{\n  "quality_scores": [4, 3.5, 2], // [logic, answer, explanation]\n  "suggestion": "Check the units." /* see above */\n}',
    },
    {
      name: 'with a comma too many',
      text: '{"quality_scores": [4, 3.5, 2,], "suggestion": "Check the units.",}',
    },
    { name: 'as strings', text: whole.replace('[4, 3.5, 2]', '["4", "3.5", "2"]') },
    {
      name: 'as parts of five',
      text: whole.replace('[4, 3.5, 2]', '["4/5", "3.5 out of 5", "**2** / 5.0"]'),
    },
    { name: 'as words', text: whole.replace('[4, 3.5, 2]', '["four", 3.5, "Two"]') },
    {
      name: 'by their names',
      text: whole.replace('[4, 3.5, 2]', '{"logic": 4, "answer_correctness": 3.5, "Explanation": 2}'),
    },
    { name: 'behind thoughts that hold others', text: `<think>${whole.replace('4', '1')}</think>${whole}` },
    { name: 'behind the format itself', text: `{"quality_scores": [0, 0, 0], "suggestion": "…"}\n${whole}` },
    { name: 'within another object', text: `{"evaluation": ${whole}}` },
    { name: 'in thoughts alone', text: `<think>${whole}</think> It is good.` },
    {
      name: 'with a suggestion in spaces',
      text: whole.replace('"Check the units."', '" Check the units.\\n"'),
    },
  ])('are read $name', async ({ text }) => {
    const read = { scores: [4, 3.5, 2], suggestion: 'Check the units.', losses: [] }
    expect(await evaluationBy(text)).toMatchObject(read)
  })

  it.each(
    casesIn<'name' | 'text' | 'says'>(`
    name | text | says
    was cut off | {"quality_scores": [4, 3.5, 2], "suggestion": "Check the units | Check the units
    has bare quotation marks in it | {"quality_scores": [4, 3.5, 2], "suggestion": "Say "mol", not "M"."}⏎~~~ | Say "mol", not "M".
    was begun twice | "quality_scores": [0, 0, 0] no: "quality_scores": [4, 3.5, 2], "suggestion": " Check it " | Check it
    is no object | quality_scores: [4, 3.5, 2]⏎suggestion: Check it | Check it
  `),
  )('are read where the answer $name', async ({ text, says }) => {
    expect(await evaluationBy(text.replace('~~~', '```'))).toMatchObject({
      scores: [4, 3.5, 2],
      suggestion: says,
    })
  })

  it.each(
    casesIn<'name' | 'given' | 'is'>(String.raw`
    name | given | is
    several points | ["Check it.", 4, ["Say why.", "Say how."]] | Check it.⏎⏎Say why.⏎Say how.
    no text | {"a": 1}
    line breaks and unescaped LaTeX | "Use \frac{1}{2}⏎and \(x\), not \text{m} \u00e9." | Use \frac{1}{2}⏎and \(x\), not \text{m} é.
  `),
  )('have a suggestion of $name', async ({ given, is }) => {
    const read = await evaluationBy(`{"quality_scores": [0, 5, 0], "suggestion": ${given}}`)
    expect(read).toMatchObject({ scores: [0, 5, 0], suggestion: is })
  })

  it.each(
    casesIn<'name' | 'text' | 'reason'>(`
    name | text | reason
    nothing |  | no_scores
    prose | The solution is good. | no_scores
    the empty format | {"quality_scores": [float, float, float]} | no_scores
    two scores | {"quality_scores": [1, 2]} | wrong_length
    four scores | {"quality_scores": [1, 2, 3, 4]} | wrong_length
    no list | {"quality_scores": 4} | wrong_length
    words that are no numbers | {"quality_scores": ["good", 3, 3]} | score_not_a_number
    another scale | {"quality_scores": ["7/10", 3, 3]} | score_not_a_number
    null | {"quality_scores": [null, 3, 3]} | score_not_a_number
    a name that is missing | {"quality_scores": {"logic": 3, "answer": 3}} | score_not_a_number
    7 as a score | {"quality_scores": [7, 3, 3]} | score_out_of_range
    a score below 0 | {"quality_scores": [-1, 3, 3]} | score_out_of_range
  `),
  )('are not read from $name', async ({ text, reason }) => {
    expect(await evaluationBy(text)).toMatchObject({
      scores: null,
      passes: false,
      losses: Array(5).fill(reason),
    })
  })
})

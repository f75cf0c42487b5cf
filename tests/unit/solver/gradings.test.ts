/** Tests reading the scores of evaluators in all their forms. */
import { describe, expect, it } from 'vitest'
import { casesIn } from '../../fixtures/case-lines.ts'
import { runEigen1 } from '../../fixtures/eigen1-run.ts'

describe('scores of a solution', () => {
  const whole = '{"quality_scores": [4, 3.5, 2], "suggestion": "Check the units."}'
  const evaluationBy = async (text: string) =>
    (await runEigen1({ evaluator: () => text }, { proposers: 1, corrects: false })).details.rounds[0]
      ?.evaluations[0]

  // WHOLE is the answer that was requested; PART the scores of another one.
  it.each(
    casesIn<'name' | 'text'>(String.raw`
    name | text
    bare | WHOLE
    in a fence | ~~~json⏎WHOLE⏎~~~
    with prose around it | Here is {my} view: "fine".⏎WHOLE⏎I hope it helps.
    with the comments of the format | {⏎  "quality_scores": [4, 3.5, 2], // [logic, answer, explanation]⏎  "suggestion": "Check the units." /* see above */⏎}
    with a comma too many | {"quality_scores": [4, 3.5, 2,], "suggestion": "Check the units.",}
    as strings | {"quality_scores": ["4", "3.5", "2"], "suggestion": "Check the units."}
    as parts of five | {"quality_scores": ["4/5", "3.5 out of 5", "**2** / 5.0"], "suggestion": "Check the units."}
    as words | {"quality_scores": ["four", 3.5, "Two"], "suggestion": "Check the units."}
    by their names | {"quality_scores": {"logic": 4, "answer_correctness": 3.5, "Explanation": 2}, "suggestion": "Check the units."}
    behind thoughts that hold others | <think>{"quality_scores": [1, 3.5, 2]}</think>WHOLE
    behind the format itself | {"quality_scores": [0, 0, 0], "suggestion": "…"}⏎WHOLE
    within another object | {"evaluation": WHOLE}
    in thoughts alone | <think>WHOLE</think> It is good.
    with a suggestion in spaces | {"quality_scores": [4, 3.5, 2], "suggestion": " Check the units.\n"}
  `),
  )('are read $name', async ({ text }) => {
    const read = { scores: [4, 3.5, 2], suggestion: 'Check the units.', losses: [] }
    expect(await evaluationBy(text.replaceAll('WHOLE', whole).replaceAll('~~~', '```'))).toMatchObject(read)
  })

  it.each(
    casesIn<'name' | 'text' | 'says'>(`
    name | text | says
    was cut off | {"quality_scores": [4, 3.5, 2], "suggestion": "Check the units | Check the units
    has bare quotation marks in it | {"quality_scores": [4, 3.5, 2], "suggestion": "Say "mol", not "M"."}⏎~~~ | Say "mol", not "M".
    was begun twice | "quality_scores": [0, 0, 0] no: "quality_scores": [4, 3.5, 2], "suggestion": " Check it " | Check it
    is no object | quality_scores: [4, 3.5, 2]⏎suggestion: Check it | Check it
  `),
  )('are read if the answer $name', async ({ text, says }) => {
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

/** What is read out of the scores of evaluators, in whatever form they come. */
import { describe, expect, it } from 'vitest'
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

  it.each([
    {
      name: 'was cut off',
      text: '{"quality_scores": [4, 3.5, 2], "suggestion": "Check the units',
      says: 'Check the units',
    },
    {
      name: 'has bare quotation marks in it',
      text: '{"quality_scores": [4, 3.5, 2], "suggestion": "Say "mol", not "M"."}\n```',
      says: 'Say "mol", not "M".',
    },
    {
      name: 'was begun twice',
      text: '"quality_scores": [0, 0, 0] no: "quality_scores": [4, 3.5, 2], "suggestion": " Check it "',
      says: 'Check it',
    },
    { name: 'is no object', text: 'quality_scores: [4, 3.5, 2]\nsuggestion: Check it', says: 'Check it' },
  ])('are read where the answer $name', async ({ text, says }) => {
    expect(await evaluationBy(text)).toMatchObject({ scores: [4, 3.5, 2], suggestion: says })
  })

  it.each([
    {
      name: 'several points',
      given: '["Check it.", 4, ["Say why.", "Say how."]]',
      is: 'Check it.\n\nSay why.\nSay how.',
    },
    { name: 'no text', given: '{"a": 1}', is: '' },
    {
      name: 'line breaks and unescaped LaTeX',
      given: '"Use \\frac{1}{2}\nand \\(x\\), not \\text{m} \\u00e9."',
      is: 'Use \\frac{1}{2}\nand \\(x\\), not \\text{m} é.',
    },
  ])('have a suggestion of $name', async ({ given, is }) => {
    const read = await evaluationBy(`{"quality_scores": [0, 5, 0], "suggestion": ${given}}`)
    expect(read).toMatchObject({ scores: [0, 5, 0], suggestion: is })
  })

  it.each([
    { name: 'nothing', text: '', reason: 'no_scores' },
    { name: 'prose', text: 'The solution is good.', reason: 'no_scores' },
    { name: 'the empty format', text: '{"quality_scores": [float, float, float]}', reason: 'no_scores' },
    { name: 'two scores', text: '{"quality_scores": [1, 2]}', reason: 'wrong_length' },
    { name: 'four scores', text: '{"quality_scores": [1, 2, 3, 4]}', reason: 'wrong_length' },
    { name: 'no list', text: '{"quality_scores": 4}', reason: 'wrong_length' },
    {
      name: 'words that are no numbers',
      text: '{"quality_scores": ["good", 3, 3]}',
      reason: 'score_not_a_number',
    },
    { name: 'another scale', text: '{"quality_scores": ["7/10", 3, 3]}', reason: 'score_not_a_number' },
    { name: 'null', text: '{"quality_scores": [null, 3, 3]}', reason: 'score_not_a_number' },
    {
      name: 'a name that is missing',
      text: '{"quality_scores": {"logic": 3, "answer": 3}}',
      reason: 'score_not_a_number',
    },
    { name: '7 as a score', text: '{"quality_scores": [7, 3, 3]}', reason: 'score_out_of_range' },
    { name: 'a score below 0', text: '{"quality_scores": [-1, 3, 3]}', reason: 'score_out_of_range' },
  ])('are not read from $name', async ({ text, reason }) => {
    expect(await evaluationBy(text)).toMatchObject({
      scores: null,
      passes: false,
      losses: Array(5).fill(reason),
    })
  })
})

/** What is read out of the scores of evaluators and the gradings of judges, in whatever form they come. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAccuracies, readConsistency } from '../../../solver/index.ts'
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

describe('the consistency of two solutions', () => {
  it.each([
    { name: 'a bare number', text: '0.85', is: 0.85 },
    { name: 'without its zero', text: '.85', is: 0.85 },
    { name: 'behind a label', text: 'Consistency score: **0.85**', is: 0.85 },
    {
      name: 'in a sentence before other numbers',
      text: 'The score is 0.85. Both find 30 mM in 2 steps.',
      is: 0.85,
    },
    { name: 'in a sentence after other numbers', text: 'Both name 3 genes and 1 drug, hence 0.7', is: 0.7 },
    { name: 'in per cent', text: '85%', is: 0.85 },
    { name: 'of one', text: 'Score: 0.85/1.00', is: 0.85 },
    { name: 'in a box', text: '$\\boxed{0.85}$', is: 0.85 },
    { name: 'behind thoughts', text: '<think>perhaps 0.2</think>1.00', is: 1 },
    { name: 'at the end of a sentence', text: 'I give 0.5.', is: 0.5 },
    { name: 'the last of several', text: 'It was 0.2 and is 0.7', is: 0.7 },
    { name: 'the last of several with a label', text: 'Score: 0.2\nScore: 0.8', is: 0.8 },
    { name: 'one with a label before one without', text: 'Score: 0.8\nof 2', is: 0.8 },
    { name: 'nothing at all', text: '0', is: 0 },
  ])('is read as $name', ({ text, is }) => {
    expect(readConsistency(text)).toEqual({ ok: true, value: is, losses: [] })
  })

  it.each([
    { name: 'no number', text: 'They are very consistent.', reason: 'no_number' },
    { name: 'nothing', text: '', reason: 'no_number' },
    { name: 'another scale', text: 'Score: 8', reason: 'out_of_range' },
    { name: 'a little more than all', text: 'Score: 1.01', reason: 'out_of_range' },
  ])('is not read from $name', ({ text, reason }) => {
    expect(readConsistency(text)).toEqual({ ok: false, reason })
  })

  it('is within 0 and 1 for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const score = readConsistency(text)
        if (score.ok) expect(score.value >= 0 && score.value <= 1).toBe(true)
      }),
    )
  })
})

describe('the accuracies of some responses', () => {
  const items = (...accuracies: readonly unknown[]) =>
    JSON.stringify({ items: accuracies.map((accuracy) => ({ accuracy, reason: 'because' })) })

  it.each([
    { name: 'as asked for', text: items(0.9, 0), is: [0.9, 0], losses: [] },
    {
      name: 'in a fence with comments',
      text: `\`\`\`json\n${items('0.9', '0%')} // two\n\`\`\``,
      is: [0.9, 0],
      losses: [],
    },
    {
      name: 'as a bare list',
      text: '[{"accuracy": 0.9, "reason": "r"}, {"accuracy": 0}]',
      is: [0.9, 0],
      losses: [],
    },
    { name: 'with one missing', text: items(0.9), is: [0.9, null], losses: ['missing_item'] },
    { name: 'with one too many', text: items(0.9, 0, 1), is: [0.9, 0], losses: ['surplus_item'] },
    {
      name: 'with one out of range',
      text: items(0.9, 1.2),
      is: [0.9, null],
      losses: ['accuracy_out_of_range'],
    },
    {
      name: 'with two too many',
      text: items(0.9, 0, 1, 1),
      is: [0.9, 0],
      losses: ['surplus_item', 'surplus_item'],
    },
    { name: 'with one below 0', text: items(0.9, -0.1), is: [0.9, null], losses: ['accuracy_out_of_range'] },
    { name: 'to their bounds', text: items(1, 0), is: [1, 0], losses: [] },
    { name: 'in thoughts alone', text: `<think>${items(0.9, 0)}</think>`, is: [0.9, 0], losses: [] },
    {
      name: 'behind thoughts with others',
      text: `<think>${items(0.1, 0.2)}</think>${items(0.9, 0)}`,
      is: [0.9, 0],
      losses: [],
    },
    {
      name: 'as the last of several lists',
      text: '[{"accuracy": 0.1}, {"accuracy": 0.2}] no: [{"accuracy": 0.9}, {"accuracy": 0}] [1]',
      is: [0.9, 0],
      losses: [],
    },
    { name: 'as a list with a bare number', text: '[{"accuracy": 0.9}, 0.5]', is: [0.9, 0.5], losses: [] },
    { name: 'with a word', text: items('high', 0), is: [null, 0], losses: ['accuracy_not_a_number'] },
  ])('are read $name', ({ text, is, losses }) => {
    const reading = readAccuracies(text, 2)
    expect(reading).toMatchObject({ ok: true, losses })
    expect(reading.ok && reading.value.map(({ accuracy }) => accuracy)).toEqual(is)
  })

  it('keep a reason of 40 words as it is, and count none that is missing', () => {
    const reason = Array.from({ length: 40 }, (_, place) => `w${place}`).join(' ')
    const given = [{ accuracy: 1, reason: ` ${reason}\n` }, { accuracy: 1 }, { accuracy: 1, reason: 7 }]
    expect(readAccuracies(JSON.stringify({ items: given }), 4)).toEqual({
      ok: true,
      value: [
        { accuracy: 1, reason },
        { accuracy: 1, reason: '' },
        { accuracy: 1, reason: '' },
        { accuracy: null, reason: '' },
      ],
      losses: ['missing_item'],
    })
  })
})

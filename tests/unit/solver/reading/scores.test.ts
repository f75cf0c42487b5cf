import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compositeScore, readScores, type Scores } from '../../../../solver/reading/scores.ts'

const whole = '{"quality_scores": [4, 3.5, 2], "suggestion": "Check the units."}'
const asRead = { ok: true, value: { scores: [4, 3.5, 2], suggestion: 'Check the units.' }, losses: [] }

describe('scores of a solution', () => {
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
  ])('are read $name', ({ text }) => {
    expect(readScores(text)).toEqual(asRead)
  })

  it('keep a suggestion with line breaks and unescaped LaTeX', () => {
    const text =
      '{"quality_scores": [1, 2, 3], "suggestion": "Use \\frac{1}{2}\nand \\(x\\), not \\text{m} \\u00e9\\n."}'
    expect(readScores(text)).toMatchObject({
      value: { suggestion: 'Use \\frac{1}{2}\nand \\(x\\), not \\text{m} é\n.' },
    })
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
  ])('are read where the answer $name, which is counted', ({ text, says }) => {
    expect(readScores(text)).toEqual({
      ok: true,
      value: { scores: [4, 3.5, 2], suggestion: says },
      losses: ['torn_json'],
    })
  })

  it('join a suggestion of several points, and leave out what is no text', () => {
    const text = '{"quality_scores": [0, 5, 0], "suggestion": ["Check it.", 4, ["Say why.", "Say how."]]}'
    expect(readScores(text)).toEqual({
      ok: true,
      value: { scores: [0, 5, 0], suggestion: 'Check it.\n\nSay why.\nSay how.' },
      losses: [],
    })
    expect(readScores('{"quality_scores": [1, 2, 3], "suggestion": {"a": 1}}')).toMatchObject({
      value: { suggestion: '' },
      losses: ['no_suggestion'],
    })
  })

  it('are torn and without a suggestion at once', () => {
    expect(readScores('quality_scores: [1, 2, 3]')).toEqual({
      ok: true,
      value: { scores: [1, 2, 3], suggestion: '' },
      losses: ['torn_json', 'no_suggestion'],
    })
  })

  it('are by their names the first of each', () => {
    const text = '{"quality_scores": {"logic": 1, "answer": 2, "answer_again": 5, "explanation": 3}}'
    expect(readScores(text)).toMatchObject({ value: { scores: [1, 2, 3] } })
  })

  it('go without a suggestion where there is none, which is counted', () => {
    expect(readScores('{"quality_scores": [5, 5, 5]}')).toMatchObject({ ok: true, losses: ['no_suggestion'] })
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
  ])('are not read from $name', ({ text, reason }) => {
    expect(readScores(text)).toEqual({ ok: false, reason })
  })

  it('never throw, and are within the scale where they are read', () => {
    const pieces = fc.constantFrom(
      whole,
      '{',
      '}',
      '[',
      '"',
      '//',
      '/*',
      '\\',
      '"quality_scores":',
      '[1,2,9]',
      '\n',
      'x',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 20 }), (parts) => {
        const reading = readScores(parts.join(''))
        if (reading.ok) for (const score of reading.value.scores) expect(score >= 0 && score <= 5).toBe(true)
      }),
    )
  })

  it('survive any JSON that a model may write', () => {
    fc.assert(
      fc.property(
        fc.tuple(score(), score(), score()),
        fc.string(),
        fc.string(),
        (scores, suggestion, prose) => {
          const text = `${prose.replace(/[{}<"]/g, '')}\n${JSON.stringify({ quality_scores: scores, suggestion })}`
          expect(readScores(text)).toMatchObject({
            ok: true,
            value: { scores, suggestion: suggestion.trim() },
          })
        },
      ),
    )
  })
})

describe('the composite', () => {
  it.each([
    { scores: [3, 3, 3], is: 3 },
    { scores: [4, 3, 2], is: 3 },
    { scores: [0, 5, 0], is: 3 },
    { scores: [5, 3, 1], is: 3 },
    { scores: [5, 2, 3], is: 2.8 },
    { scores: [5, 5, 5], is: 5 },
  ] as const)('of $scores is exactly $is', ({ scores, is }) => {
    expect(compositeScore(scores)).toBe(is)
    expect(compositeScore(scores, [0.2, 0.6, 0.2])).toBe(is)
  })

  it('reaches 3 exactly where whole scores do by fractions', () => {
    const whole = fc.integer({ min: 0, max: 50 })
    fc.assert(
      fc.property(whole, whole, whole, (logic, answer, explanation) => {
        const scores: Scores = [logic / 10, answer / 10, explanation / 10]
        expect(compositeScore(scores) >= 3).toBe(logic + 3 * answer + explanation >= 150)
      }),
    )
  })
})

function score() {
  return fc.integer({ min: 0, max: 50 }).map((tenths) => tenths / 10)
}

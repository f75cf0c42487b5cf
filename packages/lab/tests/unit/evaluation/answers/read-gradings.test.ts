/** Reading the gradings of judges in every form they take. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAccuracies, readConsistency } from '../../../../evaluation/answers/index.ts'

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

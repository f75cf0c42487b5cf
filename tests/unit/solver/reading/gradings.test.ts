import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAccuracies, readConsistency } from '../../../../solver/reading/gradings.ts'

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
  ])('is read as $name', ({ text, is }) => {
    expect(readConsistency(text)).toEqual({ ok: true, value: is, losses: [] })
  })

  it.each([
    { name: 'no number', text: 'They are very consistent.', reason: 'no_number' },
    { name: 'nothing', text: '', reason: 'no_number' },
    { name: 'another scale', text: 'Score: 8', reason: 'out_of_range' },
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
    { name: 'with a word', text: items('high', 0), is: [null, 0], losses: ['accuracy_not_a_number'] },
  ])('are read $name', ({ text, is, losses }) => {
    const reading = readAccuracies(text, 2)
    expect(reading).toMatchObject({ ok: true, losses })
    expect(reading.ok && reading.value.map(({ accuracy }) => accuracy)).toEqual(is)
  })

  it('keep 40 words of a reason', () => {
    const reason = Array.from({ length: 50 }, (_, place) => `w${place}`).join(' ')
    const reading = readAccuracies(JSON.stringify({ items: [{ accuracy: 1, reason }] }), 1)
    expect(reading).toMatchObject({ ok: true, losses: ['long_reason'] })
    expect(reading.ok && reading.value[0]?.reason.split(' ')).toHaveLength(40)
  })

  it('are none without items', () => {
    expect(readAccuracies('All are right.', 2)).toEqual({ ok: false, reason: 'no_items' })
  })
})

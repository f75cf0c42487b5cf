/** The tables of a report on Reasoning With a Star, cell by cell, and what the paper prints. */
import { describe, expect, it } from 'vitest'
import { wilson } from '../../../../evaluation/answers/index.ts'
import { type StarArmReport, starTables } from '../../../../evaluation/index.ts'

const share = (correct: number, items: number) => {
  return { items, correct, share: correct / items, interval: wilson(correct, items) }
}
const FIGURES = [
  {
    type: 'numeric',
    byPrograms: share(1, 4),
    withVerifier: share(2, 4),
    undecided: 1,
    unanswered: 1,
    reasons: { unit_missing: 1, value: 2 },
  },
  {
    type: 'all',
    byPrograms: share(1, 4),
    withVerifier: share(2, 4),
    undecided: 1,
    unanswered: 1,
    reasons: { unit_missing: 1, value: 2 },
  },
] as const
const arm = (name: string, audit = { asked: 0, disagreed: 0 }): StarArmReport => ({
  name,
  figures: FIGURES,
  audit,
  spending: null,
})

describe('the tables', () => {
  const reports = [arm('single', { asked: 1, disagreed: 0 }), arm('hmaw')]
  const [accuracy, reasons, spending] = starTables(reports, true)

  it('of accuracy have shares in per cent, of all items, each with its interval', () => {
    expect(accuracy?.rows).toHaveLength(5)
    expect(accuracy?.rows[0]).toEqual([
      'arm',
      'type',
      'n',
      'programs alone',
      '95 %',
      'with verifier',
      '95 %',
      'undecided',
      'not answered',
    ])
    // Wilson's intervals of 1 of 4 and of 2 of 4 (Newcombe 1998, method 3).
    expect(accuracy?.rows[1]).toEqual([
      'single',
      'numeric',
      '4',
      '25.0 % (1 of 4)',
      '4.6 % to 69.9 %',
      '50.0 % (2 of 4)',
      '15.0 % to 85.0 %',
      '1 of 4',
      '1 of 4',
    ])
    expect(accuracy?.notes).toEqual(['single: of 1 audited matches the verifier calls 0 incorrect.'])
  })

  it('of reasons have those of each type, and not once more those of all', () => {
    expect(reasons?.rows).toEqual([
      ['arm', 'type', 'reason', 'items'],
      ['single', 'numeric', 'unit_missing', '1 of 4'],
      ['single', 'numeric', 'value', '2 of 4'],
      ['hmaw', 'numeric', 'unit_missing', '1 of 4'],
      ['hmaw', 'numeric', 'value', '2 of 4'],
    ])
  })

  it('of spending have a row for each arm of which it is known', () => {
    expect(spending?.rows.map(([first]) => first)).toEqual(['arm'])
    const sum = { calls: 2, tokens: 100, seconds: 3, cost: null }
    const known = { ...arm('single'), spending: { runs: 4, right: 0, ofRun: sum, ofRight: null } }
    expect(starTables([known], true)[2]?.rows[1]?.slice(0, 4)).toEqual(['single', '0 of 4', '2.0', '100'])
  })
})

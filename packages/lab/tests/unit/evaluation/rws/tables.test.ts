/** The tables of a report on Reasoning With a Star, cell by cell, and what the paper prints. */
import { describe, expect, it } from 'vitest'
import { wilson } from '../../../../evaluation/answers/accuracy.ts'
import { starFigures } from '../../../../evaluation/rws/figures.ts'
import {
  PUBLISHED_ITEMS,
  PUBLISHED_PATTERNS,
  PUBLISHED_SINGLE_SHOT,
} from '../../../../evaluation/rws/published.ts'
import { type StarArmReport, starTables } from '../../../../evaluation/rws/tables.ts'

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

  it('of no items have no share', () => {
    const [none] = starTables([{ ...arm('single'), figures: starFigures([]) }], true)
    expect(none?.rows[1]?.slice(1, 6)).toEqual(['all', '0', '– (0 of 0)', '– to –', '– (0 of 0)'])
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

describe('what the paper prints', () => {
  it('of single shots are the shares of 56, 52, 52, 49 and 43 of 158 items', () => {
    expect(PUBLISHED_SINGLE_SHOT.map(({ percent }) => percent.toFixed(2))).toEqual(
      [56, 52, 52, 49, 43].map((right) => ((100 * right) / PUBLISHED_ITEMS).toFixed(2)),
    )
  })

  it('stands in a table of its own, with the place in the paper', () => {
    const published = starTables([], false).at(-1)!
    expect(published.rows).toEqual([
      ['what', 'accuracy', 'n', 'where'],
      ['single shot, Gemini 2.5 Pro', '35.44 %', '56 of 158', 'Table 1'],
      ['single shot, OSS 20B', '32.91 %', '52 of 158', 'Table 1'],
      ['single shot, OSS 120B', '32.91 %', '52 of 158', 'Table 1'],
      ['single shot, Llama 3.3', '31.01 %', '49 of 158', 'Table 1'],
      ['single shot, Mistral 24.11', '27.22 %', '43 of 158', 'Table 1'],
      ['hmaw, Gemini 2.5 Pro', '39.52 %', '66 of 167', 'Table 2; mean over six sets 62.03 %'],
      ['pace, Gemini 2.5 Pro', '41.92 %', '70 of 167', 'Table 2; mean over six sets 64.57 %'],
      ['phase, Gemini 2.5 Pro', '42.51 %', '71 of 167', 'Table 2; mean over six sets 64.40 %'],
      ['schema, Gemini 2.5 Pro', '44.31 %', '74 of 167', 'Table 2; mean over six sets 63.66 %'],
    ])
    expect(PUBLISHED_PATTERNS.map(({ macroMean }) => macroMean)).toEqual([62.03, 64.57, 64.4, 63.66])
  })
})

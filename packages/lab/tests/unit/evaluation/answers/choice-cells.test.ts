/** Tables on choices, spending, tools and overlaps, cell by cell. */
import { describe, expect, it } from 'vitest'
import { accuracyFigures } from '../../../../evaluation/answers/accuracy.ts'
import { costRows, roleRows } from '../../../../evaluation/report/cells.ts'
import {
  byRightRows,
  selectionRows,
  spendingRows,
  toolRows,
} from '../../../../evaluation/report/choice-cells.ts'
import { overlapRows, overlapSentence, pairTestRows } from '../../../../evaluation/report/overlap-cells.ts'
import type { AnswersReport, SettingReport } from '../../../../evaluation/report/report.ts'

function report(settings: readonly object[], more: Partial<AnswersReport> = {}): AnswersReport {
  const none = { selection: null, spending: null, tools: null, ledger: null }
  const whole = settings.map((setting) => ({ ...none, ...setting }) as SettingReport)
  return { settings: whole, overlap: null, against: null, ...more } as unknown as AnswersReport
}

const SELECTION = {
  runs: 10,
  candidates: [3, 5],
  chosen: accuracyFigures(4, 10),
  solved: accuracyFigures(8, 10),
  hits: accuracyFigures(4, 8),
  byRight: [
    { right: 0, runs: 2, hits: 0 },
    { right: 1, runs: 6, hits: 3 },
  ],
  meanRight: 1.256,
  withoutPool: 1,
  unjudged: 2,
  judgeErrors: 3,
}

describe('how answers were chosen', () => {
  it('is told with its shares, in per cent, and the counts', () => {
    const same = { ...SELECTION, candidates: [5, 5], hits: null, chosen: accuracyFigures(0, 0) }
    const [head, one, other, ...rest] = selectionRows(
      report([{ name: 'a', selection: SELECTION }, { name: 'b', selection: same }, { name: 'c' }]),
    )
    expect(rest).toEqual([])
    expect(head).toHaveLength(one!.length)
    expect(one).toEqual([
      'a',
      '10',
      '3 to 5',
      '40.0 [16.8, 68.7], 4 of 10',
      '80.0 [49.0, 94.3], 8 of 10',
      '50.0 [21.5, 78.5], 4 of 8',
      '1.26',
      '1',
      '2',
      '3',
    ])
    expect(other!.slice(0, 6)).toEqual(['b', '10', '5', '–', '80.0 [49.0, 94.3], 8 of 10', '–'])
  })

  it('is told by the number of right candidates, to the most that any setting has', () => {
    const more = { ...SELECTION, byRight: [...SELECTION.byRight, { right: 2, runs: 1, hits: 1 }] }
    const settings = [{ name: 'a', selection: SELECTION }, { name: 'b' }, { name: 'c', selection: more }]
    expect(byRightRows(report(settings))).toEqual([
      ['setting', '0 right', '1 right', '2 right'],
      ['a', '2 (0)', '6 (3)', '–'],
      ['c', '2 (0)', '6 (3)', '1 (1)'],
    ])
    expect(byRightRows(report([{ name: 'b' }]))).toEqual([['setting', '0 right']])
    expect(byRightRows(report([]))).toEqual([['setting', '0 right']])
  })
})

describe('what a right answer took', () => {
  it('is told beside what a run took', () => {
    const sum = { calls: 12.34, tokens: 1_234.5, seconds: 56.78, cost: 1.234 }
    const spending = { runs: 4, right: 2, ofRun: sum, ofRight: { ...sum, seconds: null, cost: null } }
    const settings = [
      { name: 'a', spending },
      { name: 'b', spending: { ...spending, right: 0, ofRight: null } },
    ]
    const [head, one, other, ...rest] = spendingRows([...settings, { name: 'c', spending: null }])
    expect(rest).toEqual([])
    expect(head).toHaveLength(10)
    expect(one).toEqual(['a', '2 of 4', '12.3', '1235', '56.8', '$1.23', '12.3', '1235', '–', 'not known'])
    expect(other).toEqual(['b', '0 of 4', '12.3', '1235', '56.8', '$1.23', '–', '–', '–', '–'])
  })

  it('in calls of tools has a row for each stage and tool', () => {
    const tools = [
      { stage: 'solve', tool: 'search', calls: 1.234 },
      { stage: 'check', tool: 'code', calls: 0 },
    ]
    expect(toolRows(report([{ name: 'a', tools }, { name: 'b' }])).slice(1)).toEqual([
      ['a', 'solve', 'search', '1.23'],
      ['a', 'check', 'code', '0.00'],
    ])
  })

  it('by role is in thousands of tokens', () => {
    const role = {
      role: 'proposer',
      kind: 'agent',
      calls: 2.55,
      promptTokens: 1_250,
      completionTokens: 4_960,
      cost: null,
    }
    expect(roleRows(report([{ name: 'a', ledger: { roles: [role] } }, { name: 'b' }])).slice(1)).toEqual([
      ['a', 'proposer', 'agent', '2.5', '1.3', '5.0', 'not known'],
    ])
  })
})

describe('costs', () => {
  const tokens = (completionTokens: number) => ({ promptTokens: 3_000, completionTokens, cost: 0.5 })
  const ledger = (completionTokens: number, steps: number) => ({
    withHelpers: tokens(completionTokens),
    agents: tokens(completionTokens - 500),
    steps,
    roles: [],
  })
  const settings = [
    { name: 'a', accuracy: accuracyFigures(5, 10), ledger: ledger(2_000, 10) },
    { name: 'b', accuracy: accuracyFigures(6, 10), ledger: ledger(1_500, 12) },
    { name: 'c', accuracy: accuracyFigures(6, 10) },
  ]

  it('are told with what they save against one setting', () => {
    expect(
      costRows(report(settings, { against: 'a' }))
        .slice(1)
        .map((row) => [row[0], ...row.slice(2)]),
    ).toEqual([
      ['a', '2.0', '1.5', '3.0', '10.0', '$0.50', '–', '–'],
      ['b', '1.5', '1.0', '3.0', '12.0', '$0.50', '25.0', '-20.0'],
    ])
  })

  it.each([{ against: null }, { against: 'c' }, { against: 'unknown' }])(
    'are told alone against $against',
    ({ against }) => {
      const saved = costRows(report(settings, { against }))
        .slice(1)
        .map((row) => row.slice(-2))
      expect(saved).toEqual([
        ['–', '–'],
        ['–', '–'],
      ])
    },
  )
})

describe('which setting solves what another does not', () => {
  const overlap = {
    questions: ['1', '2', '3', '4'],
    leftOut: 0,
    solved: { a: ['1', '2', '3'], b: ['3'], c: [] },
    byAll: [],
    byNone: ['4'],
    byItAlone: { a: ['1', '2'], b: [], c: [] },
    byAny: 3,
    pairs: [
      {
        one: 'a',
        other: 'b',
        onlyOne: 2,
        onlyOther: 0,
        difference: 0.5,
        interval: [0.25, 0.75] as const,
        p: 0.12345,
        adjusted: 0.5,
      },
    ],
  }

  it('is a table of each against each', () => {
    expect(overlapRows(report([], { overlap }))).toEqual([
      ['setting', 'solved', 'by no other', 'not by a', 'not by b', 'not by c'],
      ['a', '3 of 4', '2', '', '2', '3'],
      ['b', '1 of 4', '0', '0', '', '1'],
      ['c', '0 of 4', '0', '0', '0', ''],
    ])
    expect(overlapRows(report([]))).toEqual([['setting']])
  })

  it('has a test for each pair', () => {
    expect(pairTestRows(report([], { overlap })).slice(1)).toEqual([
      ['a', 'b', '2', '0', '50.0 [25.0, 75.0]', '0.1235', '0.5000'],
    ])
    expect(pairTestRows(report([]))).toHaveLength(1)
  })

  it('is summed up in a sentence', () => {
    const all =
      'Of the 4 questions that every setting answered, 0 are solved by all, 3 by at least one, 1 by none.'
    expect(overlapSentence(report([], { overlap }))).toBe(all)
    expect(overlapSentence(report([], { overlap: { ...overlap, leftOut: 1 } }))).toBe(
      `${all} 1 more were answered by some settings only and are left out here.`,
    )
    expect(overlapSentence(report([]))).toBeNull()
  })
})

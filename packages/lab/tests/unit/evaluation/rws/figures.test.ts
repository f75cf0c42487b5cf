/** The report on Reasoning With a Star: shares with their n, interval, reasons, audit, means over sets, and the published table. */
import { describe, expect, it } from 'vitest'
import { starItem } from '../../../../../../tests/fixtures/star-grader.ts'
import { auditOf, type GradedItem, starFigures, starTables } from '../../../../evaluation/index.ts'
import type { StarGrade } from '../../../../evaluation/rws/grade-item.ts'
import type { StarType } from '../../../../evaluation/rws/items.ts'

const judge = { confidence: 0.9, by: 'j', pred: null, gold: null } as const

function graded(type: StarType, grade: Partial<StarGrade> | null): GradedItem {
  const whole = { verdict: 'correct', stage: 'program', type, reason: 'equal', pred: '', gold: '' } as const
  return {
    item: starItem(type, 'x'),
    grade: grade === null ? null : { ...whole, byProgram: 'correct', ...grade },
  }
}

const SET = [
  graded('numeric', {}),
  graded('numeric', { judge: { ...judge, verdict: 'incorrect' } }),
  graded('numeric', { verdict: 'incorrect', byProgram: 'incorrect', reason: 'value' }),
  graded('numeric', null),
  graded('text', {
    stage: 'verifier',
    byProgram: 'undecided',
    reason: 'wording_differs',
    judge: { ...judge, verdict: 'correct' },
  }),
  graded('text', { verdict: 'undecided', byProgram: 'undecided', reason: 'wording_differs' }),
]

describe('S47 S49 figures', () => {
  it('are of all items, by type and in all, before and after the verifier', () => {
    const rows = starFigures(SET)
    expect(
      rows.map(({ type, byPrograms, withVerifier, undecided, unanswered, reasons }) => [
        type,
        byPrograms.correct,
        withVerifier.correct,
        withVerifier.items,
        undecided,
        unanswered,
        reasons,
      ]),
    ).toEqual([
      ['numeric', 2, 2, 4, 0, 1, { value: 1 }],
      ['text', 0, 1, 2, 1, 0, { wording_differs: 2 }],
      ['all', 2, 3, 6, 1, 1, { value: 1, wording_differs: 2 }],
    ])
    expect(rows.at(-1)?.withVerifier.share).toBe(0.5)
    expect(rows.at(-1)?.withVerifier.interval.map((end) => end.toFixed(3))).toEqual(['0.188', '0.812'])
  })

  it('of the audit count matches that the verifier calls incorrect', () => {
    expect(auditOf(SET)).toEqual({ asked: 1, disagreed: 1 })
  })
})

describe('tables', () => {
  const single = { name: 'single', figures: starFigures(SET), audit: auditOf(SET), spending: null }
  const tables = starTables([single], true)

  it('S49 have n and an interval beside every share of both stages, and the audit', () => {
    const [accuracy] = tables
    for (const row of accuracy!.rows.slice(1)) {
      for (const share of [row[3], row[5]]) expect(share).toMatch(/^[\d.]+ % \(\d+ of \d+\)$/)
      for (const interval of [row[4], row[6]]) expect(interval).toMatch(/^[\d.]+ % to [\d.]+ %$/)
    }
    expect(accuracy!.notes).toEqual(['single: of 1 audited matches the verifier calls 1 incorrect.'])
  })
})

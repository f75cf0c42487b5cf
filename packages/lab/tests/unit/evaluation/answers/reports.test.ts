import { describe, expect, it } from 'vitest'
import {
  accuracyFigures,
  changedAnswers,
  errorTypeFigures,
  withSavings,
} from '../../../../evaluation/answers/index.ts'

describe('types of error', () => {
  it('of 97 failures are the published shares, with several for one failure', () => {
    const failures = Array.from({ length: 97 }, (_, at) => ({
      questionId: String(at),
      reason: '',
      types: [
        ...(at < 90 ? ['reasoning_process' as const] : []),
        ...(at >= 11 ? ['knowledge_application' as const] : []),
        ...(at < 13 ? ['execution' as const] : []),
        ...(at < 9 ? ['comprehension' as const, 'comprehension' as const] : []),
      ],
    }))
    const { types, joint, labelled } = errorTypeFigures(failures)
    expect(Object.values(types).map(({ count }) => count)).toEqual([90, 86, 13, 9])
    expect(Object.values(types).map(({ percent }) => percent.toFixed(2))).toEqual([
      '92.78',
      '88.66',
      '13.40',
      '9.28',
    ])
    expect(joint).toEqual({ count: 79, percent: (100 * 79) / 97 })
    expect(labelled).toBe(97)
  })
})

describe('savings', () => {
  const rows = [
    { name: 'explicit', accuracy: accuracyFigures(41, 100), tokens: 470_600, steps: 94.8 },
    { name: 'full', accuracy: accuracyFigures(48, 100), tokens: 218_900, steps: 53.4 },
  ]

  it('against a row that does not exist are refused with the names that do', () => {
    expect(() => withSavings(rows, 'none')).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        message: 'There is no setting "none"; available: "explicit", "full".',
        facts: { field: 'against' },
      }),
    )
  })

  it('are below 0 where more was spent, and none against what spent nothing', () => {
    const more = withSavings(rows, 'full')[0]
    expect(more).toMatchObject({ name: 'explicit', tokens: 470_600 })
    expect(more?.savedTokensPercent).toBeCloseTo(100 - (100 * 470_600) / 218_900, 9)
    const free = { ...rows[0]!, name: 'free', tokens: 0 }
    expect(withSavings([free, rows[1]!], 'free')[1]).toMatchObject({
      savedTokensPercent: null,
      savedStepsPercent: expect.closeTo(100 - (100 * 53.4) / 94.8, 9),
    })
  })
})

describe('changed answers', () => {
  it('are told by stage, with what became of them', () => {
    const step = (
      stage: string,
      before: string | null,
      after: string | null,
      was: boolean | null,
      is: boolean | null,
    ) => ({ questionId: 'q', candidate: 0, stage, before, after, wasCorrect: was, isCorrect: is })
    const { changes, stages } = changedAnswers(
      [
        step('refine', 'C', 'E', true, false),
        step('refine', 'A', 'a', true, true),
        step('refine', 'A', 'B', false, true),
        step('refine', null, 'B', false, null),
        step('evaluate', null, null, null, null),
      ],
      (one, other) => one.toLowerCase() === other.toLowerCase(),
    )
    expect(changes.map(({ before, after, turn }) => [before, after, turn])).toEqual([
      ['C', 'E', 'right_to_wrong'],
      ['A', 'B', 'wrong_to_right'],
      [null, 'B', 'unjudged'],
    ])
    expect(stages.map(({ stage, seen, changed }) => [stage, seen, changed])).toEqual([
      ['refine', 4, 3],
      ['evaluate', 1, 0],
    ])
    const none = { right_to_wrong: 0, wrong_to_right: 0, wrong_to_wrong: 0, right_to_right: 0, unjudged: 0 }
    expect(stages.map(({ turns }) => turns)).toEqual([
      { ...none, right_to_wrong: 1, wrong_to_right: 1, unjudged: 1 },
      none,
    ])
    const others = [
      step('rank', 'C', 'E', false, false),
      step('rank', 'C', null, true, true),
      step('rank', 'C', 'E', null, true),
      step('rank', 'C', 'E', true, null),
    ]
    expect(changedAnswers(others, () => false).stages[0]?.turns).toEqual({
      ...none,
      wrong_to_wrong: 1,
      right_to_right: 1,
      unjudged: 2,
    })
  })
})

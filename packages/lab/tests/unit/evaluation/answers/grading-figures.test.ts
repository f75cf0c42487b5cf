/** The figures of graded answers, from verdicts made by hand: runs of a question together, pools, tools, what judges took. */
import { describe, expect, it } from 'vitest'
import type { LedgerRow } from '../../../../../../models/index.ts'
import type { FinishedAnswers } from '../../../../evaluation/answers/grading/figures.ts'
import type { GradedStep } from '../../../../evaluation/answers/grading/grade-set.ts'
import type { GradingEntry } from '../../../../evaluation/answers/grading/log.ts'
import type { Judgement } from '../../../../evaluation/answers/index.ts'
import {
  type AnswerVerdict,
  type GradedAnswer,
  type GradingLog,
  type GradingTask,
  settingReport,
} from '../../../../evaluation/index.ts'

const judged = (isCorrect: boolean, confidencePercent: number | null = null): Judgement => ({
  state: 'judged',
  by: 'test',
  isCorrect,
  extracted: '',
  reasoning: '',
  confidencePercent,
})
const unjudged = (reason: string): Judgement => ({ state: 'unjudged', by: 'test', reason })
const done = (judgement: Judgement): AnswerVerdict => ({ judgement, task: null })
const [right, wrong] = [done(judged(true)), done(judged(false))]

/** Of the judge, who said `value` where the log has it. */
function open(key: string): AnswerVerdict {
  return { judgement: unjudged('not_asked'), task: { key } as GradingTask<Judgement> }
}

function logOf(entries: readonly Partial<GradingEntry>[]): GradingLog {
  return {
    triesOf: (key) =>
      entries
        .filter((entry) => entry.key === key)
        .map((entry) => ({
          kind: '',
          question: '',
          isFailed: false,
          ledger: [],
          value: null,
          key,
          ...entry,
        })),
    add: () => Promise.reject(new Error('nothing is asked here')),
  }
}

interface Parts extends Partial<Omit<GradedAnswer, 'given' | 'question'>> {
  readonly run?: number
  readonly ledger?: readonly LedgerRow[] | null
  readonly seconds?: number
  readonly solverSteps?: number
}

function answer(id: string, verdict: AnswerVerdict, parts: Parts = {}): GradedAnswer {
  const { run = 1, ledger = null, seconds = null, solverSteps = null, ...others } = parts
  return {
    given: { id, run, answer: 'x', watch: null, ledger, seconds, steps: solverSteps, runId: null },
    question: { id },
    verdict,
    pool: null,
    steps: null,
    tools: null,
    agreement: null,
    ...others,
  } as unknown as GradedAnswer
}

function finished(answers: readonly GradedAnswer[], entries: readonly Partial<GradingEntry>[] = []) {
  return { answers, log: logOf(entries), labels: new Map() } satisfies FinishedAnswers
}

describe('a setting', () => {
  it('takes the runs of a question together', () => {
    const answers = ['a', 'b', 'a', 'a'].map((id, at) => answer(id, at < 2 ? right : wrong, { run: at }))
    const { accuracy, passes } = settingReport('one', finished(answers), [1, 3])
    // 1 of 3 and 1 of 1.
    expect(accuracy.accuracy).toBeCloseTo(2 / 3, 12)
    expect(accuracy).toMatchObject({ correct: 2, judged: 4 })
    expect(passes).toEqual([
      { k: 1, share: expect.closeTo(2 / 3, 12), questions: 2 },
      { k: 3, share: 1, questions: 1 },
    ])
  })
})

describe('tools', () => {
  const calls = (stage: string, tool: string, count: number) => ({ stage, tool, calls: count })

  it('are means over the runs of which they are known', () => {
    const answers = [
      answer('a', right, { tools: [calls('solve', 'search', 3), calls('check', 'search', 1)] }),
      answer('b', right, { tools: [calls('solve', 'search', 1), calls('solve', 'code', 1)] }),
      answer('c', right, { tools: [] }),
      answer('d', right),
    ]
    expect(settingReport('one', finished(answers)).tools).toEqual([
      calls('solve', 'search', 4 / 3),
      calls('check', 'search', 1 / 3),
      calls('solve', 'code', 1 / 3),
    ])
  })
})

describe('what the judge is asked for one answer', () => {
  const step = (was: AnswerVerdict, is: AnswerVerdict, others: Partial<GradedStep> = {}): GradedStep => ({
    candidate: 0,
    stage: 'refine',
    before: 'x',
    after: 'y',
    isSame: false,
    was,
    is,
    ...others,
  })

  it('says of each step what it changed', () => {
    const steps = [
      step(right, wrong, { before: 'B', after: 'C' }),
      step(wrong, right, { before: 'B and C', after: 'BC', isSame: true }),
      step(right, right, { before: 'B', after: 'B' }),
      step(open('none'), right, { stage: 'check', before: null, after: 'B' }),
      step(right, open('k'), { stage: 'check', before: 'B', after: null }),
    ]
    const { changes } = settingReport(
      'one',
      finished([answer('a', right, { steps }), answer('b', right)], [{ key: 'k', value: judged(false) }]),
    )
    expect(
      changes?.changes.map(({ questionId, before, after, turn }) => [questionId, before, after, turn]),
    ).toEqual([
      ['a', 'B', 'C', 'right_to_wrong'],
      ['a', null, 'B', 'unjudged'],
      ['a', 'B', null, 'right_to_wrong'],
    ])
    expect(changes?.stages.map(({ stage, seen, changed }) => [stage, seen, changed])).toEqual([
      ['refine', 3, 1],
      ['check', 2, 2],
    ])
  })
})

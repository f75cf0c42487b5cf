/** What of given answers a report on a setting has besides their verdicts: watching, steps, seconds, and what it leaves null. */
import { expect, it } from 'vitest'
import { createLedger } from '../../../../../../../models/index.ts'
import { watchSummary } from '../../../../../../../monitor/index.ts'
import { type FinishedAnswers, settingReport } from '../../../../../evaluation/answers/grading/figures.ts'
import type { GradedAnswer } from '../../../../../evaluation/answers/grading/grade-set.ts'

const usage = { promptTokens: 10, completionTokens: 5, estimated: false }
const ledger = createLedger(new Map())
ledger.add({ role: 'proposer', model: 'm', seconds: 1, isFailed: false, usage })

function answer(id: string, given: Partial<GradedAnswer['given']>): GradedAnswer {
  const judgement = { state: 'judged', by: 'test', isCorrect: id === 'a', confidencePercent: null }
  const told = { runId: null, answer: 'x', steps: null, seconds: null, ledger: null, watch: null }
  return {
    given: { id, run: 1, ...told, ...given },
    question: { id },
    verdict: { judgement, task: null },
    ...{ pool: null, steps: null, tools: null, agreement: null },
  } as unknown as GradedAnswer
}

const finished = (answers: readonly GradedAnswer[]): FinishedAnswers => ({
  answers,
  log: { triesOf: () => [], add: () => Promise.reject(new Error('nothing is asked here')) },
  labels: new Map(),
})

it('a setting has the watching of the runs that tell of it', () => {
  const watch = { ...watchSummary([]), looks: 3, triggers: 2 }
  const report = settingReport('one', finished([answer('a', { watch }), answer('b', {})]))
  expect(report.watch).toMatchObject({ runs: 1, unhelped: 1, looks: 3, triggers: 2 })
})

it('steps that a file does not tell count as none, and time is known only where all tell it', () => {
  const rows = ledger.rows()
  const told = [answer('a', { steps: 4, seconds: 3, ledger: rows }), answer('b', { ledger: rows })]
  const report = settingReport('one', finished(told))
  expect(report.ledger).toMatchObject({ questions: 2, steps: 2, agents: { promptTokens: 10 } })
  expect(report.spending).toMatchObject({
    runs: 2,
    right: 1,
    ofRight: { calls: 2, tokens: 30, seconds: null },
  })
  const [first] = told
  expect(settingReport('one', finished([first!])).spending).toMatchObject({
    ofRun: { seconds: 3, tokens: 15 },
  })
})

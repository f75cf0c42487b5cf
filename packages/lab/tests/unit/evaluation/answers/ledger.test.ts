import { describe, expect, it } from 'vitest'
import { createLedger } from '../../../../../../models/index.ts'
import { ledgerSummary } from '../../../../evaluation/answers/index.ts'

describe('the summary of ledgers', () => {
  const call = (role: string, promptTokens: number, completionTokens: number, model = 'm') => ({
    role,
    model,
    seconds: 1,
    isFailed: false,
    usage: { promptTokens, completionTokens, estimated: false },
  })
  const ledger = createLedger(new Map([['m', { prompt: 1, completion: 10 }]]))
  for (const one of [
    call('proposer', 100, 50),
    call('proposer', 300, 150),
    call('monitor', 40, 2),
    call('judge', 500, 20),
  ])
    ledger.add(one)
  const summary = ledgerSummary([
    { questionId: 'a', rows: ledger.rows(), steps: 7 },
    { questionId: 'b', rows: [], steps: 3 },
  ])

  it('has the means of a question by role, helpers and judges apart', () => {
    expect(summary).toMatchObject({
      questions: 2,
      steps: 5,
      agents: { promptTokens: 200, completionTokens: 100 },
      withHelpers: { promptTokens: 220, completionTokens: 101 },
      judges: { promptTokens: 250, completionTokens: 10 },
    })
    expect(summary.roles.map(({ role, kind, calls }) => [role, kind, calls])).toEqual([
      ['proposer', 'agent', 1],
      ['monitor', 'helper', 0.5],
      ['judge', 'judge', 0.5],
    ])
  })

  it.each([
    ...['monitor', 'querier', 'sifter', 'injector', 'reader', 'embedder'].map((role) => ({
      role,
      kind: 'helper',
    })),
    ...['judge', 'grader', 'labeller'].map((role) => ({ role, kind: 'judge' })),
    { role: 'ranker', kind: 'agent' },
  ])('takes the $role for a role of the kind $kind', ({ role, kind }) => {
    const own = createLedger(new Map())
    own.add(call(role, 1, 1))
    expect(ledgerSummary([{ questionId: 'a', rows: own.rows(), steps: 1 }]).roles).toMatchObject([
      { role, kind },
    ])
  })
})

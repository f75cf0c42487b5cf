import { describe, expect, it } from 'vitest'
import { createLedger } from '../../../../../../models/index.ts'
import { errorTypeFigures, ledgerSummary } from '../../../../evaluation/answers/index.ts'
import {
  publishedErrorShares,
  publishedSetting,
  publishedSystems,
} from '../../../../evaluation/answers/published.ts'

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

  it('has the cost of each role where its price is known, and says where counts are estimated', () => {
    expect(summary).toMatchObject({
      estimated: false,
      // 1 and 10 dollars a million, over two questions.
      agents: { cost: expect.closeTo((400 + 2_000) / 2e6, 12) },
      withHelpers: { cost: expect.closeTo((440 + 2_020) / 2e6, 12) },
      judges: { cost: expect.closeTo((500 + 200) / 2e6, 12) },
    })
    const other = createLedger(new Map([['m', { prompt: 1, completion: 10 }]]))
    other.add(call('proposer', 100, 50))
    other.add(call('corrector', 100, 50, 'another'))
    const usage = { promptTokens: 1, completionTokens: 1, estimated: true }
    other.add({ ...call('judge', 1, 1), usage })
    const mixed = ledgerSummary([{ questionId: 'a', rows: other.rows(), steps: 1 }])
    expect(mixed.roles.map(({ cost }) => cost)).toEqual([
      expect.closeTo(600 / 1e6, 12),
      null,
      expect.closeTo(11 / 1e6, 12),
    ])
    expect([mixed.agents.cost, mixed.estimated]).toEqual([null, true])
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

  it('of nothing is nothing', () => {
    expect(ledgerSummary([])).toMatchObject({
      questions: 0,
      steps: 0,
      roles: [],
      agents: { promptTokens: 0 },
    })
  })
})

describe('published figures', () => {
  it('name the table they are from, where tables disagree', () => {
    const deepSeek = publishedSystems.filter(
      ({ name, base }) => name.startsWith('DeepSeek V3.1') && base === null,
    )
    expect(deepSeek.map(({ table, hle }) => [table, hle])).toEqual([
      ['2', 13.42],
      ['A4', 6.71],
      ['A4', 11.21],
    ])
    expect(publishedSetting('3a', 'full')).toEqual({
      table: '3a',
      name: 'full',
      accuracyPercent: 48.3,
      kiloTokens: 218.9,
      steps: 53.4,
    })
    expect(publishedSetting('3a', 'none')).toBeNull()
    expect(publishedSetting('A5', 'full')).not.toEqual(publishedSetting('3a', 'full'))
  })

  it('have counts of errors that give the printed shares', () => {
    const shares = publishedErrorShares()
    expect(shares.map(({ type }) => type)).toEqual(Object.keys(errorTypeFigures([]).types))
    expect(shares.map(({ percent }) => percent.toFixed(2))).toEqual(['92.78', '88.66', '13.40', '9.28'])
  })
})

/** What a report says was measured, from the runs behind it. */
import { expect, test } from 'vitest'
import { watchSummary } from '../../../../../../monitor/index.ts'
import { NO_BUDGET } from '../../../../../../solver/index.ts'
import { conditionsAt } from '../../../../../../solver/run-conditions.ts'
import { FAKE_ENVIRONMENT } from '../../../../../../tests/fakes/fake-run-ports.ts'
import { type MeasuredRun, measuredFacts, watchTotals } from '../../../../evaluation/answers/index.ts'

const at = new Date(0).toISOString()

function run(setting: string, plan: object = {}, environment: object = {}): MeasuredRun {
  const conditions = {
    ...conditionsAt({ ...FAKE_ENVIRONMENT, ...environment }, at),
    prompts: [{ name: 'PROPOSE', hash: 'abc' }],
  }
  return {
    setting,
    record: {
      plan: {
        question: { id: 'q', text: 'Why?' },
        pattern: 'eigen1',
        preset: 'published',
        settings: { proposers: 5, retrieval: 'implicit' },
        corpus: 'main',
        backend: 'auto',
        monitor: 'lexical',
        budget: NO_BUDGET,
        ...plan,
      },
      conditions: [conditions],
    },
  }
}

const valuesOf = (runs: readonly MeasuredRun[], name: string) =>
  measuredFacts(runs).facts.find((fact) => fact.name === name)?.values

test('what all runs agree in is said once, settings and prompts in one line each', () => {
  const { facts, runs, unknown } = measuredFacts([run('a'), run('b')])
  expect([runs, unknown]).toEqual([2, 0])
  const said = Object.fromEntries(facts.map(({ name, values }) => [name, values]))
  expect(said).toMatchObject({
    Gloss: [{ value: '0.0.0', of: null }],
    corpus: [{ value: 'main, seq 7 at the start', of: null }],
    preset: [{ value: 'published', of: null }],
    settings: [{ value: 'proposers 5, retrieval implicit', of: null }],
    prompts: [{ value: 'PROPOSE abc', of: null }],
  })
})

test('what all runs agree in of which anything is known is said once', () => {
  const runs = [run('a'), { setting: 'a', record: null }, run('b')]
  expect(measuredFacts(runs)).toMatchObject({ runs: 3, unknown: 1 })
  expect(valuesOf(runs, 'preset')).toEqual([{ value: 'published', of: null }])
})

test('what differs is said with the runs that have it', () => {
  const explicit = run('explicit', { settings: { proposers: 5, retrieval: 'explicit' } })
  const later = run('full', {}, { corpus: { name: 'main', seq: 8 } })
  const runs = [explicit, run('full'), later]
  expect(valuesOf(runs, 'retrieval')).toEqual([
    { value: 'explicit', of: 'explicit' },
    { value: 'implicit', of: 'full' },
  ])
  expect(valuesOf(runs, 'corpus')).toEqual([
    { value: 'main, seq 7 at the start', of: 'explicit, full (1 of 2 runs)' },
    { value: 'main, seq 8 at the start', of: 'full (1 of 2 runs)' },
  ])
  expect(valuesOf(runs, 'settings')).toEqual([{ value: 'proposers 5', of: null }])
})

test('runs that are gone are counted, and those of older versions say that nothing was recorded', () => {
  const old = run('a')
  const { plan } = old.record!
  expect(measuredFacts([{ setting: 'a', record: null }])).toEqual({ runs: 1, unknown: 1, facts: [] })
  expect(valuesOf([{ setting: 'a', record: { plan, conditions: [] } }], 'Gloss')).toEqual([
    { value: 'not recorded', of: null },
  ])
})

test('a run that was resumed under other conditions says so, with the newest of them', () => {
  const [first, later] = [run('a'), run('a', {}, { corpus: { name: 'main', seq: 8 } })]
  const conditions = [...first.record!.conditions, ...later.record!.conditions]
  const resumed = { setting: 'a', record: { plan: first.record!.plan, conditions } }
  expect(valuesOf([resumed], 'resumed with other conditions')).toEqual([{ value: 'yes', of: null }])
  expect(valuesOf([resumed], 'corpus')).toEqual([{ value: 'main, seq 8 at the start', of: null }])
  expect(valuesOf([first], 'resumed with other conditions')).toBeUndefined()
})

test('problems are one kind however often they were due, and unhelped runs are counted', () => {
  const failing = (times: number) =>
    watchSummary(
      Array.from({ length: times }, () => ({
        kind: 'failure' as const,
        stage: 'monitor' as const,
        what: 'MODEL_TIMEOUT',
        message: 'Too slow.',
        atMs: 0,
      })),
    )
  expect(watchTotals([failing(3), failing(5), watchSummary([]), null])).toMatchObject({
    runs: 3,
    unhelped: 2,
    problems: [{ problem: 'The monitor could not judge any of 3 looks: Too slow. [MODEL_TIMEOUT]', runs: 2 }],
  })
  expect(watchTotals([null])).toBeNull()
})

test('counts of watching are sums over the runs of which it is known', () => {
  const nothing = watchSummary([])
  const searches = { asked: 4, empty: 1, failed: 0 }
  const first = {
    ...nothing,
    looks: 5,
    triggers: 1,
    injections: 2,
    injectedTokens: 30,
    characters: 100,
    searches,
  }
  const second = { ...first, looks: 7, injections: 1, problems: ['b 1', 'a'] }
  const third = { ...nothing, problems: ['a', 'b 2'] }
  expect(watchTotals([first, null, second, third])).toMatchObject({
    runs: 3,
    unhelped: 0,
    looks: 12,
    triggers: 2,
    injections: 3,
    searches: 8,
    characters: 200,
    injectedTokens: 60,
    problems: [
      { problem: 'b 1', runs: 2 },
      { problem: 'a', runs: 2 },
    ],
  })
})

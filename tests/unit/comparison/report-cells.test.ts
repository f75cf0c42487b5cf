/** Numbers of a report as a person reads them. */
import { describe, expect, it } from 'vitest'
import { metricValues } from '../../../comparison/metrics.ts'
import {
  answeredRows,
  dollars,
  furtherRows,
  latencyRows,
  milliseconds,
  pairRows,
  share,
  usageRows,
} from '../../../comparison/report/cells.ts'
import type { RetrievalReport } from '../../../comparison/report/report.ts'

const FIGURES = {
  queries: 4,
  ...metricValues((_, at) => (at + 1) / 10),
  p50Ms: 9.994,
  p99Ms: 150.4,
  intervals: metricValues(() => [0, 1] as const),
  stages: {},
}

function report(backends: object, more: object = {}): RetrievalReport {
  return { backends, pairs: [], sameAs: {}, ...more } as unknown as RetrievalReport
}

it.each([
  [0.12345, '0.123'],
  [0.9996, '1.000'],
  [-0.0004, '0.000'],
  [-0.0006, '-0.001'],
  [0, '0.000'],
])('a share of %d is %s', (value, text) => {
  expect(share(value)).toBe(text)
})

it.each([
  [0, '0.00'],
  [9.994, '9.99'],
  [10, '10.0'],
  [99.94, '99.9'],
  [100, '100'],
  [1234.5, '1235'],
])('%d ms are %s', (value, text) => {
  expect(milliseconds(value)).toBe(text)
})

it.each([
  [null, 'not known'],
  [0, '$0.00000'],
  [0.09999, '$0.09999'],
  [0.1, '$0.10'],
  [12.345, '$12.35'],
])('%d dollars are %s', (value, text) => {
  expect(dollars(value)).toBe(text)
})

describe('rows', () => {
  it('of pairs say how likely chance is', () => {
    const pair = (p: number, isSignificant: boolean) => {
      const names = { metric: 'ndcg@10', better: 'a', worse: 'b' }
      return { ...names, difference: 0.5, interval: [0.25, 0.75], p, adjustedP: 2 * p, isSignificant }
    }
    const pairs = [pair(0.00049, true), pair(0.0005, true), pair(0.04, false)]
    const cells = pairRows(report({}, { pairs })).map((row) => row.slice(1))
    expect(cells).toEqual([
      ['better', 'worse', 'difference', 'p', 'p (Holm)', 'significant'],
      ['a', 'b', '0.500 [0.250, 0.750]', '< 0.0005', '0.0010', 'yes'],
      ['a', 'b', '0.500 [0.250, 0.750]', '0.0005', '0.0010', 'yes'],
      ['a', 'b', '0.500 [0.250, 0.750]', '0.0400', '0.0800', 'no'],
    ])
  })

  it('of further measures leave out those that are tested, and say where one is missing', () => {
    const rows = furtherRows(report({ a: { ...FIGURES, measures: { AP: 0.25 } }, b: FIGURES }))
    expect(rows[0]).toHaveLength(7)
    expect(rows.slice(1)).toEqual([
      ['a', '0.300', '0.500', '0.600', '0.700', '0.800', '0.250'],
      ['b', '0.300', '0.500', '0.600', '0.700', '0.800', 'NaN'],
    ])
  })

  it('of latency have a dash for a stage that a backend has not', () => {
    const stages = { rank: { meanMs: 1, p50Ms: 1, p99Ms: 2 } }
    expect(latencyRows(report({ a: { ...FIGURES, stages }, b: FIGURES }))).toEqual([
      ['backend', 'total', 'rank'],
      ['a', '9.99 / 150 ms', '1.00 / 2.00 ms'],
      ['b', '9.99 / 150 ms', '–'],
    ])
  })

  it('of use are those of backends that ask a model', () => {
    const usage = { calls: 8, promptTokens: 100, completionTokens: 20, cost: 0.4 }
    const free = { ...usage, cost: null }
    expect(usageRows(report({ a: FIGURES }))).toEqual([])
    expect(
      usageRows(
        report({
          a: FIGURES,
          b: { ...FIGURES, usage },
          c: { ...FIGURES, usage: free },
          d: { ...FIGURES, usage, queries: 0 },
        }),
      ).slice(1),
    ).toEqual([
      ['b', '8', '100', '20', '$0.40', '$0.10'],
      ['c', '8', '100', '20', 'not known', 'not known'],
      ['d', '8', '100', '20', '$0.40', 'not known'],
    ])
  })

  it('of what answered say what is the same', () => {
    expect(answeredRows(report({ a: FIGURES }))).toEqual([])
    const backends = { auto: { ...FIGURES, answeredBy: { walk: 3, bm25: 1 } }, b: FIGURES }
    const [, row] = answeredRows(report(backends))
    expect(row).toEqual(['auto', 'walk 3, bm25 1'])
    const [, same] = answeredRows(report(backends, { sameAs: { auto: 'walk' } }))
    expect(same).toEqual(['auto', 'walk 3, bm25 1; the same as walk, so not tested'])
  })
})

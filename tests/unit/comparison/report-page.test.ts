/** The page and the tables of a comparison: what stands there, and what is left out. */
import { describe, expect, it } from 'vitest'
import { markdownReport, type RetrievalReport, reportTables } from '../../../comparison/index.ts'
import { type Metric, metricValues } from '../../fixtures/metric-values.ts'

const FIGURES = {
  queries: 4,
  ...metricValues((at) => (at + 1) / 10),
  ...{ p50Ms: 1, p99Ms: 2, stages: {} },
  intervals: metricValues(() => [0, 1] as const),
}

function report(names: readonly string[], more: object = {}): RetrievalReport {
  return {
    ...{ corpus: 'main', seq: 3, embedder: 'static', synthetic: false },
    gloss: { version: '1.2.3', commit: null },
    questions: { queries: 'q.jsonl', qrels: 'r.tsv', asked: 4 },
    ...{ losses: {}, failures: {}, pairs: [], sameAs: {} },
    backends: Object.fromEntries(names.map((name) => [name, FIGURES])),
    ...more,
  } as RetrievalReport
}

const pair = (
  better: string,
  worse: string,
  metric: Metric = 'ndcg@10',
  isSignificant = true,
): RetrievalReport['pairs'][number] => ({
  ...{ better, worse, metric, isSignificant },
  ...{ difference: 0.1, interval: [0, 0.2], p: 0.01, adjustedP: 0.02 },
})

describe('tables for a terminal', () => {
  const titles = (of: RetrievalReport) => reportTables(of).map(({ title }) => title.split(',')[0])

  it('are those that have a row', () => {
    const [quality, ...others] = titles(report(['bm25']))
    expect([quality, others]).toEqual(['Quality', ['Further figures', 'Latency of a question']])
    expect(titles(report([]))).toEqual([])
    const usage = { calls: 1, promptTokens: 1, completionTokens: 1, cost: null }
    const backends = { auto: { ...FIGURES, usage, answeredBy: { bm25: 4 } } }
    expect(titles(report([], { backends }))).toEqual([
      'Quality',
      'Further figures',
      'Who answered',
      'Latency of a question',
      'Tokens and cost',
    ])
  })
})

describe('a page', () => {
  const pageOf = (names: readonly string[], more: object = {}) => markdownReport(report(names, more), 'x.svg')

  it('says that one backend alone is compared with none, and that no model was used', () => {
    expect(pageOf(['bm25'])).toContain('## Pairs\n\nOnly one backend: nothing to compare.\n\n## Latency')
    expect(pageOf(['bm25'])).toContain('## Tokens and cost\n\nNo backend used a model.\n\n')
    const two = pageOf(['bm25', 'walk'], { pairs: [pair('walk', 'bm25')] })
    expect(two).toContain('## Pairs\n\n| metric | better |')
    expect(two).not.toContain('Only one backend')
  })

  it('has a table of who answered, and of use, where there is something in them', () => {
    const usage = { calls: 7, promptTokens: 1, completionTokens: 1, cost: null }
    const page = pageOf([], { backends: { auto: { ...FIGURES, usage, answeredBy: { bm25: 4 } } } })
    expect(page).toContain('| backend | questions answered by |\n| --- | --- |\n| auto | bm25 4 |')
    expect(page).toContain('## Tokens and cost\n\n| backend | calls |')
    expect(pageOf(['bm25'])).not.toContain('answered by')
  })

  it('says where and with which settings it was measured, where that is known', () => {
    const provenance = {
      ...{ date: '2026-11-23', units: 'abc', seed: 7, machine: 'two cores' },
      settings: { depth: 10, reranker: null },
    }
    expect(pageOf(['bm25'], { provenance })).toMatch(
      /\n\nMeasured 2026-11-23 on two cores; units abc; seed 7; depth 10, reranker default\.\n$/,
    )
    expect(pageOf(['bm25'])).not.toContain('Measured')
  })

  it('has no part for failures and losses where there are none', () => {
    expect(pageOf(['bm25'])).not.toMatch(/## Not answered|## Left out/)
    expect(pageOf(['bm25'], { losses: { bad_query: 1 } })).toContain('## Left out\n\n- bad\\_query: 1\n\n')
  })
})

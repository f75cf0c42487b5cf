/** Tests comparisons of backends in pairs: the difference, and its significance corrected for all tests of a metric. */
import { describe, expect, it } from 'vitest'
import { comparePairs, delegations, metricsOf, type QuestionFigures } from '../../../comparison/index.ts'

/** Returns questions, each with the same value of every metric. */
function rows(values: readonly number[], by?: string): QuestionFigures[] {
  return values.map((value, at) => ({
    id: String(at),
    ...allMetrics(value),
    ms: 1,
    stages: {},
    ...(by === undefined ? {} : { by }),
  }))
}

const ones = new Array<number>(8).fill(1)
const halves = new Array<number>(8).fill(0.5)
const mixed = [1, 0, 1, 0, 1, 0, 1, 0]

describe('every pair of a metric', () => {
  const figures = comparePairs({ low: rows(halves), high: rows(ones), mixed: rows(mixed) })
  const shown = figures.map(({ metric, better, worse }) => `${metric} ${better} > ${worse}`)

  it('is tested once, by the three metrics, the better first, equals in their order', () => {
    const pairs = ['high > low', 'low > mixed', 'high > mixed']
    expect(shown).toEqual(
      ['ndcg@10', 'mrr@10', 'recall@5'].flatMap((metric) => pairs.map((pair) => `${metric} ${pair}`)),
    )
  })

  it('is corrected for the other pairs of its metric, not for other metrics', () => {
    // 2/256 is the least of three; 2/16 is next; 1 stays 1.
    expect(figures.slice(0, 3).map(({ adjustedP }) => adjustedP)).toEqual([6 / 256, 1, 4 / 16])
    expect(figures[0]).toMatchObject({ difference: 0.5, interval: [0.5, 0.5], p: 2 / 256 })
    expect(figures.slice(0, 3).map(({ isSignificant }) => isSignificant)).toEqual([true, false, false])
  })
})

describe('a backend that handed every question on', () => {
  it.each([
    { name: 'none answers like it', backends: { auto: rows(mixed, 'bm25'), bm25: rows(ones) } },
    {
      name: 'it answered a question itself',
      backends: { auto: [...rows(ones, 'bm25').slice(1), ...rows([1])], bm25: rows(ones) },
    },
    { name: 'it has no question', backends: { auto: [], bm25: [] } },
    { name: 'it is alone', backends: { auto: rows(ones, 'bm25') } },
    {
      name: 'one metric differs',
      backends: { auto: rows(ones, 'bm25').map((row) => ({ ...row, 'hit@10': 0 })), bm25: rows(ones) },
    },
    { name: 'the other has fewer questions', backends: { auto: rows(ones, 'bm25'), bm25: rows([1]) } },
  ])('is not one where $name', ({ backends }) => {
    expect(delegations(backends)).toEqual({})
  })
})

/** Returns the same value for each metric of a comparison. */
function allMetrics(value: number): ReturnType<typeof metricsOf> {
  const metrics = metricsOf([], new Map())
  return Object.fromEntries(Object.keys(metrics).map((metric) => [metric, value])) as typeof metrics
}

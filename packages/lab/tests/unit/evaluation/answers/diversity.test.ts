/** Lines through agreement and accuracy, by hand. */
import { describe, expect, it } from 'vitest'
import { randomIndex, seededRandom } from '../../../../../../core/index.ts'
import type { LedgerRow } from '../../../../../../models/index.ts'
import { agreementLines } from '../../../../evaluation/answers/diversity.ts'
import { spendingFigures } from '../../../../evaluation/answers/spending.ts'

function points(places: readonly (readonly [consistency: number, accuracy: number])[], task = 'all') {
  return places.map(([consistency, accuracy], at) => ({
    questionId: String(at),
    task,
    consistency,
    accuracy,
  }))
}

describe('the line through problems', () => {
  it('is that of least squares', () => {
    // Means 2 and 8/3; sums of squares 2 and 14/3, of products 3.
    const [line] = agreementLines(
      points([
        [1, 1],
        [2, 3],
        [3, 4],
      ]),
    )
    expect(line).toMatchObject({ task: 'all', count: 3 })
    expect(line!.slope).toBeCloseTo(1.5, 12)
    expect(line!.intercept).toBeCloseTo(8 / 3 - 3, 12)
    expect(line!.r).toBeCloseTo(3 / Math.sqrt(2 * (14 / 3)), 12)
  })

  it('has an interval from three problems on, around it', () => {
    const places = [
      [1, 1],
      [2, 3],
      [3, 4],
      [4, 4],
      [5, 7],
    ] as const
    const [line] = agreementLines(points(places))
    expect(line!.slopeInterval![0]).toBeLessThan(line!.slope!)
    expect(line!.slopeInterval![1]).toBeGreaterThan(line!.slope!)
    expect(line!.rInterval![1]).toBeLessThanOrEqual(1 + 1e-12)
    expect(agreementLines(points(places.slice(0, 3)))[0]!.slopeInterval).not.toBeNull()
    expect(agreementLines(points(places.slice(0, 2)))[0]).toMatchObject({
      slope: 2,
      slopeInterval: null,
      rInterval: null,
    })
    expect(agreementLines(points(places))).toEqual([line])
  })

  it('has the interval of 2,000 resamples of its problems, drawn by the seed that reports are made with', () => {
    const places = [
      [0, 0.1],
      [0.13, 0.42],
      [0.37, 0.08],
      [0.41, 0.55],
      [0.58, 0.29],
      [0.66, 0.81],
      [0.87, 0.64],
      [1, 0.9],
    ] as const
    const random = seededRandom(20_251_007)
    const slopes: number[] = []
    for (let drawn = 0; drawn < 2_000; drawn++) {
      const own = places.map(() => places[randomIndex(random, 8)]!)
      const sum = (value: (x: number, y: number) => number) =>
        own.reduce((all, [x, y]) => all + value(x, y), 0)
      const [x, y, xx, xy] = [
        sum((one) => one),
        sum((_, one) => one),
        sum((one) => one * one),
        sum((a, b) => a * b),
      ]
      // Of eight; a resample of one place has no line.
      if (8 * xx - x * x > 1e-9) slopes.push((8 * xy - x * y) / (8 * xx - x * x))
    }
    slopes.sort((one, other) => one - other)
    // The smallest value with at least 2.5 and 97.5 % of them up to it.
    const [low, high] = [0.025, 0.975].map((share) => slopes[Math.ceil(share * slopes.length) - 1]!)
    const [line] = agreementLines(points(places))
    expect(line!.slopeInterval![0]).toBeCloseTo(low!, 9)
    expect(line!.slopeInterval![1]).toBeCloseTo(high!, 9)
  })

  it('is there as soon as agreement varies at all, and not by what adding up leaves', () => {
    // Sums of squares of .5, .72 and 1.62 times 1e-12.
    const slopes = [1e-6, 1.2e-6, 1.8e-6].map(
      (apart) =>
        agreementLines(
          points([
            [0, 0],
            [apart, 1],
          ]),
        )[0]!.slope,
    )
    expect(slopes).toEqual([null, null, expect.closeTo(1 / 1.8e-6, 3)])
  })

  it('of a falling line falls', () => {
    const [line] = agreementLines(
      points([
        [0, 1],
        [0.5, 0.5],
        [1, 0],
      ]),
    )
    expect([line!.slope, line!.intercept, line!.r]).toEqual([-1, 1, -1])
    expect(line!.slopeInterval!.map((end) => end.toFixed(9))).toEqual(['-1.000000000', '-1.000000000'])
  })

  it('is none where all agree alike, and has no r where all are as right', () => {
    const nothing = { slope: null, intercept: null, r: null, slopeInterval: null, rInterval: null }
    expect(
      agreementLines(
        points([
          [0.1, 0],
          [0.1, 1],
          [0.1, 0.5],
        ]),
      )[0],
    ).toMatchObject(nothing)
    const [flat] = agreementLines(
      points([
        [0, 0.1],
        [0.5, 0.1],
        [1, 0.1],
      ]),
    )
    expect(flat).toMatchObject({ r: null, rInterval: null })
    expect(flat!.slope).toBeCloseTo(0, 12)
    expect(flat!.intercept).toBeCloseTo(0.1, 12)
  })

  it('is one a task, in the order in which they come', () => {
    const both = [
      ...points(
        [
          [0, 0],
          [1, 1],
        ],
        'b',
      ),
      ...points(
        [
          [0, 1],
          [1, 0],
        ],
        'a',
      ),
      ...points([[2, 2]], 'b'),
    ]
    expect(agreementLines(both).map(({ task, count, slope }) => [task, count, slope])).toEqual([
      ['b', 3, 1],
      ['a', 2, -1],
    ])
    expect(agreementLines([])).toEqual([])
  })
})

describe('what answers took', () => {
  const row = (calls: number, promptTokens: number, completionTokens: number, cost: number | null) =>
    ({ calls, promptTokens, completionTokens, cost }) as LedgerRow
  const runs = [
    { ledger: [row(1, 100, 10, 0.5), row(2, 200, 20, 0.25)], seconds: 4, isRight: true },
    { ledger: [row(3, 300, 30, 0.25)], seconds: 8, isRight: false },
    { ledger: [], seconds: 0, isRight: true },
    { ledger: null, seconds: null, isRight: true },
  ]

  it('is a mean of runs, and all of it shared among the right ones', () => {
    expect(spendingFigures(runs)).toEqual({
      runs: 3,
      right: 2,
      ofRun: { calls: 2, tokens: 220, seconds: 4, cost: 1 / 3 },
      ofRight: { calls: 3, tokens: 330, seconds: 6, cost: 0.5 },
    })
  })

  it('is none where nothing is known, or none is right', () => {
    expect(spendingFigures(runs.slice(3))).toBeNull()
    expect(spendingFigures([])).toBeNull()
    expect(spendingFigures(runs.slice(1, 2))?.ofRight).toBeNull()
  })

  it('has no seconds and no cost where one is not known', () => {
    const unknown = { ledger: [row(1, 1, 1, null)], seconds: null, isRight: true }
    expect(spendingFigures([runs[0]!, unknown])).toMatchObject({
      ofRun: { calls: 2, seconds: null, cost: null },
      ofRight: { seconds: null, cost: null },
    })
  })
})

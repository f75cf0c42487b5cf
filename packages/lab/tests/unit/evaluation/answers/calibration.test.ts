/** Calibration by hand: bins of equal width, bins of a hundred, and what is not counted. */
import { describe, expect, it } from 'vitest'
import { calibrationOf } from '../../../../evaluation/answers/calibration.ts'
import type { Judgement } from '../../../../evaluation/answers/judge.ts'

function judged(confidencePercent: number | null, isCorrect: boolean): Judgement {
  return { state: 'judged', by: 'programs', isCorrect, confidencePercent } as Judgement
}

function answers(count: number, confidencePercent: number, right: number): Judgement[] {
  return Array.from({ length: count }, (_, at) => judged(confidencePercent, at < right))
}

describe('calibration', () => {
  it('of nothing that says how sure it is, is none', () => {
    expect(calibrationOf([])).toBeNull()
    expect(
      calibrationOf([judged(null, true), { state: 'unjudged', by: 'x', reason: 'not_asked' }]),
    ).toBeNull()
  })

  it('of one answer is its gap', () => {
    const figures = calibrationOf([judged(80, true), judged(null, false)])!
    expect(figures.count).toBe(1)
    expect(figures.rms).toBeCloseTo(0.2, 12)
    expect(figures.ece).toBeCloseTo(0.2, 12)
    expect(figures.bins).toEqual([{ count: 1, confidence: 0.8, accuracy: 1 }])
  })

  it('has ten bins of equal width, the upper end in the last', () => {
    const figures = calibrationOf([0, 9, 10, 19, 50, 89, 90, 100].map((percent) => judged(percent, true)))!
    expect(figures.bins.map(({ count }) => count)).toEqual([2, 2, 1, 1, 2])
    expect(figures.bins[0]).toEqual({ count: 2, confidence: 0.045, accuracy: 1 })
    expect(figures.bins.at(-1)).toEqual({ count: 2, confidence: 0.95, accuracy: 1 })
  })

  it('weighs the bins by their answers', () => {
    // 3 at 90 % of which 1 is right, 1 at 10 % that is right: 3/4 * .5667 + 1/4 * .9
    const figures = calibrationOf([...answers(3, 90, 1), judged(10, true)])!
    expect(figures.ece).toBeCloseTo(0.75 * (0.9 - 1 / 3) + 0.25 * 0.9, 12)
    // All four are one bin of the other error: .7 against 1/2.
    expect(figures.rms).toBeCloseTo(0.2, 12)
  })

  it('has bins of a hundred in the order of their confidence, the last with what is left', () => {
    const sure = answers(150, 90, 75)
    const unsure = answers(100, 30, 100)
    const figures = calibrationOf([...sure, ...unsure])!
    // 100 at 30 %, all right: a gap of .7; 150 at 90 %, half right: .4.
    expect(figures.rms).toBeCloseTo(Math.sqrt(0.4 * 0.7 ** 2 + 0.6 * 0.4 ** 2), 12)
    expect(figures.count).toBe(250)
  })

  it('has one bin below two hundred', () => {
    const figures = calibrationOf([...answers(100, 100, 100), ...answers(99, 0, 99)])!
    expect(figures.rms).toBeCloseTo(99 / 199, 12)
    const two = calibrationOf([...answers(100, 100, 100), ...answers(100, 0, 100)])!
    expect(two.rms).toBeCloseTo(Math.sqrt(0.5), 12)
  })
})

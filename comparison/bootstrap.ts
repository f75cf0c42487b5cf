/** Estimates how certain a mean over questions is: percentile intervals of the bootstrap (Efron and Tibshirani 1993, chapter 13). */

import { randomIndex, seededRandom } from '../core/index.ts'
import { percentile } from './metrics.ts'

/** Lower and upper end. */
export type Interval = readonly [low: number, high: number]

export interface BootstrapOptions {
  /** Default 2,000: above that the ends of a 95 % interval move by less than its third digit (Efron and Tibshirani, 1,000 to 2,000). */
  readonly resamples?: number
}

/** Returns `0.512 [0.431, 0.593]`; the value alone if there is no interval. */
export function withInterval(value: number, [low, high]: Interval, cell: (value: number) => string): string {
  return Number.isNaN(low) ? cell(value) : `${cell(value)} [${cell(low)}, ${cell(high)}]`
}

export const DEFAULT_SEED = 20_070_906
/** Share of the resampled means outside the interval at either end. */
const TAIL = 0.025

/**
 * Returns the interval of the mean of each series (equally long, one value per question). All series are resampled by the same draws. Costs
 * resamples x values x series additions. Both ends are NaN for fewer than two values: one question says nothing about others.
 */
export function bootstrapIntervals(
  series: readonly (readonly number[])[],
  { resamples = 2_000 }: BootstrapOptions = {},
): Interval[] {
  const size = series[0]?.length ?? 0
  if (series.some((values) => values.length !== size))
    throw new RangeError('The series of a bootstrap must be equally long.')
  if (size < 2) return series.map(() => [Number.NaN, Number.NaN] as const)
  const random = seededRandom(DEFAULT_SEED)
  const means = series.map(() => new Float64Array(resamples))
  const draws = new Uint32Array(size)
  for (let resample = 0; resample < resamples; resample++) {
    for (let i = 0; i < size; i++) draws[i] = randomIndex(random, size)
    for (const [at, values] of series.entries()) {
      let sum = 0
      for (const draw of draws) sum += values[draw]!
      means[at]![resample] = sum / size
    }
  }
  return means.map((sample) => [percentile(sample, TAIL), percentile(sample, 1 - TAIL)] as const)
}

export function bootstrapInterval(values: readonly number[], options: BootstrapOptions = {}): Interval {
  const [interval] = bootstrapIntervals([values], options)
  return interval as Interval
}

/** Measures whether candidates that agree tend to be right, by a line through problems for each kind of task (Figure 8 of Eigen-1). */

import type { Interval } from '../../../../comparison/index.ts'
import { mean, percentile } from '../../../../comparison/index.ts'
import { randomIndex, seededRandom } from '../../../../core/index.ts'

export interface AgreementPoint {
  readonly questionId: string
  /** Kind of task, such as `retrieval` or `reasoning`. */
  readonly task: string
  /** Mean consistency of the pairs of candidates. */
  readonly consistency: number
  /** Mean accuracy of the candidates. */
  readonly accuracy: number
}

export interface LineFigures {
  readonly task: string
  readonly count: number
  /** Slope by least squares; null if all problems have the same consistency. */
  readonly slope: number | null
  readonly intercept: number | null
  /** Pearson correlation; null if either value does not vary. */
  readonly r: number | null
  /** 95 % interval by percentile bootstrap over problems; null for fewer than three. */
  readonly slopeInterval: Interval | null
  readonly rInterval: Interval | null
}

interface Line {
  readonly slope: number | null
  readonly intercept: number | null
  readonly r: number | null
}

const RESAMPLES = 2_000
const SEED = 20_251_007
const MIN_POINTS = 3
// In floating point, the sum of squared deviations of equal numbers is not always 0.
const NO_SPREAD = 1e-12

/** Returns one line per task, in order of first appearance. */
export function agreementLines(points: readonly AgreementPoint[]): LineFigures[] {
  const tasks = [...new Set(points.map(({ task }) => task))]
  return tasks.map((task) => {
    const own = points.filter((point) => point.task === task)
    return { task, count: own.length, ...lineThrough(own), ...intervals(own) }
  })
}

type Point = Pick<AgreementPoint, 'consistency' | 'accuracy'>

function lineThrough(points: readonly Point[]): Line {
  const meanX = mean(points.map(({ consistency }) => consistency))
  const meanY = mean(points.map(({ accuracy }) => accuracy))
  const sumOf = (value: (x: number, y: number) => number) =>
    points.reduce((sum, point) => sum + value(point.consistency - meanX, point.accuracy - meanY), 0)
  const [xx, yy, xy] = [sumOf((x) => x * x), sumOf((_, y) => y * y), sumOf((x, y) => x * y)]
  if (xx < NO_SPREAD) return { slope: null, intercept: null, r: null }
  const slope = xy / xx
  return { slope, intercept: meanY - slope * meanX, r: yy < NO_SPREAD ? null : xy / Math.sqrt(xx * yy) }
}

/** Returns bootstrap intervals. Resamples without variation have no line and are left out. */
function intervals(points: readonly Point[]): Pick<LineFigures, 'slopeInterval' | 'rInterval'> {
  if (points.length < MIN_POINTS) return { slopeInterval: null, rInterval: null }
  const random = seededRandom(SEED)
  const lines = Array.from({ length: RESAMPLES }, () =>
    lineThrough(points.map(() => points[randomIndex(random, points.length)] as Point)),
  )
  return {
    slopeInterval: middle(lines.flatMap(({ slope }) => slope ?? [])),
    rInterval: middle(lines.flatMap(({ r }) => r ?? [])),
  }
}

function middle(values: readonly number[]): Interval | null {
  return values.length === 0 ? null : [percentile(values, 0.025), percentile(values, 0.975)]
}

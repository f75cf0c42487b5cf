/** Logistic regression on few numbers, each scaled to a standard deviation of 1, by plain gradient descent. */

const [ROUNDS, STEP] = [2_000, 0.5]

/** @returns the log odds of a row. */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  labels: readonly boolean[],
): (row: readonly number[]) => number {
  const width = rows[0]?.length ?? 0
  const scales = Array.from({ length: width }, (_, column) => scaleOf(rows.map((row) => row[column]!)))
  const scaled = (row: readonly number[]) => [
    1,
    ...row.map((value, at) => (value - scales[at]!.mean) / scales[at]!.spread),
  ]
  const points = rows.map(scaled)
  let weights: number[] = new Array(width + 1).fill(0)
  for (let round = 0; round < ROUNDS; round++) {
    const slope: number[] = new Array(width + 1).fill(0)
    for (const [at, point] of points.entries()) {
      const error = 1 / (1 + Math.exp(-product(weights, point))) - (labels[at] === true ? 1 : 0)
      for (const [column, value] of point.entries()) slope[column]! += error * value
    }
    weights = weights.map((weight, at) => weight - (STEP * slope[at]!) / points.length)
  }
  return (row) => product(weights, scaled(row))
}

function scaleOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, spread: Math.sqrt(variance) || 1 }
}

function product(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * other[at]!, 0)
}

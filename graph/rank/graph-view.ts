/**
 * A graph in the form that a walk reads: for each node a block of out-edges in shared arrays. Nodes are numbered from 0. Edges of node u
 * are the cells starts[u] to starts[u] + degrees[u] of `targets` and `weights`; cells outside the blocks mean nothing.
 */

export interface GraphView {
  readonly nodes: number
  readonly starts: Uint32Array
  readonly degrees: Uint32Array
  readonly targets: Uint32Array
  readonly weights: Float32Array
  /** Sum of the out-weights; 0 for a node without out-edges. */
  readonly totals: Float64Array
}

/** Where a walk restarts: weights >= 0 in any scale, at least one above 0. Weights of a node that is listed twice are added. */
export interface Reset {
  readonly nodes: ArrayLike<number>
  readonly weights: ArrayLike<number>
}

// Damping of HippoRAG 2 and of the recipe without a model (specs/hipporag.md 3.9; .5 to .7 gave similar results, specs/key-free-graph.md).
export const DEFAULT_DAMPING = 0.5

/** Returns the sum of the weights of a reset. Throws RangeError for an invalid one: callers know that they have seeds. */
export function sumOfReset({ weights }: Reset): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) {
    if (!(weights[i]! >= 0)) throw new RangeError(`reset weight ${weights[i]} is not a valid weight`)
    sum += weights[i]!
  }
  if (!(sum > 0 && sum < Number.POSITIVE_INFINITY)) throw new RangeError(`reset weights sum to ${sum}`)
  return sum
}

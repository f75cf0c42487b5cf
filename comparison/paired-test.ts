/**
 * Tests whether one backend is better than another or differs by chance. Uses the paired randomisation test of Fisher, which Smucker, Allan
 * and Carterette (CIKM 2007) recommend for retrieval: if both are equal, the sign of each question's difference is a coin toss.
 */
import { seededRandom } from '../core/index.ts'
import { DEFAULT_SEED } from './bootstrap.ts'

export interface RandomisationOptions {
  /** Sign patterns drawn if there are too many to try all. Default 10,000: a p of .05 has a standard error of .002. */
  readonly permutations?: number
}

const BITS = 32

/**
 * Returns the two-sided p of the difference between the means of two equally long series, paired by question. Exact if so few questions
 * differ that there are no more than `permutations` sign patterns; else (1 + patterns as extreme) / (1 + permutations), which is never 0
 * (Phipson and Smyth 2010). 1 if nothing differs.
 */
export function pairedRandomisation(
  first: readonly number[],
  second: readonly number[],
  { permutations = 10_000 }: RandomisationOptions = {},
): number {
  if (first.length !== second.length) throw new RangeError('A paired test needs equally long series.')
  // A difference of 0 is 0 under either sign.
  const differences = first.map((value, i) => value - second[i]!).filter((difference) => difference !== 0)
  if (differences.length === 0) return 1
  const total = differences.reduce((sum, difference) => sum + Math.abs(difference), 0)
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0))
  // Sums of the same numbers in another order differ in their last bits.
  const extreme = observed - 1e-9 * total
  const patterns = 2 ** differences.length
  if (patterns <= permutations) return exactShare(differences, extreme, patterns)
  const random = seededRandom(DEFAULT_SEED)
  let count = 0
  for (let round = 0; round < permutations; round++)
    if (Math.abs(randomlySigned(differences, random)) >= extreme) count++
  return (1 + count) / (1 + permutations)
}

/**
 * Applies Holm's step-down correction (1979): the chance of any false finding among all the tests stays below the level at which the
 * returned values are read. Returns them in the order of `values`.
 */
export function holmAdjusted(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!)
  const adjusted = new Array<number>(values.length)
  let largest = 0
  for (const [place, at] of order.entries()) {
    largest = Math.max(largest, Math.min(1, values[at]! * (values.length - place)))
    adjusted[at] = largest
  }
  return adjusted
}

function exactShare(differences: readonly number[], extreme: number, patterns: number): number {
  let count = 0
  for (let pattern = 0; pattern < patterns; pattern++) {
    let sum = 0
    for (const [bit, difference] of differences.entries())
      sum += (pattern >>> bit) & 1 ? difference : -difference
    if (Math.abs(sum) >= extreme) count++
  }
  return count / patterns
}

function randomlySigned(differences: readonly number[], random: () => number): number {
  let sum = 0
  let signs = 0
  for (let i = 0; i < differences.length; i++) {
    if (i % BITS === 0) signs = random() * 2 ** 32
    sum += signs & 1 ? differences[i]! : -differences[i]!
    signs >>>= 1
  }
  return sum
}

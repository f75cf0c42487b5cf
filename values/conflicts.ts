/** Finds contradicting statements: values of the same property of the same thing whose bounds, with their errors, do not overlap. */
import { words } from '../core/index.ts'
import { boundsOf } from './asked-value.ts'
import type { Value } from './read-values.ts'

/** A value and where a paper states it. */
export interface StatedValue {
  readonly paper: string
  readonly value: Value
  readonly sentence: string
}

export interface ConflictingValues<Stated extends StatedValue> {
  readonly one: Stated
  readonly other: Stated
  /** Ratio of the larger value to the smaller one. */
  readonly ratio: number
  /** Share of the words of both sentences that they have in common, 0 to 1. */
  readonly alike: number
}

// Differs from study to study: the number of samples, p, the error.
const STUDY_SPECIFIC =
  /^(?:p|n|r|r2|ci|sd|sem|number|count|score|rank|age|time|sampl|year|day|hour|week|month|dilut|volum|error|uncertainti|differ|increas|decreas|reduct|rang|limit|cutoff|interv|period|durat|fold|factor|index)$/
const UNSPECIFIC = new Set(
  words(
    'sample patient participant subject group cell mouse mice rat animal study model figure table method data result value experiment analysis control treatment material system solution test case woman man child people population paper work total mean average all other both same different',
  ),
)
/** Less similar statements are about other conditions. Chosen on planted and read pairs. */
const MIN_LIKENESS = 0.35
const MIN_RATIO = 1.1
const ERROR_MULTIPLE = 2

/** Returns pairs of different papers, most similar first. Costs a comparison for each pair of values of one property. */
export function conflictingPairs<Stated extends StatedValue>(
  stated: readonly Stated[],
): ConflictingValues<Stated>[] {
  const groups = Map.groupBy(stated.filter(isSpecific), ({ value }) => kindOf(value))
  const found = [...groups.values()].flatMap((group) => pairsIn(group))
  return found.sort((one, other) => other.alike - one.alike || other.ratio - one.ratio)
}

/** Returns whether a value is of a property of something named, with a number that can be compared. */
function isSpecific({ value }: StatedValue): boolean {
  if (value.doubtful || value.property === null || value.of === null || value.list !== null) return false
  if (value.unit !== null && value.si === null) return false
  const property = words(value.property)
  if (property.length === 0 || STUDY_SPECIFIC.test(property.at(-1)!)) return false
  return words(value.of).some((term) => !UNSPECIFIC.has(term) && !/^\d+$/.test(term))
}

function kindOf({ property, si }: Value): string {
  return `${words(property ?? '')
    .sort()
    .join(' ')} in ${si?.unit ?? '1'}`
}

function pairsIn<Stated extends StatedValue>(group: readonly Stated[]): ConflictingValues<Stated>[] {
  const read = group.map((stated) => ({
    stated,
    of: new Set(words(stated.value.of ?? '').filter((term) => !UNSPECIFIC.has(term))),
    said: new Set(words(stated.sentence).filter((term) => !/^\d/.test(term))),
  }))
  // A paper may give several values of one thing, for several conditions: there is no conflict if one of them agrees with the other paper.
  const meets = (one: (typeof read)[number], other: (typeof read)[number]) =>
    read.some(
      (mate) =>
        mate.stated.paper === one.stated.paper &&
        shareOf(mate.of, one.of) === 1 &&
        apart(mate.stated.value, other.stated.value) < MIN_RATIO,
    )
  return read.flatMap((one, at) =>
    read.slice(at + 1).flatMap((other) => {
      if (one.stated.paper === other.stated.paper || shareOf(one.of, other.of) < 1) return []
      const alike = shareOf(one.said, other.said)
      const ratio = apart(one.stated.value, other.stated.value)
      if (alike < MIN_LIKENESS || ratio < MIN_RATIO || meets(one, other) || meets(other, one)) return []
      return [{ one: one.stated, other: other.stated, ratio, alike }]
    }),
  )
}

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((term) => other.has(term)).length
  return common / (one.size + other.size - common || 1)
}

/** Returns the ratio of two values at their nearest bounds; 1 if they overlap. */
function apart(one: Value, other: Value): number {
  // Compared as printed if possible, because 180 °C and 215 °C differ little in kelvin.
  const isSameUnit = one.unit === other.unit
  const [near, far] = [withError(one, isSameUnit), withError(other, isSameUnit)].sort((a, b) => a[0] - b[0])
  if (near === undefined || far === undefined || !(near[1] < far[0])) return 1
  return near[1] <= 0 ? Number.POSITIVE_INFINITY : far[0] / near[1]
}

function withError(value: Value, isPrinted: boolean): readonly [number, number] {
  const amount = isPrinted ? value : (value.si ?? value)
  const [low, high] = boundsOf(amount)
  const error = ERROR_MULTIPLE * (amount.error ?? 0)
  return [low - error, high + error]
}

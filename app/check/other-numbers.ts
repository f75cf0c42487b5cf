/** Finds numbers of a sentence that a paper states differently. */
import { words } from '../../core/index.ts'
import { type Value, valuesIn } from '../../values/index.ts'

/** A number of the draft and what the paper has instead. */
export interface OtherNumber {
  readonly draft: string
  readonly paper: string
}

const SAME_DIFFERENCE = 1e-6
const MIN_SHARED_WORDS = 2

/**
 * Returns values of the claim that no passage has, if a passage has another value of the same unit and no other property, or another
 * count of the same things: the nearest one, and a single number rather than a range for a single number.
 */
export function otherNumbers(claim: string, passages: readonly string[]): OtherNumber[] {
  const own = valuesIn(claim)
  const stated = passages.flatMap((passage) => valuesIn(passage))
  const isSame = (one: Value, other: Value) => isOfOneUnit(one, other) && isSameAmount(one, other)
  // A value that the claim also has does not replace another.
  const others = stated.filter((other) => !own.some((value) => isSame(value, other)))
  return own.flatMap((value) => {
    if (stated.some((other) => isSame(value, other))) return []
    const isShapedElse = (other: Value) => Number((value.value === null) !== (other.value === null))
    const [nearest] = others
      .filter((other) => isOfOneUnit(value, other) && isOfOneProperty(value, other))
      .filter((other) => value.unit !== null || isCountOfSame(value, other))
      .toSorted(
        (a, b) => isShapedElse(a) - isShapedElse(b) || differenceOf(value, a) - differenceOf(value, b),
      )
    return nearest === undefined ? [] : [{ draft: value.text, paper: nearest.text }]
  })
}

function isOfOneUnit(one: Value, other: Value): boolean {
  return one.si !== null && other.si !== null ? one.si.unit === other.si.unit : one.unit === other.unit
}

function isOfOneProperty(one: Value, other: Value): boolean {
  return one.property === null || other.property === null || one.property === other.property
}

/** Returns whether two numbers count the same: `423 participants developed dementia` has what is counted, and one more word. */
function isCountOfSame(one: Value, other: Value): boolean {
  const counted = new Set(words(one.of ?? ''))
  return words(other.of ?? '').filter((word) => counted.has(word)).length >= MIN_SHARED_WORDS
}

function isSameAmount(one: Value, other: Value): boolean {
  const [a, b] = comparable(one, other)
  const isNear = (x: number | null, y: number | null) =>
    x === y || (x !== null && y !== null && relativeDifference(x, y) <= SAME_DIFFERENCE)
  const isListed = a.value !== null && b.list?.some((number) => isNear(a.value, number)) === true
  const isOneShape = JSON.stringify([a.range, a.list]) === JSON.stringify([b.range, b.list])
  return isListed || (isNear(a.value, b.value) && isOneShape)
}

/** Returns the difference of the two numbers that are nearest to each other. */
function differenceOf(one: Value, other: Value): number {
  const [a, b] = comparable(one, other).map(({ value, range, list }) =>
    [value, range?.from, range?.to, ...(list ?? [])].filter((number) => typeof number === 'number'),
  )
  return Math.min(...a!.flatMap((x) => b!.map((y) => relativeDifference(x, y))))
}

function comparable(one: Value, other: Value) {
  return one.si !== null && other.si !== null ? ([one.si, other.si] as const) : ([one, other] as const)
}

function relativeDifference(x: number, y: number): number {
  return x === y ? 0 : Math.abs(x - y) / Math.max(Math.abs(x), Math.abs(y))
}

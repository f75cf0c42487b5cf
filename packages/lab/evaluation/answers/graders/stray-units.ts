/** Grades a unit in an answer whose gold is a bare number: the number decides, unless the question asks for a unit. */
import type { GraderVerdict } from './ports.ts'
import type { Quantity } from './quantities.ts'
import { UNITS, type UnitDefinition } from './unit-table.ts'
import { isSameDimension } from './units.ts'

/** Tolerance in the exponent: this close to a power of ten off, a number may be in a unit that the gold omits. Chosen, not measured. */
const POWER_OF_TEN_WITHIN = 0.01

/**
 * Grades the number. `asked` has the readings of the unit in the question; `isClose` compares a number with the gold. Undecided if the
 * number is right but not in the requested unit, and if it would be right in another unit of its kind.
 */
export function gradeStrayUnit(
  predicted: Quantity,
  gold: Quantity,
  asked: readonly UnitDefinition[] | undefined,
  isClose: (value: number) => boolean,
): GraderVerdict {
  const { value } = predicted
  const [unit] = predicted.unit!
  const isAlone = isSameDimension(unit!.dimension, {})
  if (asked !== undefined && !isAlone) return gradeAsked(predicted, asked, isClose)
  const converted = isAlone && isClose(value * unit!.factor)
  if (isClose(value)) {
    // .45 % for .45 may be a slip.
    const isSlip = isAlone && unit!.factor < 1 && Math.abs(gold.value) < 1
    return isSlip ? { isCorrect: null, reason: 'unit_unknown' } : { isCorrect: true, reason: 'equal' }
  }
  if (converted) return { isCorrect: true, reason: 'equal' }
  return mayBeOtherUnit(value, unit!, gold, isClose)
    ? { isCorrect: null, reason: 'unit_unknown' }
    : { isCorrect: false, reason: 'value' }
}

function gradeAsked(
  { value, unit }: Quantity,
  asked: readonly UnitDefinition[],
  isClose: (value: number) => boolean,
): GraderVerdict {
  const isRight = asked.some((wanted, at) => {
    const said = unit![at] ?? unit![0]!
    if (!isSameDimension(said.dimension, wanted.dimension)) return false
    return isClose(((value + (said.offset ?? 0)) * said.factor) / wanted.factor - (wanted.offset ?? 0))
  })
  if (isRight) return { isCorrect: true, reason: 'equal' }
  return isClose(value) ? { isCorrect: null, reason: 'unit_unknown' } : { isCorrect: false, reason: 'value' }
}

/** Returns whether a number may be in another unit: a power of ten off, as `0.207 km` for 207, or right in another unit of its kind. */
function mayBeOtherUnit(
  value: number,
  unit: UnitDefinition,
  gold: Quantity,
  isClose: (value: number) => boolean,
): boolean {
  const power = Math.log10(Math.abs(value / gold.value))
  if (Math.round(power) !== 0 && Math.abs(power - Math.round(power)) < POWER_OF_TEN_WITHIN) return true
  return [...UNITS.values()].some(
    (other) =>
      isSameDimension(other.dimension, unit.dimension) &&
      isClose(((value + (unit.offset ?? 0)) * unit.factor) / other.factor - (other.offset ?? 0)),
  )
}

/** Returns whether two counts are of different things: `12 Monkeys` and `12 Angry Men`. */
export function isOtherThing(predicted: Quantity, gold: Quantity): boolean {
  if (predicted.words === '' || gold.words === '') return false
  const [said, wanted] = [predicted.words, gold.words].map(
    (words) =>
      new Set((words.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.replace(/s$/, ''))),
  )
  return wanted!.size > 0 && ![...wanted!].some((word) => said!.has(word))
}

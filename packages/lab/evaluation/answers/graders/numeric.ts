/**
 * Compares a number with a unit with the gold: right within 5 % of it, inclusive, in the gold's unit after conversion, as in SciBench
 * (its `rel_tol` of .05) and specs/reasoning-with-a-star.md 3.2.
 */
import { readNumber } from './arithmetic.ts'
import { askedUnit } from './asked-unit.ts'
import { openNotation } from './notation.ts'
import type { GradeReason, GraderVerdict } from './ports.ts'
import { type Quantity, readQuantities } from './quantities.ts'
import { gradeStrayUnit, isOtherThing } from './stray-units.ts'
import { UNITS, type UnitDefinition } from './unit-table.ts'
import { isSameDimension, NO_UNIT, readUnit } from './units.ts'

export const RELATIVE_TOLERANCE = 0.05
// 1.05 is within 5 % of 1, although its difference in doubles is slightly more.
const ROUNDING = 1e-9
// Tolerance for a gold of 0, which has no relative one; in units of the gold.
const ZERO_WITHIN = 1e-9

export interface NumericRequest {
  readonly question: string
  readonly gold: string
  readonly prediction: string
  /** Unit of the gold, if given separately; may begin with a power of ten. */
  readonly unit: string | undefined
  /** Relative tolerance; `exact` allows none for whole numbers. */
  readonly relativeTolerance: number
  readonly missingUnit: 'accept' | 'refuse'
  /** Relative difference up to which a value that is not right is not certainly wrong. */
  readonly doubtWithin?: number | undefined
  /** `meant`: the number decides if neither the question nor the gold asks for a unit. */
  readonly reading: 'meant' | 'literal'
}

const CORRECT: GraderVerdict = { isCorrect: true, reason: 'equal' }

export function gradeNumeric(request: NumericRequest): GraderVerdict {
  const isSpelledAlike = openNotation(request.prediction) === openNotation(request.gold)
  if (isSpelledAlike && request.unit === undefined) return CORRECT
  const gold = readGold(request.gold, request.unit)
  if (gold === undefined)
    return request.unit === undefined ? undecided('parse') : gradeInNamedUnit(request, request.unit)
  const prediction = readQuantities(request.prediction)
  if (prediction.kind === 'unreadable') return undecided(prediction.reason)
  const pairs = paired(prediction.quantities, gold)
  if (pairs === undefined) return otherCount(gold, request)
  const verdict = gradePairs(pairs, request)
  const isReordered = request.doubtWithin !== undefined && !verdict.isCorrect && isUnlabelled(gold)
  return isReordered && gradePairs(sortedPairs(pairs), request).isCorrect === true
    ? undecided('order')
    : verdict
}

function gradePairs(
  pairs: readonly (readonly [Quantity, Quantity])[],
  request: NumericRequest,
): GraderVerdict {
  const verdicts = pairs.map(([predicted, wanted]) => gradeSurely(predicted, wanted, request))
  return (
    verdicts.find(({ isCorrect }) => isCorrect === false) ??
    verdicts.find(({ isCorrect }) => isCorrect === null) ??
    CORRECT
  )
}

/** A list of another length is wrong; a sentence that also has other numbers may not be. */
function otherCount(gold: readonly Quantity[], { prediction, reading }: NumericRequest): GraderVerdict {
  // `1,5` may be one and a half.
  const mayBeDecimal = gold.length === 1 && /^\D*\d+,\d+\D*$/.test(prediction)
  const words = openNotation(prediction).match(/(?<![A-Za-z])[a-z]{3,}(?![A-Za-z])/g) ?? []
  const isSentence = reading === 'meant' && words.filter((word) => !UNITS.has(word)).length > 1
  return mayBeDecimal || isSentence ? undecided('parse') : { isCorrect: false, reason: 'count' }
}

function isUnlabelled(quantities: readonly Quantity[]): boolean {
  return quantities.every(({ label }) => label === undefined)
}

function sortedPairs(pairs: readonly (readonly [Quantity, Quantity])[]) {
  const byValue = (first: Quantity, second: Quantity) => first.value - second.value
  const [predicted, wanted] = [
    pairs.map(([one]) => one).toSorted(byValue),
    pairs.map(([, other]) => other).toSorted(byValue),
  ]
  return predicted.map((one, at) => [one, wanted[at]!] as const)
}

/** Leaves a value open that is outside the tolerance, but within the doubt. */
function gradeSurely(predicted: Quantity, gold: Quantity, request: NumericRequest): GraderVerdict {
  const verdict = gradeOne(predicted, gold, request)
  const { doubtWithin } = request
  if (doubtWithin === undefined || verdict.reason !== 'value') return verdict
  const inDoubt = gradeOne(predicted, gold, { ...request, relativeTolerance: doubtWithin })
  return inDoubt.isCorrect === true ? undecided('near') : verdict
}

/** Grades a number in a unit that the table lacks: the unit is spelled alike or left out; any other needs a judge. */
function gradeInNamedUnit(request: NumericRequest, unit: string): GraderVerdict {
  const [power, name] = powerAndName(unit)
  // The gold is not a number.
  if (name === '') return undecided('parse')
  const said = openNotation(request.prediction)
  const prediction = said.endsWith(name) ? said.slice(0, -name.length) : said
  // The power may be part of the number, or left out with the unit.
  const verdict = gradeNumeric({ ...request, prediction, unit: power, missingUnit: 'accept' })
  return verdict.reason === 'unit_dimension' ? undecided('unit_unknown') : verdict
}

/** Returns the gold, or undefined if it is not a number. A power of ten before the unit multiplies. */
export function readGold(gold: string, unit?: string): readonly Quantity[] | undefined {
  const read = readQuantities(gold, 'gold')
  if (read.kind === 'unreadable') return undefined
  if (unit === undefined || unit.trim() === '') return read.quantities
  const told = givenUnit(unit)
  if (told === undefined) return undefined
  return read.quantities.map((quantity) => ({
    ...quantity,
    unit:
      quantity.unit ?? told.unit.map((reading) => ({ ...reading, factor: reading.factor * told.multiplier })),
  }))
}

/** Returns the given unit, or undefined if the table lacks it. */
function givenUnit(unit: string): { multiplier: number; unit: readonly UnitDefinition[] } | undefined {
  // A lone dollar is the currency, not an empty formula.
  const isCurrency = /^[\s$\\]*$/.test(unit) && unit.includes('$')
  const [power, name] = isCurrency ? (['', 'USD'] as const) : powerAndName(unit)
  const read = readUnit(name)
  if (/[^\s.,;:]/.test(read.rest)) return undefined
  return {
    multiplier: power === '' ? 1 : readNumber(power)!.value,
    unit: read.readings.length === 0 ? [NO_UNIT] : read.readings,
  }
}

function powerAndName(unit: string): readonly [power: string, name: string] {
  const told = openNotation(unit)
  const power = /^10\^\(?-?\d{1,3}\)?/.exec(told)?.[0] ?? ''
  return [power, told.slice(power.length).replace(/^[\s*]+/, '')]
}

/** Pairs quantities by label if all have one, else by order. */
function paired(
  predictions: readonly Quantity[],
  golds: readonly Quantity[],
): readonly (readonly [Quantity, Quantity])[] | undefined {
  if (predictions.length !== golds.length) return undefined
  const labels = new Map(predictions.map((quantity) => [quantity.label, quantity]))
  const isLabelled = golds.every(({ label }) => label !== undefined && labels.has(label))
  return golds.map((gold, at) => [isLabelled ? labels.get(gold.label)! : predictions[at]!, gold] as const)
}

function gradeOne(predicted: Quantity, gold: Quantity, request: NumericRequest): GraderVerdict {
  if (predicted.high !== undefined && gold.high === undefined) return undecided('range')
  if (predicted.high !== undefined && request.reading === 'meant' && isOverlap(predicted, gold, request))
    return undecided('range')
  if (request.reading === 'meant' && isOtherThing(predicted, gold)) return undecided('wording_differs')
  if (predicted.unit === undefined) return gradeBare(predicted, gold, request)
  if (request.reading === 'meant' && gold.unit === undefined && request.unit === undefined)
    return gradeStrayUnit(predicted, gold, askedUnit(request.question), (value) =>
      isClose({ ...predicted, value, high: undefined }, gold, request),
    )
  const goldUnits = gold.unit ?? [NO_UNIT]
  const verdicts = goldUnits.flatMap((unit, at) => {
    const readings = predicted.unit!
    return gradeInUnit(predicted, readings[at]!, gold, unit, request)
  })
  return (
    verdicts.find(({ isCorrect }) => isCorrect) ??
    verdicts.find(({ reason }) => reason === 'value') ??
    verdicts[0]!
  )
}

/** Grades a number without a unit: it has the requested unit; a factor may be part of the number. */
function gradeBare(predicted: Quantity, gold: Quantity, request: NumericRequest): GraderVerdict {
  const [unit] = gold.unit ?? [NO_UNIT]
  const isPlain = isSameDimension(unit!.dimension, {})
  if (!isPlain && predicted.words !== '') return undecided('unit_unknown')
  if (!isPlain && request.missingUnit === 'refuse') return { isCorrect: false, reason: 'unit_missing' }
  const power = request.unit === undefined ? 1 : givenUnit(request.unit)!.multiplier
  const scales = isPlain ? [1, unit!.factor] : [1, power]
  const isWithin = scales.some((scale) => isClose(scaled(predicted, 1 / scale), gold, request))
  return isWithin ? CORRECT : { isCorrect: false, reason: 'value' }
}

function gradeInUnit(
  predicted: Quantity,
  from: UnitDefinition,
  gold: Quantity,
  to: UnitDefinition,
  request: NumericRequest,
): GraderVerdict {
  if (!isSameDimension(from.dimension, to.dimension)) return { isCorrect: false, reason: 'unit_dimension' }
  const convert = (value: number) =>
    ((value + (from.offset ?? 0)) * from.factor) / to.factor - (to.offset ?? 0)
  const inGoldUnit = {
    ...predicted,
    value: convert(predicted.value),
    high: predicted.high === undefined ? undefined : convert(predicted.high),
  }
  if (isClose(inGoldUnit, gold, request)) return CORRECT
  const isScaleMixed = (from.offset === undefined) !== (to.offset === undefined)
  const asDifference = scaled(predicted, from.factor / to.factor)
  if (isScaleMixed && mayBeDifference(request.question, gold) && isClose(asDifference, gold, request))
    return gold.value < 0 && to.offset === undefined ? CORRECT : undecided('temperature_reading')
  return { isCorrect: false, reason: 'value' }
}

/** Returns whether a temperature may be a difference, which is the same number in °C and K; below 0 K it must be one. */
function mayBeDifference(question: string, gold: Quantity): boolean {
  const words =
    /\b(?:change|differences?|depress\w*|elevat\w*|lower\w*|rais\w*|ris\w*|drop\w*|increase\w*|decrease\w*)\b/i
  return gold.value < 0 || words.test(question)
}

function scaled(quantity: Quantity, scale: number): Quantity {
  const high = quantity.high === undefined ? undefined : quantity.high * scale
  return { ...quantity, value: quantity.value * scale, high }
}

function isClose(predicted: Quantity, gold: Quantity, request: NumericRequest): boolean {
  const within = (value: number, wanted: number) =>
    Math.abs(value - wanted) <= Math.max(slack(wanted, request), wanted === 0 ? ZERO_WITHIN : 0)
  if (gold.high === undefined) return within(predicted.value, gold.value)
  if (predicted.high !== undefined)
    return within(predicted.value, gold.value) && within(predicted.high, gold.high)
  return (
    predicted.value >= gold.value - slack(gold.value, request) &&
    predicted.value <= gold.high + slack(gold.high, request)
  )
}

/** Returns whether two ranges overlap and differ. */
function isOverlap(predicted: Quantity, gold: Quantity, request: NumericRequest): boolean {
  if (predicted.high === undefined || gold.high === undefined || isClose(predicted, gold, request))
    return false
  return predicted.value <= gold.high && predicted.high >= gold.value
}

function slack(wanted: number, { relativeTolerance }: NumericRequest): number {
  return (relativeTolerance + ROUNDING) * Math.abs(wanted)
}

function undecided(reason: GradeReason): GraderVerdict {
  return { isCorrect: null, reason }
}

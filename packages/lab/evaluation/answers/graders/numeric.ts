/**
 * Is a number with a unit the gold? Within 5 % of it, inclusive, in the gold's unit after conversion: what SciBench grades with
 * (its `rel_tol` of .05) and specs/reasoning-with-a-star.md 3.2 asks for.
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
// 1.05 is within 5 % of 1, though its difference in doubles is a little more.
const ROUNDING = 1e-9
// A gold of 0 has no share; in units of the gold.
const ZERO_WITHIN = 1e-9

export interface NumericRequest {
  readonly question: string
  readonly gold: string
  readonly prediction: string
  /** Of the gold, where it is told apart from it; may open with a power of ten. */
  readonly unit: string | undefined
  /** The required share; `exact` leaves whole numbers no room. */
  readonly relativeTolerance: number
  readonly missingUnit: 'accept' | 'refuse'
  /** The share within which what is not right is not sure to be wrong. */
  readonly doubtWithin?: number | undefined
  /** `meant`: where neither the question nor the gold asks for a unit the number decides. */
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

/** A list of another length is wrong; a sentence with other numbers besides may not be. */
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

/** What is wrong by the tolerance, but within the doubt, is left open. */
function gradeSurely(predicted: Quantity, gold: Quantity, request: NumericRequest): GraderVerdict {
  const verdict = gradeOne(predicted, gold, request)
  const { doubtWithin } = request
  if (doubtWithin === undefined || verdict.reason !== 'value') return verdict
  const inDoubt = gradeOne(predicted, gold, { ...request, relativeTolerance: doubtWithin })
  return inDoubt.isCorrect === true ? undecided('near') : verdict
}

/** A unit that the table does not know equals its own spelling, or is left out; any other needs a judge. */
function gradeInNamedUnit(request: NumericRequest, unit: string): GraderVerdict {
  const [power, name] = powerAndName(unit)
  // The gold is no number.
  if (name === '') return undecided('parse')
  const said = openNotation(request.prediction)
  const prediction = said.endsWith(name) ? said.slice(0, -name.length) : said
  // The power may be in the number or be left out with the unit.
  const verdict = gradeNumeric({ ...request, prediction, unit: power, missingUnit: 'accept' })
  return verdict.reason === 'unit_dimension' ? undecided('unit_unknown') : verdict
}

/** Undefined where the gold is no number. A power of ten in front of the unit multiplies. */
export function readGold(gold: string, unit?: string): readonly Quantity[] | undefined {
  const read = readQuantities(gold, 'gold')
  if (read.kind === 'unreadable') return undefined
  if (unit === undefined || unit.trim() === '') return read.quantities
  const told = toldUnit(unit)
  if (told === undefined) return undefined
  return read.quantities.map((quantity) => ({
    ...quantity,
    unit:
      quantity.unit ?? told.unit.map((reading) => ({ ...reading, factor: reading.factor * told.multiplier })),
  }))
}

/** Undefined where the table does not know it. */
function toldUnit(unit: string): { multiplier: number; unit: readonly UnitDefinition[] } | undefined {
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

/** By label where all have one, else by order. */
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

/** A number without a unit is in the unit that was asked for; a mere factor may be in the number instead. */
function gradeBare(predicted: Quantity, gold: Quantity, request: NumericRequest): GraderVerdict {
  const [unit] = gold.unit ?? [NO_UNIT]
  const isPlain = isSameDimension(unit!.dimension, {})
  if (!isPlain && predicted.words !== '') return undecided('unit_unknown')
  if (!isPlain && request.missingUnit === 'refuse') return { isCorrect: false, reason: 'unit_missing' }
  const power = request.unit === undefined ? 1 : toldUnit(request.unit)!.multiplier
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

/** A change of temperature is the same number in °C and K; below 0 K it can be nothing else. */
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

/** Two ranges that share a part and are not the same. */
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

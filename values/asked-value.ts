/** Parses which values a question asks for, and scores how well a value answers it: "IC50 of lupeol in MCF-7 < 10 uM". */
import { words } from '../core/index.ts'
import { findQuantities } from './find-quantities.ts'
import { type Amount, type Value, valuesOf } from './read-values.ts'

export interface ValueQuery {
  /** The question without its limit. */
  readonly text: string
  /** Index terms of the property measured; `about` has those of the thing it was measured on. */
  readonly property: readonly string[]
  readonly about: readonly string[]
  /** Limit that the value must be able to meet; null if the question has none. */
  readonly limit: Value | null
  /** Amounts that the question itself states: "survival at 1 year". */
  readonly given: readonly Value[]
}

/** Words around a value: `near` its property, its subject and what precedes it; `context` the whole text with its title. */
export interface SurroundingTerms {
  readonly near: ReadonlySet<string>
  readonly sentence: ReadonlySet<string>
  readonly context: ReadonlySet<string>
}

/** Units of a property, as powers of SI bases; a value in any other unit is not a value of the property. */
const KINDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:temperatur|tg$|tm$|melt|boil)/, ['K']],
  [/^(?:ic50|ec50|lc50|gi50|mic$|ki$|kd$|km$)/, ['mol m^-3', 'kg m^-3', '1']],
  [/^(?:time|durat|ag(?:e|ed)?$|half|period|interv|lifetim)/, ['s']],
  [/^(?:length|width|thick|depth|height|diamet|distanc|wavelength|radiu|altitud|elev)/, ['m', 'm^-1']],
  [/^(?:weight|mass)/, ['kg', '1', 'kg mol^-1']],
  [/^pressur/, ['kg m^-1 s^-2']],
  [/^(?:frequenc)/, ['s^-1', '1']],
  [/^(?:veloc|speed)/, ['m s^-1']],
  [/^volum/, ['m^3', '1']],
  [/^area/, ['m^2']],
  [/^(?:yield|effici|percentag|proport|preval|puriti|accuraci|sensit|specif)/, ['1']],
  [/^(?:dose|dosag)/, ['kg', '1', 's^-1', 'kg s^-1', 'mol', 'm^2 s^-2', 'mol m^-3', 'kg m^-3', 'kg m^-2']],
]
const [IN_PROPERTY, IN_SENTENCE, IN_UNIT, BESIDE_ANOTHER] = [1, 0.6, 0.45, 0.3]
/** Units that alone imply what was measured: "incubated at 37 °C". */
const UNIT_IMPLIES: readonly (readonly [RegExp, (value: Value, said: ReadonlySet<string>) => boolean])[] = [
  [
    /^(?:body|bodi|weight|mass)$/,
    ({ si, property }, said) => si?.unit === 'kg' && property === null && said.has('weigh'),
  ],
  [/^temperatur$/, ({ si, property }) => si?.unit === 'K' && property === null],
  [
    /^(?:dose|dosag)$/,
    ({ unit, property }, said) =>
      unit !== null &&
      (property === null || property === 'body weight') &&
      PER_BODY.test(unit) &&
      DOSING_TERMS.some((term) => said.has(term)),
  ],
]
const PER_BODY = /^(?:[mµμu]?g|[mµμ]?[lL]|IU|U|[mµμ]?mol)\s?(?:\/\s?(?:kg|m²|m2)|kg\s?[-−⁻]\s?[1¹])/u
const DOSING_TERMS = words(
  'body bodyweight bw oral intraperitoneal intravenous subcutaneous injected gavage administered treated fed received infusion day mice rats patients',
)
const [ABOUT_IN_SENTENCE, ABOUT_IN_TEXT] = [0.9, 0.5]
const PREPOSITION = /\s+(?:of|in|for|at|on|against|after|from|by|during|under|towards?|within)\s+/i

/** Parses a question. A limit is a range or bound with a unit, or without one after a sign: "< 10 uM", "between 5 and 7". */
export function parseQuery(question: string): ValueQuery {
  const quantities = findQuantities(question)
  const bounded = quantities.find(({ range }) => range !== null)
  const limit = bounded === undefined ? null : (valuesOf(question, [bounded])[0] ?? null)
  const text =
    bounded === undefined ? question : `${question.slice(0, bounded.start)} ${question.slice(bounded.end)}`
  const [property = '', ...about] = text.split(PREPOSITION)
  const given = valuesOf(
    question,
    quantities.filter((quantity) => quantity !== bounded && quantity.unit !== null),
  )
  return { text: text.trim(), property: propertyTerms(property), about: words(about.join(' ')), limit, given }
}

/** Returns the terms of a property; a "p value" is called p. */
function propertyTerms(property: string): string[] {
  const terms = words(property)
  const named = terms.filter((term) => term !== 'valu')
  return named.length === 0 ? terms : named
}

/** Scores a value from 0, for one that does not answer, to 2. */
export function scoreAnswer(
  value: Value,
  { property, about, limit, given }: ValueQuery,
  { near, sentence, context }: SurroundingTerms,
): number {
  if (!isOfKind(value, property) || (limit !== null && !meetsLimit(value, limit))) return 0
  if (given.some((one) => isSameAmount(one, value))) return 0
  const byProperty = propertyCertainty(value, property, sentence)
  if (byProperty === 0) return 0
  if (about.length === 0) return 2 * byProperty
  const shares = about.map((term): number =>
    near.has(term) ? 1 : sentence.has(term) ? ABOUT_IN_SENTENCE : context.has(term) ? ABOUT_IN_TEXT : 0,
  )
  const share = shares.reduce((sum, one) => sum + one, 0) / about.length
  return share === 0 ? 0 : byProperty + share
}

function isSameAmount(one: Value, other: Value): boolean {
  return (
    one.value !== null && one.value === other.value && one.si !== null && one.si.value === other.si?.value
  )
}

/** Returns whether the value is of the property itself and not just printed near its name, so that a table may show it as the answer. */
export function isOfProperty(value: Value, { property }: ValueQuery, sentence: ReadonlySet<string>): boolean {
  const certainty = propertyCertainty(value, property, sentence)
  return certainty === IN_PROPERTY || (certainty >= IN_UNIT && unitsOf(property) !== undefined)
}

function propertyCertainty(value: Value, property: readonly string[], sentence: ReadonlySet<string>): number {
  const own = new Set(propertyTerms(value.property ?? ''))
  // One letter is a name only on its own, and p only as a probability: "p. 13" and "p-distance of 0.04" do not count.
  const isLetter = property.length === 1 && property[0]!.length === 1
  if (isLetter)
    return own.size === 1 && own.has(property[0]!) && isPossible(value, property[0]!) ? IN_PROPERTY : 0
  if (property.every((term) => own.has(term))) return IN_PROPERTY
  const isImplied = UNIT_IMPLIES.some(
    ([pattern, tells]) => property.every((term) => pattern.test(term)) && tells(value, sentence),
  )
  if (property.every((term) => sentence.has(term)))
    return own.size === 0 ? IN_SENTENCE : isImplied ? IN_UNIT : BESIDE_ANOTHER
  return isImplied ? IN_UNIT : 0
}

function isPossible(value: Value, letter: string): boolean {
  const [low, high] = boundsOf(value)
  return letter !== 'p' || (value.unit === null && low < 1 && high > 0)
}

function unitsOf(property: readonly string[]): readonly string[] | undefined {
  return KINDS.find(([pattern]) => property.some((term) => pattern.test(term)))?.[1]
}

/** Returns false if the property is known to be measured in other units. */
function isOfKind({ si, unit, text, doubtful }: Value, property: readonly string[]): boolean {
  const kinds = unitsOf(property)
  if (kinds === undefined || doubtful) return true
  // Milligrams of a substance per kilogram of body are not a body weight.
  if (unit !== null && PER_BODY.test(unit) && kinds === unitsOf(['weight'])) return false
  if (si !== null) return kinds.includes(si.unit)
  // "three" counts, and measures nothing.
  return unit === null ? kinds.includes('1') && /\d/.test(text) : !kinds.includes('1')
}

/** Returns whether a value may be within a limit: compared in SI if both have it, otherwise in the same unit as printed. */
function meetsLimit(value: Value, limit: Value): boolean {
  if (value.doubtful) return false
  const [asked, own] = [limit.si ?? limit, value.si ?? value]
  const isComparable =
    limit.unit === null
      ? true
      : limit.si !== null
        ? value.si?.unit === limit.si.unit
        : value.unit === limit.unit
  if (!isComparable) return false
  const [low, high] = boundsOf(limit.unit === null ? value : own)
  const [from, to] = boundsOf(limit.unit === null ? limit : asked)
  return high >= from && low <= to
}

/** Returns the lowest and the highest value that a statement allows, without its error. */
export function boundsOf({ value, range }: Pick<Amount, 'value' | 'range'>): readonly [number, number] {
  if (range !== null) return [range.from ?? Number.NEGATIVE_INFINITY, range.to ?? Number.POSITIVE_INFINITY]
  return value === null ? [Number.NaN, Number.NaN] : [value, value]
}

/** Which values does a question ask for, and how well does a value answer it? "IC50 of lupeol in MCF-7 < 10 uM". */
import { words } from '../core/index.ts'
import { findQuantities } from './find-quantities.ts'
import { type Amount, type Value, valuesOf } from './read-values.ts'

export interface AskedValue {
  /** The question without its limit. */
  readonly text: string
  /** Index terms of what is measured, and of what it is measured of. */
  readonly property: readonly string[]
  readonly about: readonly string[]
  /** Only values that may lie in it. */
  readonly limit: Value | null
}

/** What a property is measured in, as powers of SI bases; a value in any other unit does not measure it. */
const KINDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:temperatur|tg$|tm$|melt|boil)/, ['K']],
  [/^(?:ic50|ec50|lc50|gi50|mic$|ki$|kd$|km$)/, ['m^-3 mol', 'm^-3 kg', '1']],
  [/^(?:time|durat|ag(?:e|ed)?$|half|period|interv|lifetim)/, ['s']],
  [/^(?:length|width|thick|depth|height|diamet|distanc|wavelength|radiu|altitud|elev)/, ['m', 'm^-1']],
  [/^(?:weight|mass)/, ['kg', '1', 'kg mol^-1']],
  [/^pressur/, ['m^-1 kg s^-2']],
  [/^(?:frequenc)/, ['s^-1', '1']],
  [/^(?:veloc|speed)/, ['m s^-1']],
  [/^volum/, ['m^3', '1']],
  [/^area/, ['m^2']],
  [/^(?:yield|effici|percentag|proport|preval|puriti|accuraci|sensit|specif)/, ['1']],
  [/^(?:dose|dosag)/, ['kg', '1', 's^-1', 'kg s^-1', 'mol', 'm^2 s^-2', 'm^-3 mol', 'm^-3 kg', 'm^-2 kg']],
]
const [IN_PROPERTY, IN_SENTENCE, BESIDE_ANOTHER] = [1, 0.6, 0.3]
const ABOUT_IN_TEXT = 0.5

/** A limit is a range or bound with a unit, or with none behind a sign: "< 10 uM", "between 5 and 7". */
export function readAsked(question: string): AskedValue {
  const bounded = findQuantities(question).find(({ range }) => range !== null)
  const limit = bounded === undefined ? null : (valuesOf(question, [bounded])[0] ?? null)
  const text =
    bounded === undefined ? question : `${question.slice(0, bounded.start)} ${question.slice(bounded.end)}`
  const [property = '', ...about] = text.split(/\s+(?:of|in|for)\s+/i)
  return { text: text.trim(), property: words(property), about: words(about.join(' ')), limit }
}

/** From 0 for a value that does not answer, to 2. `context`: the text around the sentence, with its title. */
export function answersAsked(
  value: Value,
  { property, about, limit }: AskedValue,
  { sentence, context }: { readonly sentence: ReadonlySet<string>; readonly context: ReadonlySet<string> },
): number {
  if (!isOfKind(value, property) || (limit !== null && !meetsLimit(value, limit))) return 0
  const own = new Set(words(value.property ?? ''))
  const named = property.every((term) => own.has(term))
  if (!named && !property.every((term) => sentence.has(term))) return 0
  const byProperty = named ? IN_PROPERTY : own.size === 0 ? IN_SENTENCE : BESIDE_ANOTHER
  if (about.length === 0) return 2 * byProperty
  const shares = about.map((term): number => (sentence.has(term) ? 1 : context.has(term) ? ABOUT_IN_TEXT : 0))
  const share = shares.reduce((sum, one) => sum + one, 0) / about.length
  return share === 0 ? 0 : byProperty + share
}

/** False where the property is known to be measured in other units. */
function isOfKind({ si, unit, doubtful }: Value, property: readonly string[]): boolean {
  const kinds = KINDS.find(([pattern]) => property.some((term) => pattern.test(term)))?.[1]
  if (kinds === undefined || doubtful) return true
  if (si !== null) return kinds.includes(si.unit)
  return unit === null ? kinds.includes('1') : !kinds.includes('1')
}

/** Whether a value may lie within a limit: in SI where both have it, else in the same unit as printed. */
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

/** The lowest and the highest value that a statement allows, without its error. */
export function boundsOf({ value, range }: Pick<Amount, 'value' | 'range'>): readonly [number, number] {
  if (range !== null) return [range.from ?? Number.NEGATIVE_INFINITY, range.to ?? Number.POSITIVE_INFINITY]
  return value === null ? [Number.NaN, Number.NaN] : [value, value]
}

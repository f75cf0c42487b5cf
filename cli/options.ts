/** Parses option values; each error states the accepted values. */
import { InvalidArgumentError } from 'commander'
import { isPluginPlace } from '../app/wiring/index.ts'

export function wholeNumber(
  name: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (Number.isInteger(number) && number >= least && number <= most && value.trim() !== '') return number
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`
    throw new InvalidArgumentError(`${name} takes a whole number ${range}, not "${value}".`)
  }
}

export function decimalNumber(name: string, least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (number >= least && number <= most && value.trim() !== '') return number
    throw new InvalidArgumentError(`${name} takes a number from ${least} to ${most}, not "${value}".`)
  }
}

/** Parses numbers of at least 0, separated by commas. */
export function decimalList(name: string, count: number): (value: string) => number[] {
  return (value) => {
    const parts = value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
    if (parts.length === count && parts.every((part) => part >= 0 && Number.isFinite(part))) return parts
    throw new InvalidArgumentError(
      `${name} takes ${count} numbers from 0 with commas between them, not "${value}".`,
    )
  }
}

/** Names that an option accepts, by its parser. */
const taken = new WeakMap<object, readonly string[]>()

/** Returns the names that the option of this parser accepts, for completion, or none if it accepts any value. */
export function namesTakenBy(parser: object | undefined): readonly string[] {
  return (parser === undefined ? undefined : taken.get(parser)) ?? []
}

export function oneOf<Name extends string>(name: string, allowed: readonly Name[]): (value: string) => Name {
  const parse = (value: string) => {
    const found = allowed.find((one) => one === value)
    if (found !== undefined) return found
    throw new InvalidArgumentError(`${name} takes one of ${allowed.join(', ')}, not "${value}".`)
  }
  taken.set(parse, allowed)
  return parse
}

/** Like `oneOf`, but also accepts the location of a plug-in, such as `./mine.js`, which `named` turns into its name. */
export function oneOfOrPlugin<Name extends string, Other extends string>(
  name: string,
  allowed: readonly Name[],
  named: (place: string) => Other,
): (value: string) => Name | Other {
  const check = oneOf(name, allowed)
  const parse = (value: string) => (isPluginPlace(value) ? named(value) : check(value))
  taken.set(parse, allowed)
  return parse
}

/** Parses names separated by commas. */
export function listOf<Name extends string>(check: (value: string) => Name): (value: string) => Name[] {
  const parse = (value: string) => value.split(',').map((part) => check(part.trim()))
  taken.set(parse, namesTakenBy(check))
  return parse
}

/** Collects the values of an option that may be repeated. Each use takes one value, so that a question may follow it. */
export function each(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** Joins the words of a question into one text. */
export function joined(word: string, before?: string): string {
  return before === undefined ? word : `${before} ${word}`
}

/** Parses `2010-2020`, `2010-`, `-2020` or `2015`. */
export function yearRange(name: string): (value: string) => { from?: number; to?: number } {
  return (value) => {
    const [match, from, dash, until] = /^(\d{4})?(-)?(\d{4})?$/.exec(value.trim()) ?? []
    const to = dash === undefined ? from : until
    if (match === undefined || (from === undefined && to === undefined))
      throw new InvalidArgumentError(`${name} takes years such as 2010-2020, 2010- or -2020, not "${value}".`)
    if (from !== undefined && to !== undefined && Number(from) > Number(to))
      throw new InvalidArgumentError(`${name} begins after it ends: "${value}".`)
    return {
      ...(from === undefined ? {} : { from: Number(from) }),
      ...(to === undefined ? {} : { to: Number(to) }),
    }
  }
}

const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 }

/** Parses the end of a day such as `2027-01-31` (UTC), a time in ISO 8601, or a time from now: `12h`, `30d`. */
export function timeToCome(value: string): Date {
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(value) ?? []
  if (count !== undefined && unit !== undefined)
    return new Date(Date.now() + Number(count) * (UNITS_MS[unit] ?? 0))
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value)
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value)
  const time = new Date(isDay ? `${value}T23:59:59.999Z` : value)
  if ((isDay || isTime) && !Number.isNaN(time.getTime())) return time
  throw new InvalidArgumentError(
    `"${value}" is not a time: give a date such as 2027-01-31, or a time from now such as 12h or 30d.`,
  )
}

/** Makes options for the settings of the loop and of the pattern from the schemas with which the service checks them. */
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { SolveSettings } from '../../app/solve/index.ts'
import { WatchSettings } from '../../app/think/index.ts'
import { ADVANCED } from '../option-aliases.ts'
import { decimalList, decimalNumber, oneOf, wholeNumber } from '../options.ts'

interface SettingRow {
  readonly flags: string
  readonly help: string
  /** Parser of the value, absent for a switch. */
  readonly read?: (text: string) => unknown
  /** Value that a switch sets. */
  readonly sets?: boolean
}

type Rows = Readonly<Record<string, SettingRow>>

/** Value that means null, the model server's choice: commander itself reads an empty text as null. */
const SERVER = 'server'

const WATCH_ROWS = rowsOf(WatchSettings.unwrap().shape)
const SOLVE_ROWS = rowsOf(SolveSettings.unwrap().shape)

/** Values of these options as commander returns them. */
export type SettingOptions = Readonly<Record<string, unknown>>

export function withWatchOptions(command: Command): Command {
  return withRows(command, WATCH_ROWS)
}

export function withSolveOptions(command: Command): Command {
  return withRows(command, SOLVE_ROWS)
}

/** Returns the given settings by their names in the service. */
export function watchSettingsOf(options: SettingOptions): Readonly<Record<string, unknown>> {
  return settingsIn(options, WATCH_ROWS)
}

export function solveSettingsOf(options: SettingOptions): Readonly<Record<string, unknown>> {
  return settingsIn(options, SOLVE_ROWS)
}

/** Returns the option of each setting, for the docs. */
export function settingFlags(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries({ ...SOLVE_ROWS, ...WATCH_ROWS }).map(([name, { flags }]) => [name, flags]),
  )
}

function rowsOf(shape: Readonly<Record<string, z.ZodType>>): Rows {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, rowOf(name, schema)]))
}

function rowOf(name: string, schema: z.ZodType): SettingRow {
  const value = schema.parse(undefined)
  const meaning = inHelp(schema.description ?? '')
  if (typeof value === 'boolean')
    return value
      ? { flags: `--no-${switchName(name)}`, help: `do not ${meaning.replace(/;.*/, '')}`, sets: false }
      : { flags: `--${switchName(name)}`, help: meaning, sets: true }
  const option = `--${kebab(name)}`
  const { inner, isNullable } = unwrapped(schema)
  const { read, placeholder } = readerOf(option, inner)
  const takesNull = isNullable && value !== null
  const names = inner instanceof z.ZodEnum ? `${inner.options.join(', ')}; ` : ''
  return {
    flags: `${name.length === 1 ? `-${name}, ` : ''}${option} <${placeholder}${takesNull ? `|${SERVER}` : ''}>`,
    help: value === null ? meaning : `${meaning} (${names}default: ${value})`,
    read: takesNull ? (text) => (text === SERVER ? text : read(text)) : read,
  }
}

function readerOf(
  option: string,
  schema: z.ZodType,
): { read: (text: string) => unknown; placeholder: string } {
  if (schema instanceof z.ZodEnum)
    return { read: oneOf(option, schema.options.map(String)), placeholder: 'name' }
  if (schema instanceof z.ZodTuple)
    return { read: decimalList(option, schema.def.items.length), placeholder: 'list' }
  if (!(schema instanceof z.ZodNumber))
    throw new TypeError(`${option} has a setting of a kind without a reader`)
  const least = Math.max(0, schema.minValue ?? 0)
  const most = schema.maxValue ?? Number.MAX_SAFE_INTEGER
  return {
    read: schema.isInt ? wholeNumber(option, least, most) : decimalNumber(option, least, most),
    placeholder: 'n',
  }
}

function unwrapped(schema: z.ZodType): { readonly inner: z.ZodType; readonly isNullable: boolean } {
  let inner = schema
  let isNullable = false
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodNullable) {
    isNullable ||= inner instanceof z.ZodNullable
    inner = inner.unwrap() as z.ZodType
  }
  return { inner, isNullable }
}

/** Returns a sentence of the docs as help text: without Markdown, and with a lower-case first letter. */
function inHelp(description: string): string {
  const text = description.replace(/\.$/, '').replaceAll('`', '')
  return text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}

/** Returns the name of a switch: `querier` for `hasQuerier`, `refine` for `refines`, `as-printed` for `isAsPrinted`. */
function switchName(name: string): string {
  const [, noun] = /^(?:has|is|runs|searches)([A-Z].*)$/.exec(name) ?? []
  return noun === undefined ? name.replace(/s$/, '') : kebab(noun)
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`)
}

function withRows(command: Command, rows: Rows): Command {
  for (const { flags, help, read } of Object.values(rows)) {
    const option = new Option(flags, help)
    if (read !== undefined) option.argParser(read)
    // Options with a short form are those that people change.
    command.addOption(option.short === undefined ? option.helpGroup(ADVANCED) : option)
  }
  return command
}

function settingsIn(options: SettingOptions, rows: Rows): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, { flags, read, sets }]): [string, unknown][] => {
      const value = options[optionName(flags)]
      if (read !== undefined) return value === undefined ? [] : [[name, value === SERVER ? null : value]]
      // Commander returns `true` for a `--no-…` that was not given.
      return value === sets ? [[name, sets]] : []
    }),
  )
}

/** Returns commander's name of the option: `web` for `--no-web`, `maxSteps` for `--max-steps`. */
function optionName(flags: string): string {
  const [, name = flags] = /--(?:no-)?([\w-]+)/.exec(flags) ?? []
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** `--set NAME=VALUE`: settings of a pattern that have no option. The pattern decides which it accepts. */
import { InvalidArgumentError } from 'commander'
import { invalidInput, parsedJson } from '../../core/index.ts'

export type GivenSettings = Readonly<Record<string, unknown>>

const ASSIGNMENT = /^([\w.]+)=([\s\S]*)$/

/** Adds a setting. Numbers, booleans, null and lists are read as JSON, anything else as text. The last value of a name counts. */
export function addSetting(text: string, before: GivenSettings = {}): GivenSettings {
  const [, name, value = ''] = ASSIGNMENT.exec(text) ?? []
  if (name === undefined)
    throw new InvalidArgumentError(`--set takes a name and a value, such as temperature=0.2, not "${text}".`)
  return { ...before, [name]: readValue(value) }
}

function readValue(text: string): unknown {
  const value = parsedJson(text)
  return value === undefined ? text : value
}

/** Throws `INPUT_INVALID` if an option and `--set` give the same setting two values. */
export function mergedSettings(byOption: GivenSettings, bySet: GivenSettings): GivenSettings {
  for (const [name, value] of Object.entries(bySet))
    if (name in byOption && JSON.stringify(byOption[name]) !== JSON.stringify(value))
      throw invalidInput(
        `settings.${name}`,
        `The setting ${name} was given twice, as ${JSON.stringify(byOption[name])} and as ${JSON.stringify(value)}; leave out one of them.`,
      )
  return { ...byOption, ...bySet }
}

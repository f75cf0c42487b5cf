/** `--set NAME=VALUE`: settings of a pattern that have no option of their own. What they may be is the pattern's to say. */
import { InvalidArgumentError } from 'commander'
import { invalidInput, parsedJson } from '../../core/index.ts'

export type GivenSettings = Readonly<Record<string, unknown>>

const ASSIGNMENT = /^([\w.]+)=([\s\S]*)$/

/** Numbers, booleans, null and lists as JSON has them; anything else is text. The last one of a name counts. */
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

/** Throws `INPUT_INVALID` where an option and `--set` give the same setting two values. */
export function mergedSettings(byOption: GivenSettings, bySet: GivenSettings): GivenSettings {
  for (const [name, value] of Object.entries(bySet))
    if (name in byOption && JSON.stringify(byOption[name]) !== JSON.stringify(value))
      throw invalidInput(
        `settings.${name}`,
        `The setting ${name} was given twice, as ${JSON.stringify(byOption[name])} and as ${JSON.stringify(value)}; leave out one of them.`,
      )
  return { ...byOption, ...bySet }
}

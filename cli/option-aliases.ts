/** Adds other spellings of options: the names in the HTTP interface or other commands are accepted too (docs/contract.md). */
import { type Command, Option } from 'commander'

/** Heading of options that are rarely needed: constants of ranking, and settings of the loop and of patterns. */
export const ADVANCED = 'Advanced:'

/** Aliases by the spelling that the help shows. */
const OPTION_ALIASES: Readonly<Record<string, readonly string[]>> = {
  '--paper': ['--papers'],
  '--topic': ['--topics'],
  '--kind': ['--kinds'],
  '--retry': ['--again'],
  '--queries': ['--questions'],
  '--file': ['--questions'],
  '--workers': ['--concurrency'],
}

/** Adds aliases to the command and all its subcommands, except where the command already has an option of that name. */
export function addOptionAliases(command: Command): void {
  for (const below of command.commands) addOptionAliases(below)
  for (const option of [...command.options])
    for (const alias of OPTION_ALIASES[option.long ?? ''] ?? []) addAlias(command, option, alias)
}

function addAlias(command: Command, option: Option, alias: string): void {
  if (command.options.some(({ long }) => long === alias)) return
  const same = new Option(option.flags.replace(/^(?:-\w, )?--[\w-]+/, alias), option.description).hideHelp()
  if (option.parseArg !== undefined) same.argParser(option.parseArg)
  command.addOption(same)
  // Runs after commander's own listener, which has parsed the value by then.
  command.on(`option:${same.name()}`, () => {
    const value: unknown = command.getOptionValue(same.attributeName())
    command.setOptionValueWithSource(option.attributeName(), value, 'cli')
  })
}

/** Reads what a shell can complete from the program itself: commands, options, and the names that an option accepts. */
import type { Command, Option } from 'commander'
import { namesTakenBy } from '../options.ts'

export interface CompletedOption {
  /** Spellings of the option, such as `-k` and `--k`. */
  readonly flags: readonly string[]
  readonly takesValue: boolean
  /** Names that the option accepts, empty if any value is possible. */
  readonly names: readonly string[]
  readonly description: string
}

/** One command; `path` is `graph correct`, empty for the program itself. */
export interface CompletedCommand {
  readonly path: string
  readonly commands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly CompletedOption[]
}

/** Returns the program and every command below it, each before its subcommands. */
export function completionTree(program: Command): CompletedCommand[] {
  return below(program, '')
}

function below(command: Command, path: string): CompletedCommand[] {
  const commands = command.commands.map((one) => ({
    name: one.name(),
    description: firstLine(one.description()),
  }))
  const options = [...command.options.map(completed), HELP_OPTION]
  const inner = command.commands.flatMap((one) => below(one, `${path} ${one.name()}`.trim()))
  return [{ path, commands, options }, ...inner]
}

const HELP_OPTION: CompletedOption = {
  flags: ['-h', '--help'],
  takesValue: false,
  names: [],
  description: 'show this help',
}

function completed({ short, long, required, optional, parseArg, description }: Option): CompletedOption {
  return {
    flags: [short, long].filter((flag) => flag !== undefined && flag !== null),
    takesValue: required || optional,
    names: namesTakenBy(parseArg),
    description: firstLine(description),
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

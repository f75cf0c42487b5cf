/** The port by which another package adds its commands to the command line. */
import type { Command } from 'commander'
import { GlossError, importPackage } from '../core/index.ts'

/** Adds a command and its subcommands to the program. `buildWhole` builds the program with all commands, for one that describes them. */
export type AddCommand = (program: Command, buildWhole: () => Promise<Command>) => void
export type LoadCommand = () => Promise<AddCommand>

/** Exports of a package that adds commands: a loader for each command, by name. */
export interface CommandPackage {
  readonly commands: Readonly<Record<string, LoadCommand>>
}

/** Package whose commands the help lists, whether or not it is installed. */
const LAB = '@gloss-papers/lab'

/** Returns the laboratory's command of that name, or one that says how to install the laboratory if it is missing. */
export function labCommand(name: string): LoadCommand {
  return async () => {
    const lab = await importPackage<CommandPackage>(LAB)
    if (lab === null) return (program) => addMissing(program, name)
    const load = lab.commands[name]
    if (load === undefined)
      throw new GlossError('PACKAGE_MISSING', `The installed version of ${LAB} has no command ${name}.`)
    return load()
  }
}

/** Adds a command that prints how to install the laboratory, whatever arguments follow, including `--help`. */
function addMissing(program: Command, name: string): void {
  program
    .command(name)
    .description(`A command of ${LAB}, which is not installed: npm install ${LAB}`)
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[arguments...]')
    .action(() => {
      throw new GlossError(
        'PACKAGE_MISSING',
        `${name} needs a package that is not installed: npm install ${LAB}.`,
      )
    })
}

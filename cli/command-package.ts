/** The port by which another package adds its commands to the command line. */
import type { Command } from 'commander'
import { GlossError, importPackage } from '../core/index.ts'

/** Adds the command, with everything below it, to the program; `buildWhole` is for one that describes all the others. */
export type AddCommand = (program: Command, buildWhole: () => Promise<Command>) => void
export type LoadCommand = () => Promise<AddCommand>

/** What a package that adds commands exports: by name, each with its own code. */
export interface CommandPackage {
  readonly commands: Readonly<Record<string, LoadCommand>>
}

/** The package whose commands the help lists, whether it is installed or not. */
const LAB = '@gloss-papers/lab'

/** Returns the command of that name of the laboratory; where that is not installed, one that says how to get it. */
export function labCommand(name: string): LoadCommand {
  return async () => {
    const lab = await importPackage<CommandPackage>(LAB)
    if (lab === null) return (program) => addMissing(program, name)
    const load = lab.commands[name]
    if (load === undefined)
      throw new GlossError('PACKAGE_MISSING', `The ${LAB} that is installed has no command ${name}.`)
    return load()
  }
}

/** Whatever follows the name, and `--help` too, gets the same line. */
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
        `${name} is a command of a package, which is not installed: npm install ${LAB}.`,
      )
    })
}

/** Builds the program: only the commands that are needed are loaded; the others have only their line in the help. */
import { readFileSync } from 'node:fs'
import { Command, Help } from 'commander'
import { COMMAND_GROUPS } from './command-list.ts'
import type { LoadCommand } from './command-package.ts'
import { ADVANCED, addOptionAliases } from './option-aliases.ts'

/** A command as the help of the program lists it. */
export interface CommandLine {
  /** Such as `retrieve [options] <text...>`. */
  readonly term: string
  readonly description: string
}

/** File of the help lines by name, written by `npm run docs` so that `gloss --help` need not load the commands. */
const LINES_FILE = new URL('./command-lines.json', import.meta.url)
const LAST_GROUP = 'Set up:'

const EXAMPLES = `
Examples:
  gloss ingest ./papers                              ingest a folder; the gate keeps papers on the topic
  gloss ingest ./papers --topic none                 keep everything
  gloss ask "which IC50 did the extract show?"       answer it from the papers, with citations
  gloss retrieve "which IC50 did the extract show?"  find the units that answer a question
  gloss think "which IC50 did the extract show?" --show
                                                     ask a model, injecting evidence while it writes
  gloss gate                                         which papers were kept or dropped, and why
  gloss serve                                        serve the web page and the HTTP API
  gloss doctor                                       check the set-up and suggest fixes

Exit codes: 0 done, 1 failed or stopped, 2 usage error.`

/** Returns the program with every command loaded. */
export function buildProgram(): Promise<Command> {
  return build(() => true, {})
}

/** Returns the program for one command line: commands that its arguments do not name have only name, term and description. */
export function programFor(args: readonly string[]): Promise<Command> {
  const named = args.filter((arg) => !arg.startsWith('-'))
  const wanted = named[0] === 'help' ? named[1] : named[0]
  return build((name) => name === wanted, readLines())
}

/** Returns the lines of the help from the commands. */
export function commandLines(program: Command): Readonly<Record<string, CommandLine>> {
  const help = new Help()
  const listed = program.commands.map((command) => [
    command.name(),
    { term: help.subcommandTerm(command), description: help.subcommandDescription(command) },
  ])
  return Object.fromEntries(listed)
}

async function build(
  isWanted: (name: string) => boolean,
  lines: Readonly<Record<string, CommandLine>>,
): Promise<Command> {
  const terms = new Map<Command, string>()
  const program = emptyProgram(terms)
  for (const [group, commands] of Object.entries(COMMAND_GROUPS)) {
    program.commandsGroup(group)
    for (const [name, load] of Object.entries(commands))
      await addCommand(program, { name, load: isWanted(name) ? load : null, line: lines[name], terms })
  }
  const help = new Command('help').argument('[command]').description('Show help for a command.')
  return program.addHelpCommand(help.helpGroup(LAST_GROUP))
}

interface ListedCommand {
  readonly name: string
  /** Loads the command, null if its line in the help suffices. */
  readonly load: LoadCommand | null
  readonly line: CommandLine | undefined
  readonly terms: Map<Command, string>
}

async function addCommand(program: Command, { name, load, line, terms }: ListedCommand): Promise<void> {
  if (load !== null) {
    ;(await load())(program, buildProgram)
    for (const command of program.commands) if (command.name() === name) addOptionAliases(command)
    return
  }
  const { term = name, description = '' } = line ?? {}
  terms.set(program.command(name).description(description), term)
}

function emptyProgram(terms: ReadonlyMap<Command, string>): Command {
  const plain = new Help()
  return new Command('gloss')
    .description(
      'Turn a folder of papers into a corpus of short, cited statements and answer questions from it.',
    )
    .version('0.1.0')
    .showHelpAfterError('(see gloss help COMMAND for its arguments and options)')
    .helpOption('-h, --help', 'show this help')
    .configureHelp({
      groupItems: (_, shown, groupOf) => {
        const last = shown.filter((item) => groupOf(item) === ADVANCED)
        const ordered = [...shown.filter((item) => !last.includes(item)), ...last]
        return plain.groupItems(ordered, ordered, groupOf)
      },
      subcommandTerm: (command) => terms.get(command) ?? plain.subcommandTerm(command),
    })
    .addHelpText('after', EXAMPLES)
}

function readLines(): Readonly<Record<string, CommandLine>> {
  return JSON.parse(readFileSync(LINES_FILE, 'utf8')) as Readonly<Record<string, CommandLine>>
}

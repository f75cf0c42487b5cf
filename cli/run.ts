/** Builds the program from its commands and turns failures into messages and exit codes. */
import { Command, CommanderError, Help } from 'commander'
import { describeFolderSettings, takeFolderSettings } from '../app/index.ts'
import { diskFailure, GlossError } from '../core/index.ts'
import { addAblateCommand } from './commands/ablate.ts'
import { addAskCommand } from './commands/ask.ts'
import { addCompareCommand } from './commands/compare.ts'
import { addCorpusCommand } from './commands/corpus.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addEvaluationCommand } from './commands/evaluation.ts'
import { addFetchCommand } from './commands/fetch.ts'
import { addGateCommand } from './commands/gate.ts'
import { addGraphCommand } from './commands/graph.ts'
import { addIngestCommand } from './commands/ingest.ts'
import { addMcpCommand } from './commands/mcp.ts'
import { addPapersCommand, addUnitsCommand } from './commands/papers.ts'
import { addRetrieveCommand } from './commands/retrieve.ts'
import { addRunsCommand } from './commands/runs.ts'
import { addServeCommand } from './commands/serve.ts'
import { addSolveCommand } from './commands/solve.ts'
import { addThinkCommand } from './commands/think.ts'
import { addExportCommand, addImportCommand } from './commands/transfer.ts'
import { addTuneCommand } from './commands/tune.ts'
import { createOutput, failureObject, printFailure } from './output.ts'
import { terminalText } from './terminal-text.ts'

const DONE = 0
const FAILED = 1
const WRONG_USE = 2
const WRONG_USE_CODES: ReadonlySet<string> = new Set([
  'INPUT_INVALID',
  'CONFIG_INVALID',
  'TOPIC_UNKNOWN',
  'PATH_NOT_FOUND',
])

const COMMANDS = {
  'Build and ask:': [
    addIngestCommand,
    addAskCommand,
    addRetrieveCommand,
    addThinkCommand,
    addSolveCommand,
    addServeCommand,
    addMcpCommand,
  ],
  'Inspect and correct:': [
    addPapersCommand,
    addUnitsCommand,
    addGateCommand,
    addGraphCommand,
    addCorpusCommand,
    addRunsCommand,
    addTuneCommand,
  ],
  'Import, export and evaluate:': [
    addImportCommand,
    addExportCommand,
    addEvaluationCommand,
    addCompareCommand,
    addAblateCommand,
  ],
  'Set up:': [addDoctorCommand, addFetchCommand],
}

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

export function buildProgram(): Command {
  const program = new Command('gloss')
    .description(
      'Turn a folder of papers into a corpus of short, cited statements and answer questions from it.',
    )
    .version('0.1.0')
    .showHelpAfterError('(see gloss help COMMAND for its arguments and options)')
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ groupItems: inOrderShown })
    .addHelpText('after', EXAMPLES)
  for (const [group, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(group)
    for (const add of commands) add(program)
  }
  const help = new Command('help').argument('[command]').description('Show help for a command.')
  return program.addHelpCommand(help.helpGroup('Set up:'))
}

const inOrderShown: Help['groupItems'] = (_, shown, groupOf) => new Help().groupItems(shown, shown, groupOf)

/** Runs one command line; returns the exit code. */
export async function runCli(args: readonly string[]): Promise<number> {
  process.stdout.on('error', endWithoutReader)
  const program = buildProgram()
  throwInsteadOfExit(program)
  try {
    tellFolderSettings()
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
    return process.exitCode === undefined ? DONE : Number(process.exitCode)
  } catch (error) {
    return exitCodeOf(error, args)
  }
}

/** The folder may come from a stranger: nothing of it takes effect unseen. */
function tellFolderSettings(): void {
  const settings = takeFolderSettings()
  if (settings === null) return
  for (const line of describeFolderSettings(settings)) process.stderr.write(`${terminalText(line)}\n`)
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride()
  for (const inner of command.commands) throwInsteadOfExit(inner)
}

function exitCodeOf(error: unknown, args: readonly string[]): number {
  const output = createOutput(args.includes('--json'), process.stdout, process.stderr)
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return DONE
    // Commander has already printed the message to stderr.
    output.object(failureObject(new GlossError('INPUT_INVALID', error.message.replace(/^error: /, ''))))
    return WRONG_USE
  }
  const known = error instanceof GlossError ? error : diskFailure(error)
  if (known !== null) {
    printFailure(known, output)
    return WRONG_USE_CODES.has(known.code) ? WRONG_USE : FAILED
  }
  const fault = error instanceof Error ? error : new Error(String(error))
  printFailure(new GlossError('INTERNAL', fault.message, {}, fault), output)
  output.note(fault.stack ?? '')
  return FAILED
}

/** `gloss units | head` closes the pipe early; that is no failure. */
function endWithoutReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(DONE)
}

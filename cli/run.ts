/** Builds the program out of its commands and turns failures into messages and exit codes. */
import { existsSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { GlossError } from '../core/index.ts'
import { addCorpusCommand } from './commands/corpus.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addEvaluationCommand } from './commands/evaluation.ts'
import { addFetchCommand } from './commands/fetch.ts'
import { addGateCommand } from './commands/gate.ts'
import { addIngestCommand } from './commands/ingest.ts'
import { addPapersCommand, addUnitsCommand } from './commands/papers.ts'
import { addRetrieveCommand } from './commands/retrieve.ts'
import { addServeCommand } from './commands/serve.ts'
import { addExportCommand, addImportCommand } from './commands/transfer.ts'
import { createOutput, printFailure } from './output.ts'

const DONE = 0
const FAILED = 1
const WRONG_USE = 2
const WRONG_USE_CODES: ReadonlySet<string> = new Set([
  'INPUT_INVALID',
  'CONFIG_INVALID',
  'TOPIC_UNKNOWN',
  'PATH_NOT_FOUND',
])

const COMMANDS = [
  addIngestCommand,
  addRetrieveCommand,
  addServeCommand,
  addPapersCommand,
  addUnitsCommand,
  addGateCommand,
  addCorpusCommand,
  addImportCommand,
  addExportCommand,
  addEvaluationCommand,
  addFetchCommand,
  addDoctorCommand,
]

export function buildProgram(): Command {
  const program = new Command('gloss')
    .description('Turns a folder of papers into a filtered, summarised knowledge corpus and answers from it.')
    .version('0.1.0')
    .showHelpAfterError('(gloss help COMMAND lists what a command takes)')
  for (const add of COMMANDS) add(program)
  return program
}

/** Runs one command line; returns the exit code. */
export async function runCli(args: readonly string[]): Promise<number> {
  // Settings of the folder; the environment wins over them.
  if (existsSync('.env')) process.loadEnvFile('.env')
  const program = buildProgram()
  throwInsteadOfExit(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return process.exitCode === undefined ? DONE : Number(process.exitCode)
  } catch (error) {
    return exitCodeOf(error, args)
  }
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride()
  for (const inner of command.commands) throwInsteadOfExit(inner)
}

function exitCodeOf(error: unknown, args: readonly string[]): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USE
  if (!(error instanceof GlossError)) throw error
  printFailure(error, createOutput(args.includes('--json'), process.stdout, process.stderr))
  return WRONG_USE_CODES.has(error.code) ? WRONG_USE : FAILED
}

/** Runs a command line and turns failures into messages and exit codes. */
import { type Command, CommanderError } from 'commander'
import { diskFailure, GlossError } from '../core/index.ts'
import { createOutput, failureObject, printFailure } from './output.ts'
import { programFor } from './program.ts'
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

/** Runs one command line and returns the exit code. */
export async function runCli(args: readonly string[]): Promise<number> {
  process.stdout.on('error', endWithoutReader)
  try {
    assertFolderIsThere()
    const program = await programFor(args)
    throwInsteadOfExit(program)
    program.hook('preAction', noteFolderSettings)
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
    return process.exitCode === undefined ? DONE : Number(process.exitCode)
  } catch (error) {
    return exitCodeOf(error, args)
  }
}

function assertFolderIsThere(): void {
  try {
    process.cwd()
  } catch (error) {
    const message = 'The current folder no longer exists; change to another one.'
    throw new GlossError('PATH_NOT_FOUND', message, {}, error as Error)
  }
}

/** Reports settings of the folder, which may be a stranger's: none of them takes effect unseen. */
async function noteFolderSettings(): Promise<void> {
  const { describeFolderSettings, takeFolderSettings } = await import('../app/wiring/index.ts')
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

/** Ends without a failure if the reader closes the pipe early, as in `gloss units | head`. */
function endWithoutReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(DONE)
}

/** Generates pages from the code: error codes, settings, commands. */
import type { Command } from 'commander'
import { describeConfig } from '../../../app/config/config.ts'
import { loadConfig } from '../../../app/index.ts'
import { COMMON_HELP } from '../../../cli/context.ts'
import { buildProgram, commandLines } from '../../../cli/program.ts'
import { errorCatalogue } from '../../../core/index.ts'
import { table } from './markdown.ts'

const GENERATED = '<!-- Written by `npm run docs`; do not edit. -->'
// Commander's width if stdout is no terminal, so that the page can be compared with the program's output.
const HELP_WIDTH = 80
/** Descriptions in place of defaults that depend on the machine. */
const BY_MACHINE: Readonly<Record<string, string>> = { workers: 'number of processors, at most 4' }

export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(([code, { http, retry, help }]) => [
    `\`${code}\``,
    String(http),
    retry ? 'yes' : 'no',
    help,
  ])
  return page('Error codes', [
    'Every failure that a caller can act on has one of these codes: in `code` of a problem+json answer, in `error.code` of `--json`',
    'output, and in brackets after a message on the terminal. *Retry* says whether the same call may succeed later.',
    '',
    table(['code', 'HTTP', 'retry', 'what to do'], rows),
  ])
}

function settings() {
  return describeConfig(loadConfig({}, {})).map((setting) => ({
    ...setting,
    value: BY_MACHINE[setting.name] ?? setting.value,
  }))
}

export function configPage(): string {
  const rows = settings().map(({ env, value, help }) => [
    `\`${env}\``,
    value === '' ? '' : `\`${value}\``,
    help,
  ])
  return page('Settings', [
    'Command-line options override environment variables, which override a file `.env` in the current folder, which overrides',
    'these defaults. `gloss doctor` prints the settings in force. All invalid values are reported together at startup.',
    '',
    'A folder may come from a stranger, so of its `.env` only names that begin with `GLOSS_` count, and stderr names what was taken. A key of',
    'the environment is never used with an address that the file names: with the address, the file must give the key. Child processes inherit',
    'neither keys nor `NODE_OPTIONS`.',
    '',
    'Addresses are shown and logged, so they may hold no user name, password, query or fragment; keys have settings of their own.',
    '',
    'What is over a limit on uploads, jobs, images, programs, runs, questions to models, event streams or open corpora is refused with 503 `QUEUE_FULL` and `Retry-After`, in MCP with `retryAfterSeconds`',
    '([why](decisions/2026-11-22-bounds.md)). `/health` and `/ready` are never limited.',
    '',
    table(['variable', 'default', 'meaning'], rows),
  ])
}

export function environmentExample(): string {
  const lines = settings().flatMap(({ env, value, help }) => [
    `# ${help}`,
    `# ${env}=${env === 'GLOSS_WORKERS' ? '' : value}`,
    '',
  ])
  return [
    '# Copy to .env and uncomment what you set. Written by `npm run docs`; do not edit.',
    '',
    ...lines,
  ].join('\n')
}

/** Returns the lines of `gloss --help` on each command, for a program that does not load them. */
export async function commandLinesFile(): Promise<string> {
  return `${JSON.stringify(commandLines(await buildProgram()), null, 2)}\n`
}

export async function commandsPage(): Promise<string> {
  const sections = commandsBelow(await buildProgram()).flatMap(({ path, command }) => [
    `## ${path}`,
    '',
    ...codeBlock(printedHelp(command).replace(COMMON_HELP, '')),
    '',
  ])
  return page('Commands', [
    'What `gloss help COMMAND` and `gloss COMMAND --help` print, 80 columns wide. The common options, which end the help of every command that',
    'takes options, are listed once, here. Exit codes: 0 done, 1 failed, 2 usage error. With `--json` the last line of stdout is one object.',
    '`ingest …` is short for `gloss ingest …`.',
    '',
    ...codeBlock(COMMON_HELP),
    '',
    ...sections.slice(0, -1),
  ])
}

function codeBlock(text: string): string[] {
  return ['```', text.trim(), '```']
}

function printedHelp(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
    getOutHelpWidth: () => HELP_WIDTH,
    getOutHasColors: () => false,
  })
  command.outputHelp()
  return text
}

function commandsBelow(command: Command, above = ''): { path: string; command: Command }[] {
  const path = `${above} ${command.name()}`.trim()
  return [{ path, command }, ...command.commands.flatMap((one) => commandsBelow(one, path))]
}

function page(title: string, body: readonly string[]): string {
  return [`# ${title}`, '', GENERATED, '', ...body, ''].join('\n')
}

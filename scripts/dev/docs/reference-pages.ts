/** Pages that are written from the code: error codes, settings, commands. */
import type { Command } from 'commander'
import { describeConfig } from '../../../app/config/config.ts'
import { loadConfig } from '../../../app/index.ts'
import { buildProgram } from '../../../cli/run.ts'
import { errorCatalogue } from '../../../core/index.ts'
import { table } from './markdown.ts'

const GENERATED = '<!-- Written by `npm run docs`; do not edit. -->'
const HELP_WIDTH = 100
/** Defaults that depend on the machine; a page must not. */
const BY_MACHINE: Readonly<Record<string, string>> = { workers: 'processors, at most 4' }

export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(([code, { http, retry, help }]) => [
    `\`${code}\``,
    String(http),
    retry ? 'yes' : 'no',
    help,
  ])
  return page('Error codes', [
    'Every failure that a caller may act on has one of these codes: in the `code` of a problem+json answer, in the `error.code` of',
    '`--json` output, and in brackets after a message on the terminal. *again* says whether the same call may succeed later.',
    '',
    table(['code', 'HTTP', 'again', 'what to do'], rows),
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
    'Options of the command line win over the environment, the environment over a file `.env` in the current folder, and that over',
    'these defaults. `gloss doctor` prints what is in force. A value that does not hold is refused at the start, all at once.',
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
    '# Copy to .env and take the # off what you set. Written by `npm run docs`; do not edit.',
    '',
    ...lines,
  ].join('\n')
}

export function commandsPage(): string {
  const program = buildProgram()
  const sections = commandsBelow(program).flatMap(({ path, command }) => [
    `## ${path}`,
    '',
    '```',
    command.configureHelp({ helpWidth: HELP_WIDTH }).helpInformation().trimEnd(),
    '```',
    '',
  ])
  return page('Commands', [
    'Exit codes: 0 done, 1 failed, 2 wrong use. With `--json` the last line of stdout is one object (README, "Contract").',
    '`ingest …` is short for `gloss ingest …`.',
    '',
    ...sections.slice(0, -1),
  ])
}

function commandsBelow(command: Command, above = ''): { path: string; command: Command }[] {
  const path = `${above} ${command.name()}`.trim()
  return [{ path, command }, ...command.commands.flatMap((one) => commandsBelow(one, path))]
}

function page(title: string, body: readonly string[]): string {
  return [`# ${title}`, '', GENERATED, '', ...body, ''].join('\n')
}

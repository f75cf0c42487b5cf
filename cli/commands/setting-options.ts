/** Options for the settings of the loop and of the pattern: one row for each setting that the service takes. */
import type { Command } from 'commander'
import {
  FLOORS,
  PRESET_NAMES,
  type PresetName,
  RETRIEVAL_MODES,
  type SolveSettings,
  type WatchSettings,
} from '../../app/index.ts'
import { decimalList, decimalNumber, oneOf, wholeNumber } from '../options.ts'

interface SettingRow {
  readonly flags: string
  readonly help: string
  /** Absent for a switch that turns the setting off, or on. */
  readonly read?: (text: string) => unknown
  /** The word that stands for null, which commander itself takes for an empty text. */
  readonly nullWord?: string
  /** What a switch sets; false where absent. */
  readonly sets?: boolean
}

type Rows<Settings> = Readonly<Record<keyof Settings, SettingRow>>

const number = (flags: string, help: string, least: number, most?: number): SettingRow => ({
  flags: `${flags} <n>`,
  help,
  read: wholeNumber(longName(flags), least, most),
})
const decimal = (flags: string, value: string, help: string, least: number, most: number): SettingRow => ({
  flags: `${flags} <${value}>`,
  help,
  read: decimalNumber(longName(flags), least, most),
})

const WATCH_ROWS: Rows<WatchSettings> = {
  k: number('-k, --k', 'units retrieved per query (default: 3)', 1, 100),
  window: number('--window', 'characters that the monitor sees at a look (default: 512)', 16, 65_536),
  stride: number('--stride', 'characters between two looks (default: 384)', 1, 65_536),
  maxInjections: number('--max-injections', 'injections per step (default: 2)', 0, 1_000),
  floor: {
    flags: '--floor <name>',
    help: `what keeps unrelated evidence out: ${FLOORS.join(', ')} (default: topic)`,
    read: oneOf('--floor', FLOORS),
  },
  hasQuerier: { flags: '--no-querier', help: 'search with the window itself' },
  hasSifter: { flags: '--no-sifter', help: 'do not have a model judge what was found' },
  hasInjector: { flags: '--no-injector', help: 'inject units as they are' },
  helperTemperature: decimal(
    '--helper-temperature',
    't',
    'sampling temperature of monitor, querier, sifter and injector (default: 0)',
    0,
    2,
  ),
}

const SOLVE_ROWS: Rows<Omit<SolveSettings, keyof WatchSettings>> = {
  proposers: number('--proposers', 'number of solutions to propose in parallel (default: 5)', 1, 32),
  corrects: { flags: '--no-correct', help: 'do not correct solutions before refining' },
  refines: { flags: '--no-refine', help: 'no hierarchical solution refinement (HSR)' },
  evaluates: { flags: '--no-evaluate', help: 'no quality-aware iterative reasoning (QAIR)' },
  rounds: number('--rounds', 'rounds of scoring and correction, T_max (default: 1)', 0, 20),
  threshold: decimal('--threshold', 'score', 'tau: composite score that passes, 0 to 5 (default: 3)', 0, 5),
  weights: {
    flags: '--weights <l,a,e>',
    help: 'weights of logic, answer and explanation (default: 0.2,0.6,0.2)',
    read: decimalList('--weights', 3),
  },
  retrieval: {
    flags: '--retrieval <mode>',
    help: `how agents retrieve: ${RETRIEVAL_MODES.join(', ')} (default: implicit)`,
    read: oneOf('--retrieval', RETRIEVAL_MODES),
  },
  searchesWeb: { flags: '--no-web', help: 'do not give agents web_search and web_parse' },
  runsCode: { flags: '--no-code', help: 'do not run code' },
  temperature: decimal('--temperature', 't', 'sampling temperature of the agents (default: 0.5)', 0, 2),
  evaluatorTemperature: {
    flags: '--evaluator-temperature <t|server>',
    help: 'sampling temperature of the evaluator; `server` sends none (default: 0)',
    read: (text) => (text === 'server' ? text : decimalNumber('--evaluator-temperature', 0, 2)(text)),
    nullWord: 'server',
  },
  maxTokens: number('--max-tokens', 'maximum tokens per agent turn (default: 64000)', 1, 1_000_000),
  maxSteps: number('--max-steps', 'maximum steps per agent (default: 150)', 1, 10_000),
  isAsPrinted: {
    flags: '--as-printed',
    help: 'use prompts with the faults of the printed paper',
    sets: true,
  },
  seed: number('--seed', 'random seed, if the server supports it; each agent derives its own', 0),
}

/** What commander has of these options. */
export type SettingOptions = Readonly<Record<string, unknown>>

export function withWatchOptions(command: Command): Command {
  return withRows(command, WATCH_ROWS)
}

export function withSolveOptions(command: Command): Command {
  return withRows(command, { ...SOLVE_ROWS, ...WATCH_ROWS })
}

/** The settings that were given, by the names that the service has for them. */
export function watchSettingsOf(options: SettingOptions): Readonly<Record<string, unknown>> {
  return settingsIn(options, WATCH_ROWS)
}

export function solveSettingsOf(options: SettingOptions): Readonly<Record<string, unknown>> {
  return settingsIn(options, { ...SOLVE_ROWS, ...WATCH_ROWS })
}

/** The option of each setting, for the docs. */
export function settingFlags(): Readonly<Record<string, string>> {
  const rows: Readonly<Record<string, SettingRow>> = { ...SOLVE_ROWS, ...WATCH_ROWS }
  return Object.fromEntries(Object.entries(rows).map(([name, { flags }]) => [name, flags]))
}

function withRows(command: Command, rows: Readonly<Record<string, SettingRow>>): Command {
  for (const { flags, help, read } of Object.values(rows)) {
    if (read === undefined) command.option(flags, help)
    else command.option(flags, help, read)
  }
  return command
}

function settingsIn(
  options: SettingOptions,
  rows: Readonly<Record<string, SettingRow>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, { flags, read, nullWord, sets = false }]) => {
      const value = options[optionName(flags)]
      if (read !== undefined) return value === undefined ? [] : [[name, value === nullWord ? null : value]]
      // Commander gives `true` for a `--no-…` that was not given.
      return value === sets ? [[name, sets]] : []
    }),
  )
}

function longName(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags
}

/** As commander names the option: `--no-web` is `web`, `--max-steps` is `maxSteps`. */
function optionName(flags: string): string {
  return longName(flags)
    .replace(/^--(?:no-)?/, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export interface PresetOption {
  readonly preset?: PresetName
}

export function withPresetOption(command: Command, what: string): Command {
  return command.option(
    '--preset <name>',
    `settings by name: ${PRESET_NAMES.join(', ')} (${what}; see docs/published.md)`,
    oneOf('--preset', PRESET_NAMES),
  )
}

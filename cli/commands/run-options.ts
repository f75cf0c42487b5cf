/** Options of the commands that start or resume runs. */

import type { Command } from 'commander'
import { MONITOR_NAMES } from '../../app/config/index.ts'
import { patternAt } from '../../app/plugins/index.ts'
import {
  type Budget,
  DEFAULT_PATTERN,
  PATTERN_LIST,
  PATTERN_NAMES,
  type SolveRequest,
} from '../../app/solve/index.ts'
import type { Watcher } from '../../app/think/index.ts'
import { type BackendName, isPluginPlace } from '../../app/wiring/index.ts'
import { defined } from '../../core/index.ts'
import { withBackendOption } from '../backend-option.ts'
import { type MonitorChoice, monitorNamed, withMonitorOption } from '../monitor-option.ts'
import { decimalNumber, oneOfOrPlugin, wholeNumber } from '../options.ts'
import type { Output } from '../output.ts'
import { type FilterOptions, filterOf, withFilterOptions } from './filter-options.ts'
import { addSetting, type GivenSettings, mergedSettings } from './given-settings.ts'
import { solveSettingsOf, withSolveOptions } from './setting-options.ts'

export const WATCHERS = MONITOR_NAMES.filter((name): name is Watcher => name !== 'off')

export interface PlanOptions extends FilterOptions {
  readonly pattern?: string
  /** Preset of the pattern. */
  readonly preset?: string
  readonly set?: GivenSettings
  readonly backend?: BackendName
  readonly monitor?: MonitorChoice<Watcher>
}

export interface BudgetOptions {
  readonly budgetTokens?: number
  readonly budgetCost?: number
  readonly budgetSteps?: number
  readonly budgetSeconds?: number
}

/** Tokens that a person would pay for on one question: the published pattern takes 200,000 to 480,000 (Eigen-1, Table 3). */
export const DEFAULT_BUDGET_TOKENS = 500_000

export function withPlanOptions(command: Command): Command {
  command.option(
    '--pattern <name>',
    `solving pattern (default: ${DEFAULT_PATTERN}; see docs/patterns.md): ${PATTERN_NAMES.join(', ')}; or a plug-in: ./module.js`,
    oneOfOrPlugin('--pattern', PATTERN_NAMES, (place) => place),
  )
  command.option('--preset <name>', `settings by name: ${presetHelp()} (see docs/patterns.md)`)
  command.option(
    '--set <name=value>',
    'any setting of the pattern, by its name in docs/patterns.md; may be repeated',
    addSetting,
  )
  withBackendOption(command)
  withMonitorOption(command, WATCHERS, 'the streams')
  return withFilterOptions(withSolveOptions(command))
}

/** Lists the presets: `published for eigen1; …` */
function presetHelp(): string {
  return PATTERN_LIST.flatMap(({ name, presets }) => {
    const names = Object.keys(presets)
    return names.length === 0 ? [] : [`${names.join(', ')} for ${name}`]
  }).join('; ')
}

export function withBudgetOptions(command: Command): Command {
  return withTurnBudgetOptions(command).option(
    '--budget-steps <n>',
    'stop after this many model steps',
    wholeNumber('--budget-steps', 1),
  )
}

/** Adds the limits that also apply to a single turn. */
export function withTurnBudgetOptions(command: Command): Command {
  return command
    .option(
      '--budget-tokens <n>',
      'stop before this many tokens and return the best answer so far (default: 500000 for one question, or per run if there are several)',
      wholeNumber('--budget-tokens', 1),
    )
    .option(
      '--budget-cost <usd>',
      'stop before spending this many US dollars',
      decimalNumber('--budget-cost', 0, 1_000_000),
    )
    .option(
      '--budget-seconds <n>',
      'stop after this many seconds, whatever is under way',
      wholeNumber('--budget-seconds', 1),
    )
}

/** Returns the request. Values that were not given are left to the preset and the pattern's defaults. Throws `PLUGIN_INVALID`. */
export async function requestOf(
  options: PlanOptions & BudgetOptions,
): Promise<Omit<SolveRequest, 'question'>> {
  const { pattern: asked, preset, backend, monitor } = options
  const pattern = asked !== undefined && isPluginPlace(asked) ? await patternAt(asked) : asked
  return {
    pattern,
    preset,
    backend,
    monitor: monitorNamed(monitor),
    filter: filterOf(options),
    settings: mergedSettings(solveSettingsOf({ ...options }), options.set ?? {}),
    budget: budgetOf(options),
  }
}

/** Returns the budget of each of many runs: the given limits, else the default for one question, which it prints in a note. */
export function budgetOfEachRun(options: BudgetOptions, output: Pick<Output, 'note'>): Partial<Budget> {
  const budget = budgetOf(options)
  if (Object.keys(budget).length > 0) return budget
  const limit = DEFAULT_BUDGET_TOKENS.toLocaleString('en')
  output.note(`gloss: each run stops at ${limit} tokens; --budget-tokens sets another limit`)
  return { tokens: DEFAULT_BUDGET_TOKENS }
}

export function budgetOf(options: BudgetOptions): Partial<Budget> {
  const { budgetTokens, budgetCost, budgetSteps, budgetSeconds } = options
  return defined({ tokens: budgetTokens, cost: budgetCost, steps: budgetSteps, seconds: budgetSeconds })
}

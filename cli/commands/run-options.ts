/** Options of the commands that start or resume runs. */
import type { Command } from 'commander'
import {
  BACKEND_NAMES,
  type BackendName,
  type Budget,
  DEFAULT_BACKEND,
  EXPERIMENTAL_BACKENDS,
  EXPERIMENTAL_MONITORS,
  listNames,
  MONITOR_NAMES,
  type MonitorName,
  PATTERN_NAMES,
  type PatternName,
  RETRIEVAL_MODES,
  type RetrievalMode,
} from '../../app/index.ts'
import { decimalNumber, oneOf, wholeNumber } from '../options.ts'

const WATCHERS = MONITOR_NAMES.filter((name) => name !== 'off')

export interface PlanOptions {
  readonly pattern?: PatternName
  readonly proposers?: number
  readonly rounds?: number
  readonly retrieval?: RetrievalMode
  readonly backend?: BackendName
  readonly monitor?: MonitorName
  readonly maxTokens?: number
  readonly maxSteps?: number
  readonly temperature?: number
  readonly seed?: number
  readonly k?: number
  /** False where `--no-web` is given. */
  readonly web: boolean
  readonly code: boolean
}

export interface BudgetOptions {
  readonly budgetTokens?: number
  readonly budgetCost?: number
  readonly budgetSteps?: number
  readonly budgetSeconds?: number
}

export function withPlanOptions(command: Command): Command {
  return command
    .option(
      '--pattern <name>',
      `solving pattern: ${PATTERN_NAMES.join(', ')}`,
      oneOf('--pattern', PATTERN_NAMES),
    )
    .option(
      '--proposers <n>',
      'number of solutions to propose in parallel (default: 5)',
      wholeNumber('--proposers', 1, 32),
    )
    .option('--rounds <n>', 'rounds of scoring and correction (default: 1)', wholeNumber('--rounds', 0, 20))
    .option(
      '--retrieval <mode>',
      `how agents retrieve: ${RETRIEVAL_MODES.join(', ')} (default: implicit)`,
      oneOf('--retrieval', RETRIEVAL_MODES),
    )
    .option(
      '--backend <name>',
      `retrieval backend (default: ${DEFAULT_BACKEND}): ${listNames(BACKEND_NAMES, EXPERIMENTAL_BACKENDS)}`,
      oneOf('--backend', BACKEND_NAMES),
    )
    .option(
      '--monitor <name>',
      `monitor that watches the streams (GLOSS_MONITOR; default: lexical): ${listNames(WATCHERS, EXPERIMENTAL_MONITORS)}`,
      oneOf('--monitor', WATCHERS),
    )
    .option(
      '--max-tokens <n>',
      'maximum tokens per agent turn (default: 64000)',
      wholeNumber('--max-tokens', 1),
    )
    .option('--max-steps <n>', 'maximum steps per agent (default: 150)', wholeNumber('--max-steps', 1))
    .option(
      '--temperature <t>',
      'sampling temperature of the agents (default: 0.5)',
      decimalNumber('--temperature', 0, 2),
    )
    .option(
      '--seed <n>',
      'random seed, if the server supports it; each agent derives its own',
      wholeNumber('--seed', 0),
    )
    .option('-k, --k <n>', 'units retrieved per query (default: 3)', wholeNumber('--k', 1, 100))
    .option('--no-web', 'do not give agents web_search and web_parse')
    .option('--no-code', 'do not run code')
}

export function withBudgetOptions(command: Command): Command {
  return command
    .option(
      '--budget-tokens <n>',
      'stop after this many tokens and return the best answer so far',
      wholeNumber('--budget-tokens', 1),
    )
    .option(
      '--budget-cost <usd>',
      'stop after spending this many US dollars',
      decimalNumber('--budget-cost', 0, 1_000_000),
    )
    .option('--budget-steps <n>', 'stop after this many model steps', wholeNumber('--budget-steps', 1))
    .option('--budget-seconds <n>', 'stop after this many seconds', wholeNumber('--budget-seconds', 1))
}

/** What was not given is left to the pattern's defaults. */
export function settingsOf(options: PlanOptions): Readonly<Record<string, unknown>> {
  const { proposers, rounds, retrieval, maxTokens, maxSteps, temperature, seed, k, web, code } = options
  const given = { proposers, rounds, retrieval, maxTokens, maxSteps, temperature, seed, k }
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(web ? {} : { searchesWeb: false }),
    ...(code ? {} : { runsCode: false }),
  }
}

export function budgetOf(options: BudgetOptions): Partial<Budget> {
  const { budgetTokens, budgetCost, budgetSteps, budgetSeconds } = options
  const given = { tokens: budgetTokens, cost: budgetCost, steps: budgetSteps, seconds: budgetSeconds }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

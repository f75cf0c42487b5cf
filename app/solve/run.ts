/** Runs of the solver: a plan is checked and written down, then worked on until it ends. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { GlossError, systemClock } from '../../core/index.ts'
import { takeFileLock } from '../../corpus/adapters/file-lock.ts'
import { readPrices } from '../../models/index.ts'
import {
  type Budget,
  Eigen1Settings,
  eigen1,
  NO_BUDGET,
  type RunEvent,
  type RunOutcome,
  type RunQuestion,
  type RunRecord,
  runPattern,
} from '../../solver/index.ts'
import { MONITOR_NAMES, type MonitorName } from '../config/model-settings.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { type BackendName, DEFAULT_BACKEND } from '../wiring/retrieval-backends.ts'
import { planWeb } from './plan-web.ts'
import type { OpenRunPorts } from './run-ports.ts'

const PATTERNS = { eigen1: { pattern: eigen1, settings: Eigen1Settings } } as const
export type PatternName = keyof typeof PATTERNS
export const PATTERN_NAMES = Object.keys(PATTERNS) as PatternName[]

export interface SolveRequest {
  readonly question: RunQuestion
  readonly pattern?: PatternName | undefined
  /** Of the pattern; what is left out has its default. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  readonly corpus?: string | undefined
  readonly backend?: BackendName | undefined
  /** Who watches the streams, where the pattern wants them watched; that of the configuration where absent, `lexical` where that is `off`. */
  readonly monitor?: Exclude<MonitorName, 'off'> | undefined
  readonly budget?: Partial<Budget> | undefined
  /** Plays written answers: `startDemonstration`. */
  readonly isDemonstration?: boolean
}

/** Writes the run down; nothing is asked yet. Throws `INPUT_INVALID` for invalid settings, and `CORPUS_NOT_FOUND`. */
export async function startRun(gloss: Gloss, request: SolveRequest): Promise<RunRecord> {
  const { question, pattern = 'eigen1', settings = {}, backend = DEFAULT_BACKEND, budget = {} } = request
  const { config } = gloss
  if (question.text.trim() === '')
    throw new GlossError('INPUT_INVALID', 'The question is empty.', { field: 'question' })
  const web = planWeb(checked(pattern, settings), settings, config)
  const session = await gloss.session(request.corpus)
  const plan = {
    question,
    pattern,
    settings: web.settings,
    corpus: session.name,
    backend,
    monitor: request.monitor ?? (config.monitor === 'off' ? 'lexical' : config.monitor),
    budget: { ...NO_BUDGET, ...budget },
    ...(web.notices.length === 0 ? {} : { notices: web.notices }),
    ...(request.isDemonstration === true ? { isDemonstration: true } : {}),
  }
  return await gloss.runs().create(plan, new Date().toISOString())
}

export interface ContinueOptions {
  readonly onEvent?: (event: RunEvent) => void
  readonly signal: AbortSignal
  /** In place of the run's own. */
  readonly budget?: Partial<Budget> | undefined
  /** Asks again what failed, and all that came after it. */
  readonly again?: boolean
}

/** `continueRun` with other ports than those of the configuration. */
export async function workOnRun(
  gloss: Gloss,
  record: RunRecord,
  options: ContinueOptions & { readonly openPorts: OpenRunPorts },
): Promise<RunOutcome> {
  const folder = join(gloss.config.workspace, 'runs')
  await mkdir(folder, { recursive: true })
  const lock = takeFileLock(join(folder, record.id), {
    code: 'RUN_BUSY',
    busy: `The run ${record.id} is being worked on`,
    purpose: 'gloss solve',
  })
  try {
    return await workOn(gloss, record, options)
  } finally {
    lock.release()
  }
}

async function workOn(
  gloss: Gloss,
  record: RunRecord,
  {
    openPorts,
    onEvent = () => undefined,
    signal,
    budget,
    again = false,
  }: ContinueOptions & { readonly openPorts: OpenRunPorts },
): Promise<RunOutcome> {
  const store = gloss.runs()
  if (again) await store.forgetFailures(record.id)
  const { plan } = record
  const ports = await openPorts(gloss, { ...plan, monitor: monitorNamed(plan.monitor) })
  return await runPattern(record, PATTERNS[patternNamed(plan.pattern)].pattern, {
    store,
    ports,
    prices: readPrices(),
    clock: systemClock,
    onEvent,
    signal,
    ...(budget === undefined ? {} : { budget: { ...plan.budget, ...budget } }),
  })
}

function checked(name: PatternName, given: Readonly<Record<string, unknown>>): Eigen1Settings {
  const read = PATTERNS[name].settings.safeParse(given)
  if (read.success) return read.data
  const [first] = read.error.issues
  const unknown = first?.code === 'unrecognized_keys' ? first.keys[0] : undefined
  const problems = read.error.issues.map(({ path, message }) => [...path, message].join(': '))
  throw new GlossError('INPUT_INVALID', `Invalid settings for ${name}: ${problems.join('; ')}.`, {
    field: ['settings', ...(first?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.'),
  })
}

function patternNamed(name: string): PatternName {
  const found = PATTERN_NAMES.find((one) => one === name)
  if (found !== undefined) return found
  throw new GlossError('RUN_CHANGED', `This version of Gloss has no pattern "${name}".`, {
    pattern: name,
  })
}

function monitorNamed(name: string): Exclude<MonitorName, 'off'> {
  const found = MONITOR_NAMES.find((one) => one === name)
  if (found !== undefined && found !== 'off') return found
  throw new GlossError('RUN_CHANGED', `This version of Gloss has no monitor "${name}".`, {
    monitor: name,
  })
}

/** Starts, checks and resumes runs of the solver. */
import { GlossError, invalidInput, systemClock } from '../../core/index.ts'
import {
  type Budget,
  DEFAULT_PATTERN,
  findPattern,
  NO_BUDGET,
  type PatternDefinition,
  type PatternSettings,
  patternNamed,
  presetOf,
  type RunEvent,
  type RunOutcome,
  type RunPlan,
  type RunQuestion,
  type RunRecord,
  runPattern,
} from '../../solver/index.ts'
import { MONITOR_NAMES, type Role } from '../config/model-settings.ts'
import { withPreset } from '../config/presets.ts'
import { checkBackend } from '../think/search-corpus.ts'
import { readSettings, resolvedFilter, type WatchChoice } from '../think/watch-plan.ts'
import { checkPrices } from '../wiring/check-prices.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { helperRoles, type Watcher } from '../wiring/monitor-ports.ts'
import { lockRun } from '../wiring/open-runs.ts'
import { asksRetriever, backendNamed, DEFAULT_BACKEND } from '../wiring/retrieval-backends.ts'
import { askedModels, type ModelChoice } from './asked-models.ts'
import { planWeb } from './plan-web.ts'
import { watchForCancel } from './run-elsewhere.ts'
import { environmentOf } from './run-environment.ts'
import type { OpenRunPorts } from './run-ports.ts'
import { servingRole } from './serving-role.ts'

export interface SolveRequest extends Omit<WatchChoice, 'monitor' | 'preset'> {
  readonly question: RunQuestion
  /** Name of the pattern. Default: `eigen1`. */
  readonly pattern?: string | undefined
  readonly preset?: string | undefined
  readonly corpus?: string | undefined
  /** Monitor of the streams, for a pattern that watches them. Default: that of the configuration, or `lexical` if that is `off`. */
  readonly monitor?: Watcher | undefined
  readonly budget?: Partial<Budget> | undefined
  /** True for a run that plays written answers: `startDemonstration`. */
  readonly isDemonstration?: boolean
}

/**
 * Stores a new run; nothing is asked yet. Throws the errors that would keep it from retrieving or being watched at all: `INPUT_INVALID`,
 * `CORPUS_NOT_FOUND`, `PAPER_NOT_FOUND`, `GRAPH_MISSING`, `MODEL_UNCONFIGURED`.
 */
export async function startRun(gloss: Gloss, request: SolveRequest): Promise<RunRecord> {
  const { question, budget = {}, isDemonstration = false } = request
  if (question.text.trim() === '') throw invalidInput('question', 'The question is empty.')
  const { notices, ...choice } = runChoice(gloss, request)
  const session = await gloss.session(request.corpus)
  const limits = { ...NO_BUDGET, ...budget }
  if (!isDemonstration) await checkRun(gloss, session, choice, limits)
  const plan = {
    ...choice,
    question,
    corpus: session.name,
    filter: await resolvedFilter(session, request.filter ?? null),
    budget: limits,
    ...(notices.length === 0 ? {} : { notices }),
    ...(isDemonstration ? { isDemonstration } : {}),
  }
  return await gloss.runs().create(plan, new Date().toISOString())
}

/** Checked choices that runs of one request share, with every default filled in. */
export interface RunChoice extends ModelChoice {
  readonly preset: string | null
  /** Sentences on what was requested and is not available. */
  readonly notices: readonly string[]
}

/** Throws `INPUT_INVALID` for an unknown pattern or preset, and for settings that are unknown, out of range or contradict the preset. */
export function runChoice(gloss: Gloss, request: Omit<SolveRequest, 'question'>): RunChoice {
  const pattern = patternNamed(request.pattern ?? DEFAULT_PATTERN)
  const { preset = null } = request
  const { backend = DEFAULT_BACKEND, monitor = gloss.config.monitor, settings = {} } = withoutPreset(request)
  const whole = patternSettings(pattern, settings)
  const web = planWeb(pattern, whole, settings, gloss.config)
  return { pattern: pattern.name, preset, ...web, backend, monitor: monitor === 'off' ? 'lexical' : monitor }
}

/** Returns settings with all defaults. Throws `INPUT_INVALID` naming the fault and, for an unknown setting, the existing ones. */
export function patternSettings(
  { name, settings: schema }: Pick<PatternDefinition, 'name' | 'settings'>,
  given: Readonly<Record<string, unknown>>,
): PatternSettings {
  const known = schema.unwrap().shape
  // "Do not search the web" is true of a pattern that never does.
  const isIdle = ([setting, value]: [string, unknown]) =>
    value === false && CAPABILITIES.has(setting) && !(setting in known)
  const asked = Object.fromEntries(Object.entries(given).filter((entry) => !isIdle(entry)))
  return readSettings(schema, asked, ` for ${name}`)
}

const CAPABILITIES: ReadonlySet<string> = new Set(['searchesWeb', 'runsCode'])

/** Replaces a preset by its values. Throws `INPUT_INVALID` for an unknown preset and for settings that contradict it. */
export function withoutPreset(request: Omit<SolveRequest, 'question'>): Omit<SolveRequest, 'question'> {
  const { preset, backend, monitor, settings = {} } = request
  if (preset === undefined) return request
  const { settings: fixed, ...parts } = presetOf(patternNamed(request.pattern ?? DEFAULT_PATTERN), preset)
  const fixedParts = {
    ...(parts.backend === undefined ? {} : { backend: backendNamed(parts.backend) }),
    ...(parts.monitor === undefined ? {} : { monitor: monitorNamed(parts.monitor) }),
  }
  return {
    ...request,
    ...withPreset(preset, fixedParts, { backend, monitor }),
    settings: withPreset(preset, fixed, settings, 'settings.'),
    preset: undefined,
  }
}

/** Checks a set of runs before the first model is asked. Throws the errors of `startRun`. */
export async function checkRequest(gloss: Gloss, request: Omit<SolveRequest, 'question'>): Promise<void> {
  const choice = runChoice(gloss, request)
  const session = await gloss.session(request.corpus)
  await checkRun(gloss, session, choice, { ...NO_BUDGET, ...request.budget })
}

async function checkRun(
  gloss: Gloss,
  session: CorpusSession,
  choice: Omit<RunChoice, 'notices'>,
  budget: Budget,
): Promise<void> {
  const pattern = patternNamed(choice.pattern)
  for (const { role } of pattern.maxTurns(choice.settings))
    gloss.chats.open(`Calls to the ${role}`, { role: servingRole(gloss.config, pattern, role) })
  await checkEvidence(gloss, session, choice)
  checkPrices(gloss, askedModels(gloss, session.embedder, choice), budget)
}

/** Checks a run to resume, maybe with another budget. Throws `INPUT_INVALID` for a cost budget without the price of every model. */
export async function checkResume(
  gloss: Gloss,
  { plan }: RunRecord,
  budget: Partial<Budget> = {},
): Promise<void> {
  if (plan.isDemonstration === true) return
  const { embedder } = await gloss.session(plan.corpus)
  checkPrices(gloss, askedModels(gloss, embedder, choiceOf(plan)), { ...plan.budget, ...budget })
}

/** Returns the choice that a plan records. Throws `RUN_CHANGED` for a plan that this version cannot continue. */
export function choiceOf(plan: RunPlan): ModelChoice {
  const { name: pattern, settings: schema } = keptPattern(plan)
  const { success, data: settings } = schema.safeParse(plan.settings)
  if (!success)
    throw new GlossError('RUN_CHANGED', `This version of Gloss has different settings for ${plan.pattern}.`, {
      pattern: plan.pattern,
    })
  const monitor = monitorNamed(plan.monitor)
  return { pattern, settings, backend: backendNamed(plan.backend), monitor }
}

/**
 * Checks that retrieval can work, since a run without it would end like one that needed none. Throws, before a model is asked,
 * `INPUT_INVALID` if models cannot search, `GRAPH_MISSING` and similar errors of the backend, `MODEL_UNCONFIGURED`.
 */
export async function checkEvidence(
  gloss: Gloss,
  session: CorpusSession,
  { pattern, settings, backend, monitor }: ModelChoice,
): Promise<void> {
  const needs = patternNamed(pattern).needs(settings)
  const { retrieval, runsCode } = needs
  if (retrieval === 'none') return
  if (retrieval === 'explicit' && !runsCode)
    throw invalidInput(
      'settings.runsCode',
      'With explicit retrieval, models search by running code, which is off: allow code (remove --no-code), or choose another retrieval.',
    )
  await checkBackend(session, backend)
  if (retrieval === 'explicit') return
  for (const role of helperRoles(gloss.config, monitor, needs))
    gloss.chats.open(`Calls to the ${role}`, { role })
}

export interface ContinueOptions {
  readonly onEvent?: (event: RunEvent) => void
  readonly signal: AbortSignal
  /** Overrides the run's own budget. */
  readonly budget?: Partial<Budget> | undefined
  /** Asks again what failed, and everything after it. */
  readonly again?: boolean
  /** Milliseconds between two pieces of a demonstration's text. Default: a reading pace. */
  readonly paceMs?: number
}

/** Does the work of `continueRun` with the given ports. */
export async function workOnRun(
  gloss: Gloss,
  record: RunRecord,
  options: ContinueOptions & { readonly openPorts: OpenRunPorts },
): Promise<RunOutcome> {
  await checkResume(gloss, record, options.budget)
  const release = await lockRun(gloss.workspace, gloss.config.workspace, record.id)
  try {
    return await workOn(gloss, record, options)
  } finally {
    await release()
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
  const monitor = monitorNamed(plan.monitor)
  const ports = await openPorts(gloss, { ...plan, monitor })
  const roles = plan.isDemonstration === true ? [] : askedRoles(gloss, plan, monitor)
  await store.setStatus(record.id, 'running')
  const elsewhere = watchForCancel(store, record.id)
  try {
    return await runPattern(record, keptPattern(plan).run, {
      store,
      ports,
      prices: gloss.prices,
      environment: () => environmentOf(gloss, plan, roles),
      clock: systemClock,
      onEvent,
      signal: AbortSignal.any([signal, elsewhere.signal]),
      ...(budget === undefined ? {} : { budget: { ...plan.budget, ...budget } }),
    })
  } finally {
    elsewhere.end()
  }
}

/** Returns the roles that a run of this plan may ask. */
function askedRoles({ config }: Gloss, plan: RunPlan, monitor: Watcher): Role[] {
  const pattern = keptPattern(plan)
  const needs = pattern.needs(choiceOf(plan).settings)
  const isWatched = needs.retrieval === 'implicit' || needs.retrieval === 'both'
  const isAsking = needs.retrieval !== 'none' && asksRetriever(config, backendNamed(plan.backend))
  return [
    ...pattern.roles.map(({ name }) => name),
    ...(isWatched ? helperRoles(config, monitor, needs) : []),
    ...(isAsking ? (['retriever'] as const) : []),
  ]
}

/** Returns the pattern of a plan, which another version may have written. Throws `RUN_CHANGED`. */
function keptPattern({ pattern: name }: Pick<RunPlan, 'pattern'>): PatternDefinition {
  const found = findPattern(name)
  if (found !== null) return found
  throw new GlossError('RUN_CHANGED', `This version of Gloss has no pattern "${name}".`, { pattern: name })
}

function monitorNamed(name: string): Watcher {
  const found = MONITOR_NAMES.find((one) => one === name)
  if (found !== undefined && found !== 'off') return found
  throw new GlossError('RUN_CHANGED', `This version of Gloss has no monitor "${name}".`, { monitor: name })
}

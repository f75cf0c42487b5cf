/** Runs of the solver: a plan is checked and written down, then worked on until it ends. */
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
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { helperRoles, type Watcher } from '../wiring/monitor-ports.ts'
import { lockRun } from '../wiring/open-runs.ts'
import { asksRetriever, backendNamed, DEFAULT_BACKEND } from '../wiring/retrieval-backends.ts'
import { askedModels, checkPrices, type ModelChoice } from './asked-models.ts'
import { planWeb } from './plan-web.ts'
import { watchForCancel } from './run-elsewhere.ts'
import { environmentOf } from './run-environment.ts'
import type { OpenRunPorts } from './run-ports.ts'
import { servingRole } from './serving-role.ts'

export interface SolveRequest extends Omit<WatchChoice, 'monitor' | 'preset'> {
  readonly question: RunQuestion
  /** `eigen1` where absent. */
  readonly pattern?: string | undefined
  /** Of the pattern. */
  readonly preset?: string | undefined
  readonly corpus?: string | undefined
  /** Who watches the streams, where the pattern wants them watched; that of the configuration where absent, `lexical` where that is `off`. */
  readonly monitor?: Watcher | undefined
  readonly budget?: Partial<Budget> | undefined
  /** Plays written answers: `startDemonstration`. */
  readonly isDemonstration?: boolean
}

/**
 * Writes the run down; nothing is asked yet. Throws what would keep it from retrieving or from being watched at all: `INPUT_INVALID`,
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

/** What runs of one request have in common, checked, with every default filled in. */
export interface RunChoice extends ModelChoice {
  readonly preset: string | null
  /** What was asked for and cannot be had, in sentences. */
  readonly notices: readonly string[]
}

/** Throws `INPUT_INVALID` for a pattern or preset that does not exist, and for settings that are unknown, out of range or against the preset. */
export function runChoice(gloss: Gloss, request: Omit<SolveRequest, 'question'>): RunChoice {
  const pattern = patternNamed(request.pattern ?? DEFAULT_PATTERN)
  const { preset = null } = request
  const { backend = DEFAULT_BACKEND, monitor = gloss.config.monitor, settings = {} } = withoutPreset(request)
  const whole = patternSettings(pattern, settings)
  const web = planWeb(pattern, whole, settings, gloss.config)
  return { pattern: pattern.name, preset, ...web, backend, monitor: monitor === 'off' ? 'lexical' : monitor }
}

/** With every default. Throws `INPUT_INVALID` naming what is wrong, and the settings that there are where one is unknown. */
export function patternSettings(
  { name, settings: schema }: Pick<PatternDefinition, 'name' | 'settings'>,
  given: Readonly<Record<string, unknown>>,
): PatternSettings {
  const known = schema.unwrap().shape
  // "Do not search the web" holds of a pattern that never does.
  const isIdle = ([setting, value]: [string, unknown]) =>
    value === false && CAPABILITIES.has(setting) && !(setting in known)
  const asked = Object.fromEntries(Object.entries(given).filter((entry) => !isIdle(entry)))
  return readSettings(schema, asked, ` for ${name}`)
}

const CAPABILITIES: ReadonlySet<string> = new Set(['searchesWeb', 'runsCode'])

/** The same request with the values of its preset written out. Throws `INPUT_INVALID` for one that does not exist, and where it is contradicted. */
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

/** What a set of runs would fail with, before anything is asked for the first of them. Throws as `startRun` does. */
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
  for (const { role } of pattern.mostTurns(choice.settings))
    gloss.chats.open(`Calls to the ${role}`, { role: servingRole(gloss.config, pattern, role) })
  await checkEvidence(gloss, session, choice)
  checkPrices(gloss, askedModels(gloss, session.embedder, choice), budget)
}

/** A run that is resumed may have been given another budget. Throws `INPUT_INVALID` for a cost budget without the price of every model. */
export async function checkResume(
  gloss: Gloss,
  { plan }: RunRecord,
  budget: Partial<Budget> = {},
): Promise<void> {
  if (plan.isDemonstration === true) return
  const { embedder } = await gloss.session(plan.corpus)
  checkPrices(gloss, askedModels(gloss, embedder, choiceOf(plan)), { ...plan.budget, ...budget })
}

/** Throws `RUN_CHANGED` for a plan that this version cannot work on. */
export function choiceOf(plan: RunPlan): ModelChoice {
  const { name: pattern, settings: schema } = keptPattern(plan)
  const { success, data: settings } = schema.safeParse(plan.settings)
  if (!success)
    throw new GlossError('RUN_CHANGED', `This version of Gloss has other settings of ${plan.pattern}.`, {
      pattern: plan.pattern,
    })
  const monitor = monitorNamed(plan.monitor)
  return { pattern, settings, backend: backendNamed(plan.backend), monitor }
}

/**
 * A run whose retrieval can never work would end like one that needed none. Throws, before a model is asked, `INPUT_INVALID` where models
 * cannot search, `GRAPH_MISSING` and the like as the backend does, `MODEL_UNCONFIGURED`.
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
  /** In place of the run's own. */
  readonly budget?: Partial<Budget> | undefined
  /** Asks again what failed, and all that came after it. */
  readonly again?: boolean
  /** Milliseconds between two pieces of what a demonstration says; a reading pace where absent. */
  readonly paceMs?: number
}

/** `continueRun` with other ports than those of the configuration. */
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

/** That a run of this plan may ask. */
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

/** Of a plan, which another version may have written. Throws `RUN_CHANGED`. */
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

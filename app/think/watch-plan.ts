/** Plans how a stream is watched and how queries are answered: the request, completed by preset and configuration, and checked. */
import type { z } from 'zod'
import { invalidInput } from '../../core/index.ts'
import type { Filter } from '../../index/index.ts'
import { WatchSettings } from '../../monitor/index.ts'
import type { Config } from '../config/config.ts'
import type { MonitorName } from '../config/model-settings.ts'
import { type PresetName, withPreset } from '../config/presets.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { type BackendName, DEFAULT_BACKEND } from '../wiring/retrieval-backends.ts'
import { WATCH_PRESETS } from './watch-presets.ts'

/** Choices of a request. Missing ones have the value of the preset, or the default. */
export interface WatchChoice {
  readonly preset?: PresetName | undefined
  readonly backend?: BackendName | undefined
  /** Monitor. Default: that of the configuration. */
  readonly monitor?: MonitorName | undefined
  /** Filter that evidence must pass, with papers by any of their names. */
  readonly filter?: Filter | undefined
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

export interface WatchPlan {
  readonly preset: PresetName | null
  readonly backend: BackendName
  readonly monitor: MonitorName
  readonly filter: Filter | null
  readonly settings: WatchSettings
}

/** Returns the plan. Throws `INPUT_INVALID` for settings that are unknown, out of range or contradict the preset. */
export function watchPlan(config: Config, choice: WatchChoice): WatchPlan {
  const { preset = null, filter = null } = choice
  const { backend, monitor } = chosenParts(choice)
  const settings = givenSettings(choice, preset === null ? {} : WATCH_PRESETS[preset].watch)
  return {
    preset,
    backend: backend ?? DEFAULT_BACKEND,
    monitor: monitor ?? config.monitor,
    filter,
    settings: readSettings(WatchSettings, settings),
  }
}

/** Returns backend and monitor as given, or as in the preset. */
export function chosenParts({
  preset,
  backend,
  monitor,
}: WatchChoice): Pick<WatchChoice, 'backend' | 'monitor'> {
  if (preset === undefined) return { backend, monitor }
  const { backend: fixedBackend, monitor: fixedMonitor } = WATCH_PRESETS[preset]
  return withPreset(preset, { backend: fixedBackend, monitor: fixedMonitor }, { backend, monitor })
}

/** Returns the given settings, completed by those of a preset. */
export function givenSettings(
  { preset, settings = {} }: WatchChoice,
  fixed: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return preset === undefined ? settings : withPreset(preset, fixed, settings, 'settings.')
}

/** Reads settings. Throws `INPUT_INVALID` naming every setting that is unknown or out of range. */
export function readSettings<Schema extends z.ZodReadonly<z.ZodObject>>(
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
  of = '',
): z.infer<Schema> {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const [first] = read.error.issues
  const unknown = first?.code === 'unrecognized_keys' ? first.keys[0] : undefined
  const problems = read.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `there is no setting ${issue.keys.join(', ')}`
      : [...issue.path, issue.message].join(': '),
  )
  const existing = unknown === undefined ? '' : ` The settings are ${settingNames(schema).join(', ')}.`
  throw invalidInput(
    ['settings', ...(first?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join('.'),
    `Invalid settings${of}: ${problems.join('; ')}.${existing}`,
  )
}

function settingNames(schema: z.ZodReadonly<z.ZodObject>): string[] {
  return Object.keys(schema.unwrap().shape)
}

/** Replaces the names of papers in a filter by their ids. Throws `PAPER_NOT_FOUND`. */
export async function resolvedFilter(session: CorpusSession, filter: Filter | null): Promise<Filter | null> {
  if (filter?.papers === undefined) return filter
  return { ...filter, papers: await session.paperIds(filter.papers) }
}

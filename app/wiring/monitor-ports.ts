/** Opens the monitor of a stream and its helpers, which ask models if their roles have any. */
import { systemClock } from '../../core/index.ts'
import type { ChatModel, JsonModes, StreamingChat } from '../../models/index.ts'
import {
  type AssistPorts,
  createCascadeMonitor,
  createExtractiveInjector,
  createJoinedMonitor,
  createLexicalMonitor,
  createLexicalQuerier,
  createLogprobMonitor,
  createModelInjector,
  createModelMonitor,
  createModelQuerier,
  createModelSifter,
  createUnseenMonitor,
  type Find,
  type KnownNames,
  type Monitor,
  type Sifter,
} from '../../monitor/index.ts'
import type { MonitorPlugIn } from '../../plugins/index.ts'
import type { Config } from '../config/config.ts'
import type { MonitorName, Role } from '../config/model-settings.ts'
import { checkedMonitor } from '../plugins/checked-monitor.ts'

export interface InquiryParts {
  readonly config: Config
  readonly names: KnownNames
  readonly chat: (role: Role) => ChatModel & StreamingChat
  readonly find: Find
  /** Monitor to use instead of the chosen one. */
  readonly plugIn: MonitorPlugIn | null
}

/** Settings of a stream's helpers and their temperature. */
export interface HelperSettings {
  readonly hasQuerier: boolean
  readonly hasSifter: boolean
  readonly hasInjector: boolean
  /** Sampling temperature of helpers that are models. */
  readonly helperTemperature: number
}

export type Watcher = Exclude<MonitorName, 'off'>

/** Opens the ports. A role asks a model if it has its own, or if all roles do. */
export function monitorPorts(
  monitor: Watcher,
  settings: HelperSettings,
  { config, names, chat, find, plugIn }: InquiryParts,
): AssistPorts {
  const { hasQuerier, hasInjector, helperTemperature: temperature } = settings
  const open = (role: Role) => (asksModel(config, monitor, role) ? { chat: chat(role), temperature } : null)
  const [querier, injector] = [open('querier'), open('injector')]
  return {
    monitor:
      plugIn === null
        ? monitorOf(monitor, names, () => ({ chat: chat('monitor'), temperature }))
        : checkedMonitor(plugIn),
    querier: hasQuerier
      ? querier === null
        ? createLexicalQuerier({ names })
        : createModelQuerier(querier)
      : null,
    sifter: openSifter({ monitor, settings }, { config, chat }),
    injector: hasInjector
      ? injector === null
        ? createExtractiveInjector()
        : createModelInjector(injector)
      : null,
    find,
    clock: systemClock,
  }
}

/** Opens the sifter; null if the plan has none, or no model is configured for it. */
export function openSifter(
  {
    monitor,
    settings: { hasSifter, helperTemperature: temperature },
  }: {
    readonly monitor: MonitorName
    readonly settings: Pick<HelperSettings, 'hasSifter' | 'helperTemperature'>
  },
  { config, chat }: Pick<InquiryParts, 'config' | 'chat'>,
): Sifter | null {
  if (!hasSifter || !asksModel(config, monitor, 'sifter')) return null
  return createModelSifter({ chat: chat('sifter'), modes: JSON_MODES, temperature })
}

/** Returns the roles of helpers that ask a model, for callers that open them later. */
export function helperRoles(config: Config, monitor: Watcher, settings: HelperSettings): Role[] {
  const wanted: readonly (readonly [Role, boolean])[] = [
    ['monitor', MONITORS_BY_MODEL.has(monitor)],
    ['querier', settings.hasQuerier && asksModel(config, monitor, 'querier')],
    ['sifter', settings.hasSifter && asksModel(config, monitor, 'sifter')],
    ['injector', settings.hasInjector && asksModel(config, monitor, 'injector')],
  ]
  return wanted.flatMap(([role, isAsked]) => (isAsked ? [role] : []))
}

const MONITORS_BY_MODEL: ReadonlySet<MonitorName> = new Set(['model', 'cascade', 'published'])

function asksModel(config: Config, monitor: MonitorName, role: Role): boolean {
  return monitor === 'published' || config.llmRoles[role] !== undefined
}

const JSON_MODES: JsonModes = new Map()

function monitorOf(
  name: Watcher,
  names: KnownNames,
  model: () => { readonly chat: ChatModel; readonly temperature?: number },
): Monitor {
  if (name === 'lexical') return createLexicalMonitor({ names })
  if (name === 'logprob') return createLogprobMonitor()
  if (name === 'unseen') return createUnseenMonitor({ names })
  if (name === 'lexical+unseen')
    return createJoinedMonitor(createLexicalMonitor({ names }), createUnseenMonitor({ names }))
  const asking = createModelMonitor(model())
  return name === 'cascade' ? createCascadeMonitor({ second: asking, lexical: { names } }) : asking
}

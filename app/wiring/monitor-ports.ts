/** Who watches a stream: the monitor that was chosen, and its helpers, by models where their roles have some of their own. */
import { systemClock } from '../../core/index.ts'
import type { ChatModel, JsonModes, StreamingChat } from '../../models/index.ts'
import {
  type AssistPorts,
  createCascadeMonitor,
  createExtractiveInjector,
  createLexicalMonitor,
  createLexicalQuerier,
  createLogprobMonitor,
  createModelInjector,
  createModelMonitor,
  createModelQuerier,
  createModelSifter,
  type Find,
  type KnownNames,
  type Monitor,
} from '../../monitor/index.ts'
import type { Config } from '../config/config.ts'
import type { MonitorName, Role } from '../config/model-settings.ts'

export interface InquiryParts {
  readonly config: Config
  readonly names: KnownNames
  readonly chat: (role: Role) => ChatModel & StreamingChat
  readonly find: Find
}

/** A role asks a model where it has one of its own, or all of them do. */
export function monitorPorts(
  monitor: Exclude<MonitorName, 'off'>,
  { config, names, chat, find }: InquiryParts,
): AssistPorts {
  const isPublished = monitor === 'published'
  const own = (role: Role) => (isPublished || config.llmRoles[role] !== undefined ? chat(role) : null)
  const options = (asked: ChatModel) =>
    isPublished ? { chat: asked, temperature: PUBLISHED_TEMPERATURE } : { chat: asked }
  const [querier, sifter, injector] = [own('querier'), own('sifter'), own('injector')]
  return {
    monitor: monitorOf(monitor, names, () => options(chat('monitor'))),
    querier: querier === null ? createLexicalQuerier({ names }) : createModelQuerier(options(querier)),
    sifter: sifter === null ? null : createModelSifter({ chat: sifter, modes: JSON_MODES }),
    injector: injector === null ? createExtractiveInjector() : createModelInjector(options(injector)),
    find,
    clock: systemClock,
  }
}

/** Table A2; where it is not stated whose temperature it is, the specs take it for the helpers'. */
const PUBLISHED_TEMPERATURE = 0.5
const JSON_MODES: JsonModes = new Map()

function monitorOf(
  name: Exclude<MonitorName, 'off'>,
  names: KnownNames,
  model: () => { readonly chat: ChatModel; readonly temperature?: number },
): Monitor {
  if (name === 'lexical') return createLexicalMonitor({ names })
  if (name === 'logprob') return createLogprobMonitor()
  const asking = createModelMonitor(model())
  return name === 'cascade' ? createCascadeMonitor({ second: asking, lexical: { names } }) : asking
}

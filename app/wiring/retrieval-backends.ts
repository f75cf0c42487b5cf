/** The retrieval backends: a table from name to factory, to which a new backend adds a row. */
import { invalidInput, openedOnce } from '../../core/index.ts'
import type { QueryableCorpus } from '../../corpus/index.ts'
import type { Ledger, PriceTable } from '../../models/index.ts'
import type { PromptIdentity } from '../../monitor/index.ts'
import type { FactGround } from '../../retrieval/hipporag/index.ts'
import {
  autoBackend,
  type BackendModel,
  convexFusion,
  coverageFusion,
  type Fusion,
  hybridBackend,
  type Retriever,
  reciprocalRankFusion,
  vanillaBackend,
  walkBackend,
  wordsBackend,
} from '../../retrieval/index.ts'
import type { LightMode } from '../../retrieval/lightrag/index.ts'
import type { Config } from '../config/config.ts'
import { checkedBackend, type PluginGround } from '../plugins/checked-backend.ts'
import { pluginBackends } from '../plugins/given-plugins.ts'
import type { PluginName } from '../plugins/plugin-names.ts'
import { type Chats, hasChat } from './chat-models.ts'

/** What a backend is opened with: the corpus, and the models of the configuration. */
export interface BackendGround extends FactGround, PluginGround {
  readonly queries: QueryableCorpus
  readonly config: Config
  readonly chats: Chats
  readonly prices: PriceTable
  readonly onNotice: (message: string) => void
}

interface BackendOptions extends BackendGround {
  readonly fusion: Fusion
  /** Returns the model. Throws `MODEL_UNCONFIGURED`. */
  readonly model: () => BackendModel
}

// A mode follows the colon: the name alone is the mode that is best without a model.
const BACKENDS = {
  auto: (ground) => autoBackend(ground, ground.fusion),
  words: (ground) => wordsBackend(ground),
  vanilla: (ground) => vanillaBackend(ground),
  hybrid: (ground) => hybridBackend(ground, ground.fusion),
  walk: (ground) => walkBackend(ground),
  hipporag: (ground) => openHippoRag(ground, null),
  'hipporag:published': (ground) => openHippoRag(ground, 'PUBLISHED_HIPPO', ground.model()),
  'hipporag:unfiltered': (ground) => openHippoRag(ground, 'UNFILTERED_HIPPO'),
  'hipporag:model': (ground) => openHippoRag(ground, 'ASKING_HIPPO', ground.model()),
  lightrag: (ground) => openLightRag(ground),
  'lightrag:local': (ground) => openLightRag(ground, 'local'),
  'lightrag:global': (ground) => openLightRag(ground, 'global'),
  'lightrag:hybrid': (ground) => openLightRag(ground, 'hybrid'),
  'lightrag:model': (ground) => openLightRag(ground, 'mix', ground.model()),
  vanna: (ground) => openVanna(ground),
} as const satisfies Readonly<Record<string, (options: BackendOptions) => Retriever>>

type BuiltInBackend = keyof typeof BACKENDS
/** Name of a built-in backend, or of a plug-in given to this process. */
export type BackendName = BuiltInBackend | PluginName
export const BACKEND_NAMES = Object.keys(BACKENDS) as readonly BuiltInBackend[]
/** Backends that ask a chat model for each question. */
export const ASKING_BACKENDS: readonly BuiltInBackend[] = [
  'hipporag:published',
  'hipporag:model',
  'lightrag:model',
  'vanna',
]
/** Backends without quality figures, or with thresholds that were chosen and never measured; help and OpenAPI say so. */
export const EXPERIMENTAL_BACKENDS: readonly BuiltInBackend[] = BACKEND_NAMES.filter(
  (name) => ['vanna', 'hipporag:model', 'hipporag:published'].includes(name) || name.startsWith('lightrag'),
)
/** Backends compared by default. `vanna` and some modes of others are left out: they ask a model for every question, which costs. */
export const COMPARED_BACKENDS: readonly BuiltInBackend[] = BACKEND_NAMES.filter(
  (name) => name !== 'vanna' && !name.includes(':'),
)
export const DEFAULT_BACKEND: BuiltInBackend = 'auto'
/** Role of the model that backends ask, in the configuration and in ledgers. */
const RETRIEVER = 'retriever'

const FUSIONS = {
  coverage: coverageFusion,
  convex: convexFusion,
  rrf: reciprocalRankFusion,
} as const satisfies Readonly<Record<string, (weight?: number) => Fusion>>

export type FusionName = keyof typeof FUSIONS
export const FUSION_NAMES = Object.keys(FUSIONS) as readonly FusionName[]
export const DEFAULT_FUSION: FusionName = 'coverage'

/** Opens a backend. Throws `MODEL_UNCONFIGURED` for one that asks a model if none is configured. */
export function openBackend(name: BackendName, fusion: FusionName, ground: BackendGround): Retriever {
  if (!isBuiltIn(name)) return checkedBackend(() => pluginBackends.load(name), ground)
  return BACKENDS[name]({
    ...ground,
    fusion: openFusion(fusion, ground.config.fusionWeight),
    model: () => askedModel(ground, `Answers from \`${name}\``),
  })
}

export function isBuiltIn(name: string): name is BuiltInBackend {
  return Object.hasOwn(BACKENDS, name)
}

/** Opens a fusion. Throws `INPUT_INVALID` for a weight that the fusion cannot take. */
function openFusion(name: FusionName, weight: number | undefined): Fusion {
  try {
    return FUSIONS[name](weight)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalidInput('fusionWeight', `The fusion "${name}" cannot take that weight: ${error.message}.`)
  }
}

type HippoModule = typeof import('../../retrieval/hipporag/index.ts')

/** Opens HippoRAG. Default settings: those that are best without a model. */
function openHippoRag(
  ground: BackendOptions,
  settings: Exclude<keyof HippoModule, 'hippoRagBackend'> | null,
  model?: BackendModel,
): Retriever {
  return loadedBackend('hipporag', async () => {
    const hippo = await import('../../retrieval/hipporag/index.ts')
    return hippo.hippoRagBackend(ground, settings === null ? undefined : hippo[settings], model)
  })
}

function openLightRag(ground: BackendOptions, mode?: LightMode, model?: BackendModel): Retriever {
  return loadedBackend('lightrag', async () => {
    const { lightRagBackend } = await import('../../retrieval/lightrag/index.ts')
    return lightRagBackend(ground, mode, model)
  })
}

/** Returns a backend whose code is loaded with the first question that needs it: most processes use one or two of the table. */
function loadedBackend(name: string, load: () => Promise<Retriever>): Retriever {
  const loaded = openedOnce(load)
  return {
    name,
    prepare: async () => await (await loaded()).prepare?.(),
    retrieve: async (question, signal) => await (await loaded()).retrieve(question, signal),
  }
}

function openVanna(ground: BackendOptions): Retriever {
  const { config, onNotice } = ground
  const isAsking = hasChat(config, RETRIEVER)
  if (!isAsking)
    onNotice(
      'No chat model is configured (GLOSS_LLM_URL and GLOSS_LLM_MODEL): vanna fills an SQL template with the names, years, authors and topics in the question.',
    )
  const model = isAsking ? askedModel(ground, 'SQL statements written by a model') : null
  return loadedBackend('vanna', async () => {
    const { vannaBackend } = await import('../../retrieval/vanna/index.ts')
    const contextTokens = async () => (await ground.chats.window(RETRIEVER)).tokens
    return vannaBackend(ground, { model, contextTokens })
  })
}

/** Returns the model. Throws `MODEL_UNCONFIGURED` at once, not with the first question. */
function askedModel({ chats, prices }: BackendGround, purpose: string): BackendModel {
  const open = (ledger?: Ledger) => chats.open(purpose, { role: RETRIEVER, ledger })
  open()
  return { open, prices }
}

/** Returns whether a backend asks a model for every question. */
export function asksRetriever(config: Config, backend: BackendName): boolean {
  return (
    backend === 'hipporag:published' ||
    backend.endsWith(':model') ||
    (backend === 'vanna' && hasChat(config, RETRIEVER))
  )
}

/** Returns the prompts with which a backend asks its model, if they are the same for every corpus. */
export async function retrieverPrompts(backend: string): Promise<readonly PromptIdentity[]> {
  if (backend.startsWith('hipporag')) return [(await import('../../graph/openie/index.ts')).FILTER_PROMPT]
  if (!backend.startsWith('lightrag')) return []
  return [(await import('../../retrieval/lightrag/index.ts')).KEYWORDS_PROMPT]
}

/** Returns the backend of this name. Throws `INPUT_INVALID`. */
export function backendNamed(name: string): BackendName {
  if (isBuiltIn(name) || pluginBackends.has(name)) return name
  throw invalidInput('backend', `Unknown backend "${name}". Available: ${BACKEND_NAMES.join(', ')}.`)
}

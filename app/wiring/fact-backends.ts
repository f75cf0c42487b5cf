/** The backends over facts, by name and mode; those that ask a model take the one of the configuration. */
import { readPrices } from '../../models/index.ts'
import {
  ASKING_HIPPO,
  type AskedModel,
  type FactGround,
  hippoRagBackend,
  lightRagBackend,
  PUBLISHED_HIPPO,
  type Retriever,
} from '../../retrieval/index.ts'
import type { Config } from '../config/config.ts'
import { openChat } from './chat-models.ts'

type Open = (ground: FactGround, model: () => AskedModel) => Retriever

// A mode after the colon: the name alone is the one that is best without a model.
const BACKENDS = {
  hipporag: (ground) => hippoRagBackend(ground),
  'hipporag:published': (ground) => hippoRagBackend(ground, PUBLISHED_HIPPO),
  'hipporag:model': (ground, model) => hippoRagBackend(ground, ASKING_HIPPO, model()),
  lightrag: (ground) => lightRagBackend(ground),
  'lightrag:local': (ground) => lightRagBackend(ground, 'local'),
  'lightrag:global': (ground) => lightRagBackend(ground, 'global'),
  'lightrag:hybrid': (ground) => lightRagBackend(ground, 'hybrid'),
  'lightrag:model': (ground, model) => lightRagBackend(ground, 'mix', model()),
} as const satisfies Readonly<Record<string, Open>>

export type FactBackendName = keyof typeof BACKENDS
export const FACT_BACKEND_NAMES = Object.keys(BACKENDS) as readonly FactBackendName[]

export interface FactBackends {
  /** Throws `MODEL_UNCONFIGURED` for one that asks a model where none is configured. */
  open(name: FactBackendName, ground: FactGround): Retriever
}

export function isFactBackend(name: string): name is FactBackendName {
  return Object.hasOwn(BACKENDS, name)
}

export function createFactBackends(config: Config): FactBackends {
  const open: Readonly<Record<FactBackendName, Open>> = BACKENDS
  return {
    open: (name, ground) =>
      open[name](ground, () => ({
        chat: openChat(config, `Answers from \`${name}\``),
        prices: readPrices(),
      })),
  }
}

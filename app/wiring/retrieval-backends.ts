/** The backends by name, and how each is opened over a corpus. */
import { GlossError } from '../../core/index.ts'
import {
  autoBackend,
  convexFusion,
  coverageFusion,
  type FactGround,
  type Fusion,
  hybridBackend,
  type Retriever,
  reciprocalRankFusion,
  vanillaBackend,
  walkBackend,
  wordsBackend,
} from '../../retrieval/index.ts'
import { FACT_BACKEND_NAMES, type FactBackends, isFactBackend } from './fact-backends.ts'
import type { SqlBackend } from './sql-backend.ts'

export const BACKEND_NAMES = [
  'auto',
  'words',
  'vanilla',
  'hybrid',
  'walk',
  ...FACT_BACKEND_NAMES,
  'vanna',
] as const
export type BackendName = (typeof BACKEND_NAMES)[number]
/** Without quality figures, or with thresholds that were chosen and never measured; help and OpenAPI say so. */
export const EXPERIMENTAL_BACKENDS: readonly BackendName[] = BACKEND_NAMES.filter(
  (name) => name === 'vanna' || name === 'hipporag:model' || name.startsWith('lightrag'),
)
/** Compared where none is named: `vanna` asks a model for every question, which costs; so do some modes of other backends. */
export const COMPARED_BACKENDS: readonly BackendName[] = BACKEND_NAMES.filter(
  (name) => name !== 'vanna' && !name.includes(':'),
)
export const DEFAULT_BACKEND: BackendName = 'auto'
export const FUSION_NAMES = ['coverage', 'convex', 'rrf'] as const
export type FusionName = (typeof FUSION_NAMES)[number]
export const DEFAULT_FUSION: FusionName = 'coverage'

const FUSIONS: Readonly<Record<FusionName, () => Fusion>> = {
  coverage: coverageFusion,
  convex: convexFusion,
  rrf: reciprocalRankFusion,
}

export interface BackendGround extends FactGround {
  readonly sql: SqlBackend
  readonly factBackends: FactBackends
}

export function openBackend(name: BackendName, fusion: FusionName, ground: BackendGround): Retriever {
  switch (name) {
    case 'words':
      return wordsBackend(ground)
    case 'vanilla':
      return vanillaBackend(ground)
    case 'hybrid':
      return hybridBackend(ground, FUSIONS[fusion]())
    case 'walk':
      return walkBackend(ground)
    case 'auto':
      return autoBackend(ground, FUSIONS[fusion]())
    case 'vanna':
      return ground.sql.over(ground)
    default:
      if (isFactBackend(name)) return ground.factBackends.open(name, ground)
      throw new GlossError(
        'INPUT_INVALID',
        `Unknown backend "${String(name)}". Available: ${BACKEND_NAMES.join(', ')}.`,
        {
          field: 'backend',
        },
      )
  }
}

/** Throws `INPUT_INVALID`. */
export function backendNamed(name: string): BackendName {
  const found = BACKEND_NAMES.find((one) => one === name)
  if (found !== undefined) return found
  throw new GlossError(
    'INPUT_INVALID',
    `Unknown backend "${name}". Available: ${BACKEND_NAMES.join(', ')}.`,
    { field: 'backend' },
  )
}

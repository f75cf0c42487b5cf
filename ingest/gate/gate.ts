/** The gate: embeds a paper's title and abstract, and decides by policy whether it belongs to the topic. */
import { GlossError } from '../../core/index.ts'
import type { GatePolicy, GateRecord, NearKeyword } from '../../corpus/index.ts'
import type { Embedder } from '../../models/index.ts'
import type { Gate } from '../ports.ts'
import type { AtlasPhrase } from './atlas.ts'
import { contrastScores } from './contrast-score.ts'
import { contrastCutoff } from './cutoffs.ts'
import { type FittedFields, fittedFields } from './fitted-fields.ts'
import { gateText } from './gate-input.ts'
import {
  contrastOf,
  decideContrast,
  decideLimits,
  type GateVerdict,
  meanScores,
  PUBLISHED_CUTOFFS,
  policyFor,
} from './policies.ts'
import { cosine } from './similarity.ts'
import type { Cutoffs, Topic } from './topic.ts'
import { type Anchor, embedTopic, type TopicVectors } from './topic-vectors.ts'

/** Nearest keywords of each set kept in a record; the nearest category is kept as well. Chosen, not measured. */
const NEAREST_KEPT = 3

export interface GateSettings {
  readonly topic: Topic
  /** Default: the topic's own policy, else `contrast`. */
  readonly policy?: GatePolicy
  readonly embedder: Embedder
  /** `contrast` here replaces the calibrated cut-off; the other two count under `custom` only. */
  readonly cutoffs?: Cutoffs
  /** Default: the whole one; measurements leave fields out. */
  readonly atlas?: readonly AtlasPhrase[]
  /** Whether `contrast` goes by fitted weights where the topic has them; default: true. */
  readonly usesFitted?: boolean
}

/** Throws `INPUT_INVALID` for a `custom` policy without any limit. */
export async function openGate(settings: GateSettings, signal?: AbortSignal): Promise<Gate> {
  const { topic, embedder } = settings
  const policy = policyFor(topic, settings.policy)
  const cutoffs = settings.cutoffs ?? topic.cutoffs ?? {}
  const stamp = { policy, topic: topic.name, embedder: embedder.id, overruled: null } as const
  if (policy === 'none') return { decide: async () => ({ ...OPEN, ...stamp }) }
  if (policy === 'custom' && Object.values(cutoffs).every((cutoff) => cutoff === undefined)) {
    throw new GlossError(
      'INPUT_INVALID',
      'The custom policy needs at least one cut-off: positive, negative or contrast.',
      { topic: topic.name },
    )
  }
  const vectors = await embedTopic(topic, embedder, signal, settings.atlas)
  const fitted = settings.usesFitted === false ? null : fittedFields(topic, embedder.id)
  return {
    async decide(paper, signal) {
      const text = gateText(paper)
      if (text === '') return { ...OPEN, ...stamp, keep: false, reason: 'no_text' }
      const [vector] = await embedder.embed([text], signal)
      const verdict = verdictOn(vector!, { policy, cutoffs, vectors, fitted, embedder: embedder.id })
      return { ...verdict, ...stamp, nearest: nearestOf(vector!, policy, vectors) }
    },
  }
}

const OPEN: Omit<GateRecord, 'policy' | 'topic' | 'embedder' | 'overruled'> = {
  positive: 0,
  negative: 0,
  score: 0,
  cutoff: 0,
  keep: true,
  reason: '',
  nearest: [],
}

interface Rule {
  readonly policy: Exclude<GatePolicy, 'none'>
  readonly cutoffs: Cutoffs
  readonly vectors: TopicVectors
  readonly fitted: FittedFields | null
  readonly embedder: string
}

function verdictOn(paper: Float32Array, { policy, cutoffs, vectors, fitted, embedder }: Rule): GateVerdict {
  const contrast = contrastScores(paper, vectors)
  const score = contrastOf(contrast, vectors)
  switch (policy) {
    case 'contrast': {
      const cutoff = cutoffs.contrast ?? fitted?.cutoff ?? contrastCutoff(embedder).cutoff
      const isNegative = nearest(paper, vectors.others)[0]?.set === 'negative'
      return decideContrast(contrast, score + (fitted?.score(paper) ?? 0), cutoff, isNegative)
    }
    case 'published':
      return decideLimits(meanScores(paper, vectors), 0, PUBLISHED_CUTOFFS)
    case 'custom':
      return decideLimits(meanScores(paper, vectors), score, cutoffs)
  }
}

/** The nearest keywords of the sets that the policy looks at, with the nearest category among them. */
function nearestOf(paper: Float32Array, policy: GatePolicy, vectors: TopicVectors): NearKeyword[] {
  const looked = policy === 'contrast' ? [...vectors.positives, ...vectors.others] : vectors.keywords
  const sets = Map.groupBy(nearest(paper, looked), ({ set }) => set)
  const near = [...sets.values()].flatMap((keywords) => keywords.slice(0, NEAREST_KEPT))
  const category = nearest(paper, vectors.categories)[0]
  if (category === undefined) return near.sort(byCosine)
  // The first keyword with a category is the paper's category: those of lesser phrases are left out.
  const rest = near
    .filter((keyword) => keyword.keyword !== category.keyword)
    .map((keyword) => ({ ...keyword, category: '' }))
  return [...rest, category].sort(byCosine)
}

function nearest(paper: Float32Array, anchors: readonly Anchor[]): NearKeyword[] {
  return anchors
    .map(({ keyword, set, category, vector }) => ({ keyword, set, category, cosine: cosine(paper, vector) }))
    .sort(byCosine)
}

function byCosine(a: NearKeyword, b: NearKeyword): number {
  return b.cosine - a.cosine || (a.keyword < b.keyword ? -1 : a.keyword > b.keyword ? 1 : 0)
}

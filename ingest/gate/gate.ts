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
import { cosine, firstOf } from './similarity.ts'
import type { Cutoffs, Topic } from './topic.ts'
import { type Anchor, embedTopic, type TopicVectors } from './topic-vectors.ts'

/** Number of nearest keywords of each set kept in a record, besides the nearest category. Chosen, not measured. */
const NEAREST_KEPT = 3

export interface GateSettings {
  readonly topic: Topic
  /** Default: the topic's own policy, else `contrast`. */
  readonly policy?: GatePolicy
  readonly embedder: Embedder
  /** Cut-offs; `contrast` replaces the calibrated one, and the other two count only under `custom`. */
  readonly cutoffs?: Cutoffs
  /** Default: the whole atlas; measurements leave fields out. */
  readonly atlas?: readonly AtlasPhrase[]
  /** Whether `contrast` uses fitted weights if the topic has them; default: true. */
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
      const sides = { positives: near(vector!, vectors.positives), others: near(vector!, vectors.others) }
      const rule = { policy, cutoffs, vectors, fitted, embedder: embedder.id }
      const looked =
        policy === 'contrast' ? [...sides.positives, ...sides.others] : near(vector!, vectors.keywords)
      const nearest = nearestOf(
        looked,
        sides.positives.filter(({ category }) => category !== ''),
      )
      return { ...verdictOn(vector!, sides, rule), ...stamp, nearest }
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

interface NearSides {
  readonly positives: readonly NearKeyword[]
  readonly others: readonly NearKeyword[]
}

function verdictOn(
  paper: Float32Array,
  { positives, others }: NearSides,
  { policy, cutoffs, vectors, fitted, embedder }: Rule,
): GateVerdict {
  const contrast = contrastScores(
    positives.map(({ cosine }) => cosine),
    others.map(({ cosine }) => cosine),
  )
  const score = contrastOf(contrast, vectors)
  switch (policy) {
    case 'contrast': {
      const cutoff = cutoffs.contrast ?? fitted?.cutoff ?? contrastCutoff(embedder).cutoff
      const isNegative = firstOf(others, 1, byCosine)[0]?.set === 'negative'
      return decideContrast(contrast, score + (fitted?.score(paper) ?? 0), cutoff, isNegative)
    }
    case 'published':
      return decideLimits(meanScores(paper, vectors), 0, PUBLISHED_CUTOFFS)
    case 'custom':
      return decideLimits(meanScores(paper, vectors), score, cutoffs)
  }
}

/** Returns the nearest keywords of each set, including the nearest category. */
function nearestOf(looked: readonly NearKeyword[], categories: readonly NearKeyword[]): NearKeyword[] {
  const sets = Map.groupBy(looked, ({ set }) => set)
  const nearest = [...sets.values()].flatMap((keywords) => firstOf(keywords, NEAREST_KEPT, byCosine))
  const category = firstOf(categories, 1, byCosine)[0]
  if (category === undefined) return nearest.sort(byCosine)
  // The first keyword with a category is the paper's category, so the categories of the others are removed.
  const rest = nearest
    .filter((keyword) => keyword.keyword !== category.keyword)
    .map((keyword) => ({ ...keyword, category: '' }))
  return [...rest, category].sort(byCosine)
}

function near(paper: Float32Array, anchors: readonly Anchor[]): NearKeyword[] {
  return anchors.map(({ keyword, set, category, vector }) => ({
    keyword,
    set,
    category,
    cosine: cosine(paper, vector),
  }))
}

function byCosine(a: NearKeyword, b: NearKeyword): number {
  return b.cosine - a.cosine || (a.keyword < b.keyword ? -1 : a.keyword > b.keyword ? 1 : 0)
}

/** Optional parts: fetched when something needs them and the user agrees. What they are is in core/features/table.json. */
import {
  describeFeature,
  FEATURES,
  type FeatureName,
  FetchFailure,
  featurePlace,
  featuresHome,
  fetchFeature,
  GlossError,
  missingFeature,
} from '../../core/index.ts'
import type { Config } from '../config/config.ts'

// As bin/runtime.mjs starts it.
const LEAST_NODE_MAJOR = 24

export const FEATURE_NAMES = Object.keys(FEATURES) as readonly FeatureName[]

export interface Features {
  /** Returns when it is there. Throws `FEATURE_MISSING` if the user declines to fetch it, and `FEATURE_UNFETCHED`. */
  need(name: FeatureName): Promise<void>
  /** Returns whether it is installed, without asking; for callers that can do without it. */
  want(name: FeatureName): Promise<boolean>
}

export interface FeatureOptions {
  readonly policy: Config['fetch']
  /** Asked with a sentence that has the size; absent if there is no terminal to ask on. */
  readonly agree?: ((sentence: string) => Promise<boolean>) | undefined
  readonly onNotice: (message: string) => void
  /** The machine's own where absent. */
  readonly store?: FeatureStore
}

/** Where parts lie. */
export interface FeatureStore {
  has(name: FeatureName): boolean
  /** Throws `FEATURE_UNFETCHED`. */
  fetch(name: FeatureName, onNotice: (message: string) => void): Promise<void>
}

const OWN_STORE: FeatureStore = { has: (name) => featurePlace(name) !== null, fetch: fetchNow }

/** What fetching it means: its size, and where it comes from and goes to. */
export function fetchSentence(name: FeatureName): string {
  return `${describeFeature(name)} will be fetched from the package registry that npm is configured for, into ${featuresHome()}.`
}

export interface FeatureState {
  readonly name: FeatureName
  readonly title: string
  /** What needs it; Markdown. */
  readonly use: string
  readonly downloadMb: number
  readonly diskMb: number
  /** Where it is; null where it is not. */
  readonly place: string | null
}

/** The one table of the optional parts, with what is here of them. */
export function featureStates(): FeatureState[] {
  return FEATURE_NAMES.map((name) => {
    const { title, use, downloadMb, diskMb } = FEATURES[name]
    const runsThis = name === 'node' && Number.parseInt(process.versions.node, 10) >= LEAST_NODE_MAJOR
    const place = featurePlace(name)?.folder ?? (runsThis ? process.execPath : null)
    return { name, title, use, downloadMb, diskMb, place }
  })
}

/** Throws `FEATURE_UNFETCHED` with the cause; nothing is left behind then. */
export async function fetchNow(name: FeatureName, onNotice: (message: string) => void): Promise<void> {
  if (featurePlace(name) !== null) return
  try {
    await fetchFeature(name, {
      onWait: () => onNotice(`Another process is fetching ${FEATURES[name].title}; waiting for it.`),
    })
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    const message = `${describeFeature(name)} could not be fetched. ${error.message}`
    throw new GlossError('FEATURE_UNFETCHED', message, { feature: name, reason: error.reason }, error)
  }
}

export function createFeatures({ policy, agree, onNotice, store = OWN_STORE }: FeatureOptions): Features {
  const underWay = new Map<FeatureName, Promise<void>>()

  async function fetchAgreed(name: FeatureName): Promise<void> {
    const sentence = fetchSentence(name)
    if (policy === 'never') throw missingFeature(name, ' (GLOSS_FETCH=never)')
    if (policy === 'ask' && !(await agree?.(sentence))) throw missingFeature(name)
    if (policy === 'always') onNotice(sentence)
    await store.fetch(name, onNotice)
  }

  /** Those that need the same at once ask once. */
  function need(name: FeatureName): Promise<void> {
    if (store.has(name)) return Promise.resolve()
    const known = underWay.get(name)
    if (known !== undefined) return known
    const fetching = fetchAgreed(name).finally(() => underWay.delete(name))
    underWay.set(name, fetching)
    return fetching
  }

  return {
    need,
    async want(name) {
      if (store.has(name)) return true
      if (policy !== 'always') return false
      try {
        await need(name)
        return true
      } catch (error) {
        if (!(error instanceof GlossError)) throw error
        onNotice(error.message)
        return false
      }
    },
  }
}

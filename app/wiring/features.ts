/** Optional parts: fetched when something needs them and the user agrees. core/features/table.json lists them. */
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

// Version that bin/runtime.mjs requires.
const MIN_NODE_MAJOR = 24

export const FEATURE_NAMES = Object.keys(FEATURES) as readonly FeatureName[]

export interface Features {
  /** Resolves when the part is installed. Throws `FEATURE_MISSING` if the user declines to fetch it, and `FEATURE_UNFETCHED`. */
  need(name: FeatureName): Promise<void>
  /** Returns whether the part is installed, without asking; for callers that can do without it. */
  want(name: FeatureName): Promise<boolean>
}

export interface FeatureOptions {
  readonly policy: Config['fetch']
  /** Asked with a sentence that names the size; absent if there is no terminal to ask on. */
  readonly agree?: ((sentence: string) => Promise<boolean>) | undefined
  readonly onNotice: (message: string) => void
  /** Store of the parts. Default: that of this machine. */
  readonly store?: FeatureStore
}

/** Store of optional parts. */
export interface FeatureStore {
  has(name: FeatureName): boolean
  /** Fetches a part. Throws `FEATURE_UNFETCHED`. */
  fetch(name: FeatureName, onNotice: (message: string) => void): Promise<void>
}

const OWN_STORE: FeatureStore = { has: (name) => featurePlace(name) !== null, fetch: fetchNow }

/** Returns a sentence on what fetching a part involves: its size, where it is from and where it is stored. */
export function fetchSentence(name: FeatureName): string {
  return `${describeFeature(name)} will be fetched from the package registry that npm is configured for, into ${featuresHome()}.`
}

export interface FeatureState {
  readonly name: FeatureName
  readonly title: string
  /** What needs the part, in Markdown. */
  readonly use: string
  readonly downloadMb: number
  readonly diskMb: number
  /** Path of the part; null if it is not installed. */
  readonly place: string | null
}

/** Returns all optional parts, with the paths of those that are installed. */
export function featureStates(): FeatureState[] {
  return FEATURE_NAMES.map((name) => {
    const { title, use, downloadMb, diskMb } = FEATURES[name]
    const runsThis = name === 'node' && Number.parseInt(process.versions.node, 10) >= MIN_NODE_MAJOR
    const place = featurePlace(name)?.folder ?? (runsThis ? process.execPath : null)
    return { name, title, use, downloadMb, diskMb, place }
  })
}

/** Fetches a part. Throws `FEATURE_UNFETCHED` with the cause, after removing what was fetched. */
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

  /** Fetches a part; concurrent callers share one question to the user. */
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

export type FeatureName = 'models' | 'openai' | 'ocr' | 'algebra' | 'pyodide' | 'neighbours' | 'node'

export interface Feature {
  /** For people, as the object of a sentence. */
  readonly title: string
  /** What needs it; Markdown. */
  readonly use: string
  /** Versions by name: those of package-lock.json, which the tests run. */
  readonly packages: Readonly<Record<string, string>>
  /** Paths below `node_modules` that no supported platform reads; one that ends in the name of a platform stays there. */
  readonly removed: readonly string[]
  /** Measured by `npm run lock`. */
  readonly downloadMb: number
  /** Measured by `npm run lock`. */
  readonly diskMb: number
}

export interface FeaturePlace {
  readonly folder: string
  /** Whether it is a checkout's or a project's own installation. */
  readonly isOwn: boolean
}

export interface FetchOptions {
  /** Called if another process fetches the same. */
  readonly onWait?: () => void
}

export class FetchFailure extends Error {
  readonly reason: 'offline' | 'npm'
}

export const FEATURES: Readonly<Record<FeatureName, Feature>>
export const LOADER: string
export function featuresHome(env?: Readonly<Record<string, string | undefined>>): string
export function folderOf(name: FeatureName): string
export function placeOf(name: FeatureName): FeaturePlace | null
export function describeFeature(name: FeatureName): string
export function fetchFeature(name: FeatureName, options?: FetchOptions): Promise<string>

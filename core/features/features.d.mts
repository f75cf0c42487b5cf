export type FeatureName = 'models' | 'openai' | 'ocr' | 'algebra' | 'pyodide' | 'neighbours' | 'node'

export interface Feature {
  /** Name for people, as the object of a sentence. */
  readonly title: string
  /** What needs the feature, in Markdown. */
  readonly use: string
  /** Versions by package name: those of package-lock.json, with which the tests run. */
  readonly packages: Readonly<Record<string, string>>
  /** Paths below `node_modules` that no supported platform needs; a path that ends in a platform's name is kept on that platform. */
  readonly removed: readonly string[]
  /** Size of the download in MB, measured by `npm run lock`. */
  readonly downloadMb: number
  /** Size on disk in MB, measured by `npm run lock`. */
  readonly diskMb: number
}

export interface FeaturePlace {
  readonly folder: string
  /** Whether the folder is a checkout's or a project's own installation. */
  readonly isOwn: boolean
}

export interface FetchOptions {
  /** Called if another process is fetching the same feature. */
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

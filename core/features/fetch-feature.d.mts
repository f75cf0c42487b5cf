import type { FeatureName } from './feature-place.mjs'

export class FetchFailure extends Error {
  readonly reason:
    | 'integrity'
    | 'disk_full'
    | 'not_writable'
    | 'offline'
    | 'not_in_registry'
    | 'refused'
    | 'no_npm'
    | 'npm'
}

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined
  /** Called where another process fetches the same. */
  readonly onWait?: () => void
}

export function describeFeature(name: FeatureName): string
export function fetchFeature(name: FeatureName, options?: FetchOptions): Promise<string>

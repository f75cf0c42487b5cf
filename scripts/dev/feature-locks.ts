/** The locks of features, cut out of package-lock.json: what users fetch is what the tests run. */
import { FEATURES, type FeatureName } from '../../core/index.ts'

export interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

export interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

export const FEATURE_NAMES = Object.keys(FEATURES) as readonly FeatureName[]

/** The lock file of one feature, as text: its packages and what they need, where the whole lock has them. Optional are those of other platforms. */
export function lockOfFeature(name: FeatureName, { packages }: PackageLock): string {
  const isPlatforms = FEATURES[name].packages.every(
    (id) => packages[`node_modules/${id}`]?.['os'] !== undefined,
  )
  const wanted = Object.fromEntries(
    FEATURES[name].packages.map((id) => [id, versionOf(packages, `node_modules/${id}`)]),
  )
  const reached = new Map<string, boolean>()
  for (const id of Object.keys(wanted)) reach(packages, `node_modules/${id}`, isPlatforms, reached)
  const entries = [...reached].sort(([a], [b]) => (a < b ? -1 : 1))
  const root = isPlatforms ? { optionalDependencies: wanted } : { dependencies: wanted }
  const lock = {
    name: `gloss-${name}`,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': root,
      ...Object.fromEntries(
        entries.map(([path, isOptional]) => [path, entryOf(packages[path]!, isOptional)]),
      ),
    },
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

function versionOf(packages: PackageLock['packages'], path: string): string {
  const version = packages[path]?.version
  if (version === undefined) throw new Error(`package-lock.json does not have ${path}`)
  return version
}

/** Every package that this one needs, with whether it can be left out. */
function reach(
  packages: PackageLock['packages'],
  path: string,
  isOptional: boolean,
  reached: Map<string, boolean>,
): void {
  if (reached.has(path) && (isOptional || reached.get(path) === false)) return
  reached.set(path, isOptional)
  const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {}
  for (const id of Object.keys(dependencies)) {
    const found = resolved(packages, path, id)
    if (found !== null) reach(packages, found, isOptional, reached)
  }
  for (const id of Object.keys(optionalDependencies)) {
    const found = resolved(packages, path, id)
    if (found !== null) reach(packages, found, true, reached)
  }
}

/** Node's own search: beside the package, then in every folder above. Null for one that the lock leaves out. */
export function resolved(packages: PackageLock['packages'], from: string, id: string): string | null {
  const nesting = from.split(/(?=\/node_modules\/)/)
  const folders = nesting.map((_, depth) => `${nesting.slice(0, depth + 1).join('')}/`).reverse()
  const found = [...folders, ''].map((folder) => `${folder}node_modules/${id}`)
  return found.find((path) => packages[path] !== undefined) ?? null
}

function entryOf(
  { dev, devOptional, optional, peer, ...entry }: LockedPackage,
  isOptional: boolean,
): LockedPackage {
  return isOptional ? { ...entry, optional: true } : entry
}

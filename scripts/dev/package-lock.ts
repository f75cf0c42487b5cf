/** The parts of package-lock.json that are read, and the search for a package in it. */

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

/** Resolves a package like Node: beside the package, then in every folder above. Returns null for one that is not in the lock file. */
export function resolved(packages: PackageLock['packages'], from: string, id: string): string | null {
  const nesting = from.split(/(?=\/node_modules\/)/)
  const folders = nesting.map((_, depth) => `${nesting.slice(0, depth + 1).join('')}/`).reverse()
  const found = [...folders, ''].map((folder) => `${folder}node_modules/${id}`)
  return found.find((path) => packages[path] !== undefined) ?? null
}

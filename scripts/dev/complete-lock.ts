/**
 * Adds to package-lock.json the platform packages that a registry mirror did not have when the lock was written: npm leaves them
 * out silently, and the next `npm ci` refuses the lock because they are missing. `npm run lock`, after any `npm install`.
 * Entries carry no checksum; they are only ever installed on the platform in their name. Removes `resolved` addresses too.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface LockedPackage {
  version?: string
  resolved?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
  [field: string]: unknown
}

export interface PackageLock {
  packages: Record<string, LockedPackage>
  [field: string]: unknown
}

export interface MissingPackage {
  readonly name: string
  readonly version: string
  readonly neededBy: LockedPackage
}

const LOCK = join(import.meta.dirname, '..', '..', 'package-lock.json')
const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]
const EXACT_VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/

/** Optional dependencies that a locked package names with an exact version and the lock does not hold. */
export function missingPackages(lock: PackageLock): MissingPackage[] {
  return Object.entries(lock.packages).flatMap(([path, neededBy]) =>
    Object.entries(neededBy.optionalDependencies ?? {})
      .filter(([name, version]) => EXACT_VERSION.test(version) && !isReachable(lock, path, name))
      .map(([name, version]) => ({ name, version, neededBy })),
  )
}

/** Node's own search: beside the package, then in every folder above. */
function isReachable(lock: PackageLock, from: string, name: string): boolean {
  const nesting = from.split(/(?=\/node_modules\/)/)
  const folders = nesting.map((_, depth) => `${nesting.slice(0, depth + 1).join('')}/`)
  return ['', ...folders].some((folder) => lock.packages[`${folder}node_modules/${name}`.replace(/^\//, '')])
}

function entryOf({ name, version, neededBy }: MissingPackage): LockedPackage {
  const words = name.split(/[/-]/)
  const has = (start: string) => words.some((word) => word.startsWith(start))
  const system = SYSTEMS.filter((one) => words.includes(one))
  return {
    version,
    cpu: PROCESSORS.filter((one) => words.includes(one)),
    ...(neededBy.dev === true ? { dev: true } : {}),
    ...(has('musl') ? { libc: ['musl'] } : has('gnu') ? { libc: ['glibc'] } : {}),
    optional: true,
    ...(system.length > 0 ? { os: system } : {}),
  }
}

export function completeLock(lock: PackageLock): PackageLock {
  const added = missingPackages(lock).map(
    (missing) => [`node_modules/${missing.name}`, entryOf(missing)] as const,
  )
  const packages = Object.entries(lock.packages).map(
    ([path, { resolved: _, ...entry }]) => [path, entry] as const,
  )
  const sorted = [...packages, ...added].sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(sorted) }
}

if (process.argv[1] === import.meta.filename) {
  const lock = JSON.parse(await readFile(LOCK, 'utf8')) as PackageLock
  await writeFile(LOCK, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
  for (const { name, version } of missingPackages(lock)) console.log(`added ${name} ${version}`)
}

/**
 * `npm run lock`, after any `npm install`: refuses a package-lock.json that `npm ci` would refuse or could not verify, and measures what
 * an installation fetches and takes, which the first start tells. A registry mirror may lack packages of other platforms; npm leaves
 * those out silently. The remedy is a version of the package that needs them which the registry has for every platform.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

export interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** What `npm ci` with an empty cache did where it was measured; the file that bin/bootstrap.mjs reads. */
export interface InstallSize {
  /** Hash of the lock file that was installed from. */
  readonly lock: string
  readonly platform: string
  readonly packages: number
  /** Compressed, as they come from the registry. */
  readonly downloadMb: number
  /** Of node_modules. */
  readonly diskMb: number
}

const ROOT = join(import.meta.dirname, '..', '..')
export const LOCK_FILE = join(ROOT, 'package-lock.json')
export const INSTALL_SIZE_FILE = join(ROOT, 'bin', 'install-size.json')
const EXACT_VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/
const BYTES_PER_MB = 1e6

/** Why the lock is not to be committed; empty where all is well. */
export function problemsOf({ packages }: PackageLock): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(path !== '' && entry.integrity === undefined ? [`${path} has no checksum`] : []),
    ...(entry.resolved === undefined ? [] : [`${path} names an address`]),
    ...Object.entries(entry.optionalDependencies ?? {})
      .filter(([name, version]) => EXACT_VERSION.test(version) && !isReachable(packages, path, name))
      .map(([name, version]) => `${path || 'package.json'} wants ${name} ${version}, which is missing`),
  ])
}

/** Node's own search: beside the package, then in every folder above. */
function isReachable(packages: PackageLock['packages'], from: string, name: string): boolean {
  const nesting = from.split(/(?=\/node_modules\/)/)
  const folders = nesting.map((_, depth) => `${nesting.slice(0, depth + 1).join('')}/`)
  return ['', ...folders].some((folder) => packages[`${folder}node_modules/${name}`.replace(/^\//, '')])
}

export const hashOf = (lock: string) => createHash('sha256').update(lock).digest('hex')

async function measureInstallation(lock: string): Promise<InstallSize> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-install-'))
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      await cp(join(ROOT, file), join(folder, file))
    const cache = join(folder, 'cache')
    const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
    await promisify(execFile)('npm', ['ci', ...flags, '--cache', cache], { cwd: folder })
    const installed = JSON.parse(
      await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8'),
    ) as PackageLock
    return {
      lock: hashOf(lock),
      platform: `${process.platform}-${process.arch}`,
      packages: Object.keys(installed.packages).length,
      downloadMb: await megabytesIn(join(cache, '_cacache', 'content-v2')),
      diskMb: await megabytesIn(join(folder, 'node_modules')),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function megabytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / BYTES_PER_MB)
}

if (process.argv[1] === import.meta.filename) {
  const lock = await readFile(LOCK_FILE, 'utf8')
  const problems = problemsOf(JSON.parse(lock) as PackageLock)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else {
    const size = await measureInstallation(lock)
    await writeFile(INSTALL_SIZE_FILE, `${JSON.stringify(size, null, 2)}\n`)
    console.log(`${size.packages} packages, ${size.downloadMb} MB to fetch, ${size.diskMb} MB on disk`)
  }
}

/**
 * `npm run lock`, after any `npm install`: refuses a package-lock.json that `npm ci` would refuse or could not verify, copies the versions
 * of optional parts from it, and measures the sizes that Gloss states before it fetches. If a registry mirror lacks packages of other
 * platforms, npm omits them silently; the remedy is a version of the dependent package for which the registry has them all.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import installFlags from '../../bin/install-flags.json' with { type: 'json' }
import { FEATURES, type FeatureName } from '../../core/index.ts'
import { INSTALL_FILES, type InstallSize, measureFeature, measureInstall } from './measure-install.ts'
import { type LockedPackage, type PackageLock, resolved } from './package-lock.ts'

/** Sizes of installations with an empty cache, as measured; bin/bootstrap.mjs reads the file. */
export interface InstallSizes {
  /** Hash of the lock file used for the installation. */
  readonly lock: string
  readonly platform: string
  /** For `npm start`: without development tools and optional packages. */
  readonly use: InstallSize
  /** For `npm test`: everything. */
  readonly develop: InstallSize
}

const ROOT = join(import.meta.dirname, '..', '..')
export const LOCK_FILE = join(ROOT, 'package-lock.json')
const FEATURES_FOLDER = join(ROOT, 'core', 'features')
export const INSTALL_SIZE_FILE = join(ROOT, 'bin', 'install-size.json')
const EXACT_VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/

/** Returns why the lock file must not be committed; an empty list if it may. */
export function problemsOf({ packages }: PackageLock): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(isFetched(path, entry) && entry.integrity === undefined ? [`${path} has no checksum`] : []),
    ...(isFetched(path, entry) && entry.resolved !== undefined ? [`${path} names an address`] : []),
    ...Object.entries(entry.optionalDependencies ?? {})
      .filter(([name, version]) => EXACT_VERSION.test(version) && resolved(packages, path, name) === null)
      .map(([name, version]) => `${path || 'package.json'} wants ${name} ${version}, which is missing`),
  ])
}

/** Returns false for packages of this repository, which are linked. */
export function isFetched(path: string, { link }: LockedPackage): boolean {
  return path.includes('node_modules/') && link !== true
}

export const hashOf = (lock: string) => createHash('sha256').update(lock).digest('hex')

async function measureInstallations(lock: string): Promise<InstallSizes> {
  return {
    lock: hashOf(lock),
    platform: `${process.platform}-${process.arch}`,
    use: await measureInstall(INSTALL_FILES, ['ci', ...installFlags.use]),
    develop: await measureInstall(INSTALL_FILES, ['ci', ...installFlags.develop]),
  }
}

/** Returns the packages of a feature in the versions of package-lock.json. */
export function packagesOf(name: FeatureName, { packages }: PackageLock): Readonly<Record<string, string>> {
  const ids = Object.keys(FEATURES[name].packages)
  return Object.fromEntries(ids.map((id) => [id, packages[`node_modules/${id}`]?.version ?? 'missing']))
}

/** Stores new versions of optional parts from package-lock.json, and measures their sizes. */
async function writeFeatures(lock: PackageLock): Promise<void> {
  const path = join(FEATURES_FOLDER, 'table.json')
  for (const name of Object.keys(FEATURES) as FeatureName[]) {
    const packages = packagesOf(name, lock)
    if (JSON.stringify(packages) === JSON.stringify(FEATURES[name].packages) && FEATURES[name].diskMb > 0)
      continue
    Object.assign(FEATURES, { [name]: { ...FEATURES[name], packages } })
    const { downloadMb, diskMb } = await measureFeature(name)
    Object.assign(FEATURES, { [name]: { ...FEATURES[name], downloadMb, diskMb } })
    console.log(`${name}: ${downloadMb} MB to fetch, ${diskMb} MB on disk`)
  }
  await writeFile(path, `${JSON.stringify(FEATURES, null, 2)}\n`)
}

if (process.argv[1] === import.meta.filename) {
  const text = await readFile(LOCK_FILE, 'utf8')
  const lock = JSON.parse(text) as PackageLock
  const problems = problemsOf(lock)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else {
    await writeFeatures(lock)
    const sizes = await measureInstallations(text)
    await writeFile(INSTALL_SIZE_FILE, `${JSON.stringify(sizes, null, 2)}\n`)
    for (const scope of ['use', 'develop'] as const) {
      const { packages, downloadMb, diskMb } = sizes[scope]
      console.log(`to ${scope}: ${packages} packages, ${downloadMb} MB to fetch, ${diskMb} MB on disk`)
    }
  }
}

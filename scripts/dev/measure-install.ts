/** Measures what an installation downloads and takes on disk, by doing it with an empty npm cache. */
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdtemp, mkdtempDisposable, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { type FeatureName, featureFolder, fetchFeature } from '../../core/index.ts'

export interface InstallSize {
  readonly packages: number
  /** Size of everything that npm cached from the registry: packages, and the metadata about them. */
  readonly downloadMb: number
  /** Sum of the sizes of all files. */
  readonly diskMb: number
  /** Size by `du`, in which files take whole blocks. */
  readonly blocksMb: number
}

const BYTES_PER_MB = 1e6
const BLOCK_BYTES = 512

const ROOT = join(import.meta.dirname, '..', '..')
/** Files that `npm ci` reads in a checkout. */
export const INSTALL_FILES = [
  ...['package.json', 'package-lock.json', '.npmrc'],
  ...globSync('packages/*/package.json', { cwd: ROOT }),
].map((file) => join(ROOT, file))

/** Runs `npm ARGS --cache CACHE` in a folder with copies of `files`. Those of this repository keep their relative paths. */
export async function measureInstall(
  files: readonly string[],
  args: readonly string[],
): Promise<InstallSize> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-install-'))
  const folder = temporary.path
  for (const file of files)
    await cp(file, join(folder, file.startsWith(ROOT) ? relative(ROOT, file) : basename(file)))
  const cache = join(folder, 'cache')
  await promisify(execFile)('npm', [...args, '--loglevel=error', '--cache', cache], { cwd: folder })
  const modules = join(folder, 'node_modules')
  const hidden = await readFile(join(modules, '.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(hidden) as { packages: object }
  return { packages: Object.keys(packages).length, ...(await sizesOf(modules, cache)) }
}

/** Fetches the feature into a temporary folder. */
export async function measureFeature(name: FeatureName): Promise<Omit<InstallSize, 'packages'>> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-feature-'))
  const { XDG_CACHE_HOME, npm_config_cache } = process.env
  try {
    Object.assign(process.env, { XDG_CACHE_HOME: folder, npm_config_cache: join(folder, 'npm') })
    await fetchFeature(name)
    return await sizesOf(featureFolder(name), join(folder, 'npm'))
  } finally {
    for (const [key, value] of Object.entries({ XDG_CACHE_HOME, npm_config_cache }))
      if (value === undefined) delete process.env[key]
      else process.env[key] = value
    await rm(folder, { recursive: true, force: true })
  }
}

async function sizesOf(folder: string, cache: string): Promise<Omit<InstallSize, 'packages'>> {
  const disk = await bytesIn(folder)
  const { bytes } = await bytesIn(join(cache, '_cacache', 'content-v2'))
  return { downloadMb: megabytes(bytes), diskMb: megabytes(disk.bytes), blocksMb: megabytes(disk.blocks) }
}

async function bytesIn(folder: string): Promise<{ bytes: number; blocks: number }> {
  let [bytes, blocks] = [0, 0]
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => null)
    if (found === null) continue
    if (entry.isFile()) bytes += found.size
    blocks += found.blocks * BLOCK_BYTES
  }
  return { bytes, blocks }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / BYTES_PER_MB)
}

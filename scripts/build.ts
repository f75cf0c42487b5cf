/**
 * `npm run build`: dist/ as the package carries it: the sources as JavaScript, with the files they read at run time beside them.
 * Node refuses to strip types below node_modules, so a package cannot run from its sources.
 */
import { execFile } from 'node:child_process'
import { cp, glob, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import layers from '../layers.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
const FOLDERS = Object.keys(layers)
/** What is compiled, and what only the build reads. Everything else in the rooms is an asset. */
const NOT_ASSETS = /\.(ts|mts|wat|md)$/

export async function build(): Promise<{ modules: number; assets: number }> {
  await rm(DIST, { recursive: true, force: true })
  await promisify(execFile)(process.execPath, [COMPILER, '-p', 'tsconfig.build.json'], { cwd: ROOT })
  const assets = await filesOf((path) => !NOT_ASSETS.test(path))
  for (const path of assets) {
    await mkdir(dirname(join(DIST, path)), { recursive: true })
    await cp(join(ROOT, path), join(DIST, path))
  }
  return { modules: (await Array.fromAsync(glob('**/*.js', { cwd: DIST }))).length, assets: assets.length }
}

async function filesOf(isWanted: (path: string) => boolean): Promise<string[]> {
  const found: string[] = []
  for (const folder of FOLDERS)
    for await (const entry of glob(`${folder}/**/*`, { cwd: ROOT, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name).slice(ROOT.length + 1)
      if (entry.isFile() && isWanted(path)) found.push(path)
    }
  return found.sort()
}

if (process.argv[1] === import.meta.filename) {
  const { modules, assets } = await build()
  console.log(`dist/: ${modules} modules and ${assets} other files`)
}

/**
 * `npm run build`: builds dist/ for the package: the sources as JavaScript, with the files that they read at run time beside them.
 * Node refuses to strip types below node_modules, so a package cannot run from its sources.
 */
import { spawnSync } from 'node:child_process'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pageModules, withoutTypes } from '../../api/http/page-modules.ts'
import layers from '../../layers.json' with { type: 'json' }
import { declarationsOf } from './library-declarations.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const DIST = join(ROOT, 'dist')
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
const FOLDERS = Object.keys(layers).filter((folder) => !folder.includes('/'))
/** Files that are compiled, and files that only the build reads. All other files in the source folders are assets. */
const NOT_ASSETS = /(\.(ts|mts|wat|md)|tsconfig\.json)$/

export async function build(): Promise<{ modules: number; assets: number }> {
  await rm(DIST, { recursive: true, force: true })
  const { status } = spawnSync(process.execPath, [COMPILER, '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The compiler found faults')
  const assets = await filesOf((path) => !NOT_ASSETS.test(path))
  for (const path of assets) {
    await mkdir(dirname(join(DIST, path)), { recursive: true })
    await cp(join(ROOT, path), join(DIST, path))
  }
  for (const [name, source] of pageModules(join(ROOT, 'web')))
    await writeFile(join(DIST, 'web', name), withoutTypes(await readFile(join(ROOT, 'web', source), 'utf8')))
  for (const { path, text } of await declarationsOf(ROOT)) await writeFile(join(DIST, path), text)
  const modules = await filesOf((path) => path.endsWith('.js'), DIST)
  for (const path of modules) {
    const source = /import\('\.[^']*\.ts'\)/.exec(await readFile(join(DIST, path), 'utf8'))
    if (source !== null) throw new Error(`dist/${path} loads a source that the package has not: ${source[0]}`)
  }
  return { modules: modules.length, assets: assets.length }
}

async function filesOf(isWanted: (path: string) => boolean, root = ROOT): Promise<string[]> {
  const found: string[] = []
  for (const folder of FOLDERS)
    for await (const entry of glob(`${folder}/**/*`, { cwd: root, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name).slice(root.length + 1)
      if (entry.isFile() && isWanted(path)) found.push(path)
    }
  return found.sort()
}

if (process.argv[1] === import.meta.filename) {
  const { modules, assets } = await build()
  console.log(`dist/: ${modules} modules and ${assets} other files`)
}

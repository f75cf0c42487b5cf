// Which optional parts there are, and where a fetched one lies. Plain JavaScript that works on Node 20: bin/ uses it before anything runs.
// A feature is some packages at fixed versions (NAME.lock.json, made by `npm run lock`) in a folder of the user's, outside of any checkout.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = dirname(fileURLToPath(import.meta.url))
/** Lies in a feature's folder when everything else does. */
export const COMPLETE = 'complete.json'
/** In a feature's folder: imports a module as if from there. */
export const LOADER = 'load.mjs'

const HASH_CHARACTERS = 8

export const FEATURES = JSON.parse(readFileSync(join(HERE, 'table.json'), 'utf8'))

/** The npm lock of a feature, as text: exact versions, each with its sha512. */
export function lockOf(name) {
  return readFileSync(join(HERE, `${name}.lock.json`), 'utf8')
}

/** `XDG_CACHE_HOME/gloss/features`, by default in `~/.cache`: shared by clones, packages and versions of Gloss. */
export function featuresHome(env = process.env) {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'gloss', 'features')
}

/** The folder of these versions on this platform. Another lock is another folder, so that an update never meets a mixture. */
export function folderOf(name) {
  const lock = lockOf(name)
  const { packages } = JSON.parse(lock)
  const [first] = FEATURES[name].packages
  const { version } = packages[`node_modules/${first}`]
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, HASH_CHARACTERS)
  return join(featuresHome(), `${name}@${version}-${hash}-${process.platform}-${process.arch}`)
}

/** Whether it was fetched: true for a folder that is complete. */
export function isFetched(name) {
  return existsSync(join(folderOf(name), COMPLETE))
}

/** The folder with the `node_modules` that have the feature: of a checkout or a project that installed these versions, else the fetched one; `null` for none. */
export function placeOf(name) {
  const { packages } = JSON.parse(lockOf(name))
  const wanted = FEATURES[name].packages.map((id) => [id, packages[`node_modules/${id}`].version])
  for (let folder = HERE; ; folder = dirname(folder)) {
    if (wanted.every(([id, version]) => versionIn(folder, id) === version)) return { folder, isOwn: true }
    if (folder === dirname(folder)) break
  }
  return isFetched(name) ? { folder: folderOf(name), isOwn: false } : null
}

function versionIn(folder, id) {
  const manifest = join(folder, 'node_modules', id, 'package.json')
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : null
}

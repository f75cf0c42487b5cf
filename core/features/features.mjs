// The optional parts: which there are, where they are installed, and `npm install` into a user's folder outside of any checkout.
// Plain JavaScript that runs on Node 20: bin/ fetches Node with it before anything else runs.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { holdingLock } from './hold-lock.mjs'

const HERE = dirname(fileURLToPath(import.meta.url))
/** Written last, so that a folder without it is from an interrupted fetch. */
const COMPLETE = 'complete.json'
/** Module in a feature's folder that imports packages from there. */
export const LOADER = 'load.mjs'
const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
/** Settings that npm passes on to its children by environment; Gloss sets the folder and the choice of packages itself. */
const NOT_INHERITED =
  /^npm_config_(local_prefix|prefix|global|location|omit|include|workspaces?|package_lock|package_lock_only|dry_run)$/i
const OFFLINE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|network/i
const SHOWN_CHARACTERS = 300

export const FEATURES = JSON.parse(readFileSync(join(HERE, 'table.json'), 'utf8'))

/** `reason` is `offline`, or `npm` for every other failure of npm. */
export class FetchFailure extends Error {
  constructor(reason, message, cause) {
    super(message, { cause })
    this.reason = reason
  }
}

/** Returns `XDG_CACHE_HOME/gloss/features`, by default in `~/.cache`: shared by clones, packages and versions of Gloss. */
export function featuresHome(env = process.env) {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'gloss', 'features')
}

/** Returns names and versions to install; of packages that are for one platform each, only this platform's. */
export function packagesOf(name) {
  const all = Object.entries(FEATURES[name].packages)
  const own = all.filter(([id]) => id.endsWith(`-${process.platform}-${process.arch}`))
  return own.length > 0 ? own : all
}

/** Returns the folder for these versions on this platform; an update gets another one. */
export function folderOf(name) {
  const versions = packagesOf(name).map(([, version]) => version)
  return join(featuresHome(), `${name}@${versions.join('-')}-${process.platform}-${process.arch}`)
}

/** Returns the folder whose `node_modules` has the feature: a checkout or project with these versions, else the fetched one, or `null`. */
export function placeOf(name) {
  const wanted = packagesOf(name)
  for (let folder = HERE; ; folder = dirname(folder)) {
    if (wanted.every(([id, version]) => versionIn(folder, id) === version)) return { folder, isOwn: true }
    if (folder === dirname(folder)) break
  }
  return existsSync(join(folderOf(name), COMPLETE)) ? { folder: folderOf(name), isOwn: false } : null
}

function versionIn(folder, id) {
  const manifest = join(folder, 'node_modules', id, 'package.json')
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : null
}

/** Returns a description such as "Node 24 (55 MB to download, 193 MB on disk)". */
export function describeFeature(name) {
  const { title, downloadMb, diskMb } = FEATURES[name]
  return `${title} (${downloadMb} MB to download, ${diskMb} MB on disk)`
}

/** Installs the packages from npm's configured registry and returns their folder. Throws `FetchFailure`, leaving nothing behind. */
export async function fetchFeature(name, { onWait } = {}) {
  const folder = folderOf(name)
  const isThere = () => existsSync(join(folder, COMPLETE))
  if (isThere()) return folder
  try {
    mkdirSync(dirname(folder), { recursive: true })
    await holdingLock(`${folder}.lock`, async () => isThere() || (await install(name, folder)), onWait)
    return folder
  } catch (error) {
    throw error instanceof FetchFailure ? error : new FetchFailure('npm', error.message, error)
  }
}

async function install(name, folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    writeFileSync(join(folder, LOADER), 'export const load = (name) => import(name)\n')
    const registry = await runNpm(['config', 'get', 'registry'], process.cwd())
    const ids = packagesOf(name).map(([id, version]) => `${id}@${version}`)
    await runNpm(['install', ...FLAGS, '--prefix', folder, '--registry', registry.trim(), ...ids], folder)
    // Removes what only other platforms or browsers need.
    for (const path of FEATURES[name].removed)
      if (!path.endsWith(`/${process.platform}`))
        rmSync(join(folder, 'node_modules', path), { recursive: true, force: true })
    writeFileSync(
      join(folder, COMPLETE),
      JSON.stringify({ feature: name, fetched: new Date().toISOString() }),
    )
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Runs npm and returns its output. */
function runNpm(args, cwd) {
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !NOT_INHERITED.test(key)))
  const child = spawn(command, [...first, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (text) => {
      texts[name] += text
    })
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new FetchFailure('npm', `npm could not be started: ${cause.message}`, cause)),
    )
    child.once('close', (code) => (code === 0 ? resolve(texts.stdout) : reject(failureOf(texts.stderr))))
  })
}

function failureOf(stderr) {
  if (OFFLINE.test(stderr)) return new FetchFailure('offline', 'The package registry could not be reached.')
  const said = stderr
    .replace(/^npm (error|ERR!) ?/gm, '')
    .trim()
    .split(/\s*\n\s*/)
  return new FetchFailure(
    'npm',
    `npm could not install the packages: ${said.join('; ').slice(0, SHOWN_CHARACTERS)}`,
  )
}

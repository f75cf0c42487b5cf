// Fetches a feature with npm, from the registry that npm is configured for, into a folder of the user's. Works on Node 20.
// Everything is prepared beside the folder and renamed, so that a folder is whole or not there, whatever is killed on the way.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { COMPLETE, FEATURES, folderOf, isFetched, LOADER, lockOf } from './feature-place.mjs'
import { holdingLock } from './hold-lock.mjs'

const FLAGS = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']
/** How npm passes on to its children what it was told; the folder and the choice of packages are ours. */
const NOT_INHERITED =
  /^npm_config_(local_prefix|prefix|global|location|omit|include|workspaces?|package_lock|package_lock_only|dry_run)$/i
const STDERR_CHARACTERS = 4000

const REASONS = [
  [
    /EINTEGRITY/,
    'integrity',
    'The registry sent a package that is not the one of the lock (wrong checksum).',
  ],
  [/ENOSPC|EDQUOT|no space left/i, 'disk_full', 'The disk is full.'],
  [/EACCES|EPERM|EROFS/, 'not_writable', 'The folder cannot be written.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|only-if-cached|network/i,
    'offline',
    'The package registry could not be reached.',
  ],
  [/E404|ETARGET|ENOVERSIONS/, 'not_in_registry', 'The registry does not have one of the packages.'],
  [/E401|E403|ENEEDAUTH/, 'refused', 'The registry refused the request.'],
]

/** `reason`: integrity, disk_full, not_writable, offline, not_in_registry, refused, no_npm or npm. */
export class FetchFailure extends Error {
  constructor(reason, message, cause) {
    super(message, { cause })
    this.reason = reason
  }
}

/** "Node 24 (55 MB to download, 193 MB on disk)". */
export function describeFeature(name) {
  const { title, downloadMb, diskMb } = FEATURES[name]
  return `${title} (${downloadMb} MB to download, ${diskMb} MB on disk)`
}

/** Returns at once where it is there. Throws `FetchFailure`; nothing is left behind then. */
export async function fetchFeature(name, { signal, onWait } = {}) {
  const folder = folderOf(name)
  if (isFetched(name)) return folder
  try {
    mkdirSync(dirname(folder), { recursive: true })
    return await holdingLock(
      `${folder}.lock`,
      async () => {
        if (!isFetched(name)) await install(name, folder, signal)
        return folder
      },
      onWait,
    )
  } catch (error) {
    throw error instanceof FetchFailure || signal?.aborted
      ? error
      : failureOf(`${error.code} ${error.message}`, error)
  }
}

async function install(name, folder, signal) {
  removeParts(folder)
  const part = `${folder}.${process.pid}.part`
  mkdirSync(part)
  try {
    const lock = lockOf(name)
    const { dependencies, optionalDependencies } = JSON.parse(lock).packages['']
    const manifest = { private: true, dependencies, optionalDependencies }
    writeFileSync(join(part, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(part, 'package-lock.json'), lock)
    writeFileSync(join(part, LOADER), 'export const load = (name) => import(name)\n')
    const registry = await runNpm(['config', 'get', 'registry'], process.cwd(), signal)
    await runNpm(['ci', ...FLAGS, '--prefix', part, '--registry', registry.trim()], part, signal)
    removeUnneeded(name, part)
    writeFileSync(join(part, COMPLETE), JSON.stringify({ feature: name, fetched: new Date().toISOString() }))
    rmSync(folder, { recursive: true, force: true })
    renameSync(part, folder)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** Of fetches that were killed: who holds the lock is the only one at work. */
function removeParts(folder) {
  const beginning = `${basename(folder)}.`
  for (const entry of readdirSync(dirname(folder)))
    if (entry.startsWith(beginning) && entry.endsWith('.part'))
      rmSync(join(dirname(folder), entry), { recursive: true, force: true })
}

/** What only other platforms or browsers need. */
function removeUnneeded(name, part) {
  for (const path of FEATURES[name].removed)
    if (!path.endsWith(`/${process.platform}`))
      rmSync(join(part, 'node_modules', path), { recursive: true, force: true })
}

/** What it printed. */
async function runNpm(args, cwd, signal) {
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !NOT_INHERITED.test(key)))
  const child = spawn(command, [...first, ...args], { cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr = (stderr + text).slice(-STDERR_CHARACTERS)
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        signal?.aborted
          ? signal.reason
          : new FetchFailure('no_npm', `npm could not be started: ${cause.message}`, cause),
      ),
    )
    child.once('close', resolve)
  })
  signal?.throwIfAborted()
  if (code !== 0) throw failureOf(stderr)
  return stdout
}

function failureOf(text, cause) {
  const known = REASONS.find(([pattern]) => pattern.test(text))
  if (known !== undefined) return new FetchFailure(known[1], known[2], cause)
  const [line = 'npm could not install the packages'] = text.trim().split('\n')
  return new FetchFailure('npm', `npm could not install the packages: ${line}`, cause)
}

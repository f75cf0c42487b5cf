// Installs what is missing, then runs a command under Node 24: `node bin/bootstrap.mjs vitest run`.
// Plain JavaScript that works on Node 20, without dependencies: it runs before there are any. `npm start` and `npm test`
// call it by name because `ignore-scripts` in .npmrc switches off npm's own pre and post scripts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findNode, noNodeMessage, ROOT, runInstead } from './runtime.mjs'

const MODULES = join(ROOT, 'node_modules')
const COMMANDS = join(MODULES, '.bin')
const LOCK_FILE = join(ROOT, 'package-lock.json')
/** Holds the hash of the lock file that the modules were installed from; npm ci removes it with everything else there. */
const STAMP = join(MODULES, '.gloss-installed')
/** Measured by `npm run lock`: see scripts/dev/check-lock.ts. */
const INSTALL_SIZE = join(ROOT, 'bin', 'install-size.json')
const BUSY = join(ROOT, '.install-lock')
const WAIT_MS = 500
const OFFLINE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i

/** Its message says what to do; nothing else need be shown. */
export class SetupFailure extends Error {}

/** Returns at once where the modules are those of package-lock.json. One process installs, others wait for it. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await holdingLock(async () => {
    if (isInstalled()) return
    if (!matchesHiddenLock()) await install()
    linkOwnCommands()
    writeFileSync(STAMP, lockHash())
  })
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash()
}

function lockHash() {
  return createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex')
}

/** npm writes this file last, so it is there only after an install that came to its end: perhaps somebody's own `npm ci`. */
function matchesHiddenLock() {
  const hidden = join(MODULES, '.package-lock.json')
  if (!existsSync(hidden)) return false
  const has = JSON.parse(readFileSync(hidden, 'utf8')).packages
  const wants = JSON.parse(readFileSync(LOCK_FILE, 'utf8')).packages
  return Object.entries(wants).every(([path, { version, optional }]) => {
    if (path === '') return true
    if (has[path] === undefined) return optional === true
    return has[path].version === version && existsSync(join(ROOT, path))
  })
}

async function install() {
  say(whatItTakes())
  rmSync(STAMP, { force: true })
  // Only errors are shown: npm would warn that some packages want a newer Node than the host's, and they get one.
  const flags = [
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
  ]
  const { code, stderr } = await runNpm(['ci', ...flags])
  if (code === 0) return
  const reason = OFFLINE.test(stderr)
    ? 'The package registry could not be reached. The first start needs it; after that Gloss works without a network.'
    : 'npm could not install the packages; its message is above.'
  throw new SetupFailure(`${reason}\nTry again with: npm ci`)
}

function whatItTakes() {
  const { packages, downloadMb, diskMb, platform } = JSON.parse(readFileSync(INSTALL_SIZE, 'utf8'))
  return (
    `Setting up: installing ${packages} packages from the registry that npm is configured for. About ${downloadMb} MB are downloaded ` +
    `(less if npm has some in its cache) and ${diskMb} MB are needed on disk, as measured on ${platform}. This happens once.`
  )
}

function runNpm(args) {
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []]
  const child = spawn(command, [...first, ...args], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
    process.stderr.write(text)
  })
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new SetupFailure(`npm could not be started: ${cause.message}`)))
    child.once('close', (code) => resolve({ code, stderr }))
  })
}

/** npm links the commands of dependencies, not those of the folder itself; `npx gloss` should work in a clone too. */
function linkOwnCommands() {
  mkdirSync(COMMANDS, { recursive: true })
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  for (const [name, path] of Object.entries(bin)) {
    rmSync(join(COMMANDS, name), { force: true })
    symlinkSync(join('..', '..', path), join(COMMANDS, name))
  }
}

async function holdingLock(work) {
  let told = false
  while (!takeLock()) {
    if (!told) say('Another process is setting up; waiting for it …')
    told = true
    await sleep(WAIT_MS)
  }
  const release = () => rmSync(BUSY, { force: true })
  process.once('exit', release)
  try {
    await work()
  } finally {
    release()
    process.off('exit', release)
  }
}

/** A hard link appears whole or not at all, so a lock always names its owner. */
function takeLock() {
  const mine = `${BUSY}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, BUSY)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    dropDeadLock(`${mine}.dead`)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

function dropDeadLock(aside) {
  try {
    if (isAlive(Number(readFileSync(BUSY, 'utf8')))) return
    renameSync(BUSY, aside)
    // Somebody may have been quicker and taken the lock between the two lines above: give it back.
    if (isAlive(Number(readFileSync(aside, 'utf8')))) linkSync(aside, BUSY)
    rmSync(aside, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function say(message) {
  process.stderr.write(`${message}\n`)
}

/** A file of ours, or a command that a package brings. */
function commandPath(name) {
  const own = join(ROOT, name)
  return existsSync(own) ? own : realpathSync(join(COMMANDS, name))
}

async function main([command, ...args]) {
  await ensureInstalled()
  if (command === undefined) return 0
  const node = findNode()
  if (node === null) throw new SetupFailure(noNodeMessage())
  process.env.PATH = `${COMMANDS}${delimiter}${process.env.PATH ?? ''}`
  return runInstead(node, [commandPath(command), ...args])
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error
    say(error.message)
    process.exitCode = 1
  }
}

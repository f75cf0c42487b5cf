// Installs what is missing, then runs a command under Node 24: `node bin/bootstrap.mjs vitest run`; `--to-use` omits development tools.
// Plain JavaScript that runs on Node 20, without dependencies, because it runs before any are installed. `npm start` and `npm test`
// call it by name because `ignore-scripts` in .npmrc switches off npm's own pre and post scripts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { holdingLock } from '../core/features/hold-lock.mjs'
import { fetchNode, NoNode } from './fetch-node.mjs'
import { findNode, ROOT, runInstead } from './runtime.mjs'

const MODULES = join(ROOT, 'node_modules')
const COMMANDS = join(MODULES, '.bin')
const LOCK_FILE = join(ROOT, 'package-lock.json')
/** Contains the hash of the lock file that the modules were installed from; npm ci deletes it with everything else in the folder. */
const STAMP = join(MODULES, '.gloss-installed')
/** Flags of npm: to `use` Gloss, only its dependencies are installed; to `develop` it, everything. No install script runs. */
const INSTALL_FLAGS = join(ROOT, 'bin', 'install-flags.json')
/** Sizes measured by `npm run lock`: see scripts/dev/check-lock.ts. */
const INSTALL_SIZE = join(ROOT, 'bin', 'install-size.json')
const BUSY = join(ROOT, '.install-lock')
const OFFLINE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i

/** A failure whose message says what to do, so that nothing else need be shown. */
export class SetupFailure extends Error {}

/**
 * Returns at once if the modules match package-lock.json: those that Gloss needs (`use`), or all that its development needs
 * (`develop`). One process installs, others wait for it.
 */
export async function ensureInstalled(asked = 'use') {
  if (isInstalled(asked)) return
  const scope = hasDevelopmentTools() ? 'develop' : asked
  const onWait = () => say('Another process is setting up; waiting for it …')
  await holdingLock(
    BUSY,
    async () => {
      if (isInstalled(scope)) return
      if (!matchesHiddenLock(scope)) await install(scope)
      linkOwnCommands()
      linkOwnPackages()
      // Replaced instead of overwritten, because the folder may be a copy of links to another checkout's files.
      rmSync(STAMP, { force: true })
      writeFileSync(STAMP, `${scope} ${lockHash()}`)
    },
    onWait,
  )
}

/** An installation for `develop` also has everything for `use`. */
function isInstalled(scope) {
  if (!existsSync(STAMP)) return false
  const stamp = readFileSync(STAMP, 'utf8')
  return [scope, 'develop'].some((installed) => stamp === `${installed} ${lockHash()}`)
}

/** A developer's checkout keeps its tools when the lock file changes. */
function hasDevelopmentTools() {
  return existsSync(join(MODULES, 'vitest'))
}

function lockHash() {
  return createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex')
}

/** npm writes this file last, so it exists only after a complete install, which may be the user's own `npm ci`. */
function matchesHiddenLock(scope) {
  const hidden = join(MODULES, '.package-lock.json')
  if (!existsSync(hidden)) return false
  const has = JSON.parse(readFileSync(hidden, 'utf8')).packages
  const wants = JSON.parse(readFileSync(LOCK_FILE, 'utf8')).packages
  return Object.entries(wants).every(([path, { version, optional, dev, devOptional, link }]) => {
    if (link || !path.includes('node_modules/') || (scope === 'use' && (dev || devOptional))) return true
    if (has[path] === undefined) return optional === true
    return has[path].version === version && existsSync(join(ROOT, path))
  })
}

async function install(scope) {
  say(whatItTakes(scope))
  rmSync(STAMP, { force: true })
  // Shows only errors: npm would warn that some packages need a newer Node than the host's, which they get.
  const { code, stderr } = await runNpm([
    'ci',
    '--loglevel=error',
    ...JSON.parse(readFileSync(INSTALL_FLAGS, 'utf8'))[scope],
  ])
  if (code === 0) return
  const reason = OFFLINE.test(stderr)
    ? 'The package registry could not be reached. The first start needs it; after that Gloss works without a network.'
    : 'npm could not install the packages; its message is above.'
  throw new SetupFailure(`${reason}\nTry again with: npm ci`)
}

function whatItTakes(scope) {
  const { platform, [scope]: size } = JSON.parse(readFileSync(INSTALL_SIZE, 'utf8'))
  const { packages, downloadMb, diskMb } = size
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

/** Links Gloss's own commands, as npm links only those of dependencies, so that `npx gloss` works in a clone too. */
function linkOwnCommands() {
  mkdirSync(COMMANDS, { recursive: true })
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  for (const [name, path] of Object.entries(bin)) {
    rmSync(join(COMMANDS, name), { force: true })
    symlinkSync(join('..', '..', path), join(COMMANDS, name))
  }
}

/** Links this repository's own packages among the others, as npm does; a newer checkout may have brought one without a link. */
export function linkOwnPackages() {
  if (!existsSync(MODULES)) return
  for (const [path, { link, resolved }] of Object.entries(
    JSON.parse(readFileSync(LOCK_FILE, 'utf8')).packages,
  )) {
    const place = join(ROOT, path)
    if (!link || existsSync(place) || !existsSync(join(ROOT, resolved))) continue
    mkdirSync(dirname(place), { recursive: true })
    rmSync(place, { force: true })
    symlinkSync(relative(dirname(place), join(ROOT, resolved)), place)
  }
}

function say(message) {
  process.stderr.write(`${message}\n`)
}

/** Returns the path of a file in the repository, or of a command from a package. */
function commandPath(name) {
  const own = join(ROOT, name)
  return existsSync(own) ? own : realpathSync(join(COMMANDS, name))
}

/** `--to-use` before the command means that it needs no development tools. */
async function main([first, ...rest]) {
  const isUse = first === '--to-use'
  const [command, ...args] = isUse ? rest : [first, ...rest]
  await ensureInstalled(isUse ? 'use' : 'develop')
  if (command === undefined) return 0
  // Whoever starts or tests a clone has agreed to what that takes; the size is shown.
  const node = findNode() ?? (await fetchNode({ isAgreed: true }))
  process.env.PATH = [COMMANDS, dirname(node), process.env.PATH ?? ''].join(delimiter)
  return runInstead(node, [commandPath(command), ...args])
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof SetupFailure) && !(error instanceof NoNode)) throw error
    say(error.message)
    process.exitCode = 1
  }
}

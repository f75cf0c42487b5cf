// Starts the command line: under a Node that is new enough, from source in a clone and from dist/ in the package.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNode, isSource, nodeFlags, noNodeMessage, ROOT, runInstead } from './runtime.mjs'

export async function launch(args) {
  if (isSource() && !(await install())) return
  const node = findNode()
  const entry = join(ROOT, ...(isSource() ? ['cli', 'main.ts'] : ['dist', 'cli', 'main.js']))
  if (node === null) return fail(noNodeMessage())
  if (!existsSync(entry)) return fail(`Nothing to run: ${entry} is missing. Install Gloss again.`)
  const flags = nodeFlags(args)
  if (node !== process.execPath || flags.length > 0) {
    process.exitCode = await runInstead(node, [...flags, entry, ...args])
    return
  }
  process.argv = [node, entry, ...args]
  await import(pathToFileURL(entry).href)
}

/** In a clone the first command sets up, whichever it is. */
async function install() {
  const { ensureInstalled, SetupFailure } = await import('./bootstrap.mjs')
  try {
    await ensureInstalled()
    return true
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error
    fail(error.message)
    return false
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

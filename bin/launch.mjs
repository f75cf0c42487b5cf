// Starts the command line under a recent enough Node, from source in a clone and from dist/ in the package.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNode, isSource, ROOT, runInstead } from './runtime.mjs'

export async function launch(args) {
  if (isSource() && !(await install())) return
  const node = findNode() ?? (await fetchedNode())
  if (node === null) return
  const entry = join(ROOT, ...(isSource() ? ['cli', 'main.ts'] : ['dist', 'cli', 'main.js']))
  if (!existsSync(entry)) return fail(`Nothing to run: ${entry} is missing. Install Gloss again.`)
  if (node !== process.execPath) {
    process.exitCode = await runInstead(node, [entry, ...args])
    return
  }
  process.argv = [node, entry, ...args]
  await import(pathToFileURL(entry).href)
}

/** Returns the path of a fetched Node; null, after printing the reason, if there is none. */
async function fetchedNode() {
  const { fetchNode, NoNode } = await import('./fetch-node.mjs')
  try {
    return await fetchNode({ isAgreed: false })
  } catch (error) {
    if (!(error instanceof NoNode)) throw error
    fail(error.message)
    return null
  }
}

/** In a clone, the first command installs the packages, whichever command it is. */
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

// Fetches Node 24 for a host with an older one: once, with consent, into the user's folder of optional parts. Runs on Node 20.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { pathToFileURL } from 'node:url'
import { isSource, noNodeMessage, packagedNode, ROOT, usable } from './runtime.mjs'

/** A failure whose message says what to do. */
export class NoNode extends Error {}

const FOLDER = join(ROOT, ...(isSource() ? [] : ['dist']), 'core', 'features')

/** Returns the path of the Node or throws `NoNode`. With `isAgreed`, the user is not asked; else GLOSS_FETCH (docs/config.md) decides. */
export async function fetchNode({ isAgreed }) {
  const features = existsSync(FOLDER) ? await load() : null
  if (features === null || !isForThisPlatform(features)) throw new NoNode(noNodeMessage())
  const sentence = `Gloss needs Node 24 and runs on ${process.version} here. ${features.describeFeature('node')} can be fetched once from the package registry that npm is configured for, into ${features.featuresHome()}.`
  if (features.placeOf('node') === null) {
    const agreed = process.env.GLOSS_FETCH !== 'never' && (isAgreed || (await isWanted(sentence)))
    if (!agreed) throw new NoNode(`${sentence}\nNothing was fetched. ${HOW}`)
    if (isAgreed) process.stderr.write(`${sentence}\n`)
    await fetched(features)
  }
  const node = usable(packagedNode(features.folderOf('node')))
  if (node === null) throw new NoNode(noNodeMessage())
  return node
}

const HOW =
  'To agree, run the command with --yes or set GLOSS_FETCH=always; or install Node 24 yourself. GLOSS_FETCH=never switches this off.'

const load = () => import(pathToFileURL(join(FOLDER, 'features.mjs')).href)

function isForThisPlatform({ FEATURES }) {
  return `node-${process.platform}-${process.arch}` in FEATURES.node.packages
}

async function isWanted(sentence) {
  if (process.env.GLOSS_FETCH === 'always' || process.argv.includes('--yes')) {
    process.stderr.write(`${sentence}\n`)
    return true
  }
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${sentence} Continue? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

async function fetched({ fetchFeature, FetchFailure }) {
  try {
    await fetchFeature('node')
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    throw new NoNode(`Node 24 could not be fetched. ${error.message}\n${noNodeMessage()}`)
  }
}

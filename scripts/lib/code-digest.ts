/** What the code of some folders does, as one hash: comments and blank lines of TypeScript do not count, every byte of other files does. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..', '..')
const LENGTH = 16
const printer = ts.createPrinter({ removeComments: true })
const known = new Map<string, string>()

/** `places`: folders or files from the root of the project. Their order does not matter. */
export function codeDigest(places: readonly string[], root = ROOT): string {
  const hash = createHash('sha256')
  for (const place of [...places].sort()) hash.update(`${place} ${placeDigest(place, root)}\n`)
  return hash.digest('hex').slice(0, LENGTH)
}

/** The same for one folder or file; read once a process. */
export function placeDigest(place: string, root = ROOT): string {
  const path = join(root, place)
  const digest = known.get(path) ?? digestFiles(path)
  known.set(path, digest)
  return digest
}

function digestFiles(path: string): string {
  const hash = createHash('sha256')
  for (const file of filesIn(path)) hash.update(file.slice(path.length)).update('\0').update(meaningOf(file))
  return hash.digest('hex').slice(0, LENGTH)
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function meaningOf(file: string): string | Uint8Array {
  if (!file.endsWith('.ts')) return readFileSync(file)
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  return printer.printFile(source)
}

/**
 * An index on disk: a folder with manifest.json (every parameter, counts, the `seq` it was built at, size and SHA-256 of each file).
 * The folder's name is a hash of its settings, with its `seq`. It is written under a temporary name, synced and renamed, so it is whole.
 * It is a cache: a foreign, damaged or unfinished one is refused with a reason and rebuilt from the corpus.
 */
import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import {
  GlossError,
  makePrivateFolder,
  PRIVATE_FILE_MODE,
  parsedJson,
  sha256,
  tupleId,
} from '../core/index.ts'

const MANIFEST = 'manifest.json'
/** Files whose checksums matched, with their versions at that time: an unchanged file is not hashed again. */
const CHECKED = 'checked.json'
/** Raised when the files' layout changes; older artefacts are then rebuilt. */
const FORMAT = 2
const UNFINISHED = 'writing-'
// Chosen, not measured: writing takes seconds.
const ABANDONED_MS = 3_600_000

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  settings: z.record(z.string(), z.union([z.string(), z.number()])),
  seq: z.number().int().nonnegative(),
  counts: z.record(z.string(), z.number()),
  files: z.record(z.string(), z.strictObject({ bytes: z.number(), sha256: z.string() })),
})

const Checked = z.record(z.string(), z.string())

/** Everything besides the corpus that determines the content: embedder, dims, BM25's constants … */
export type ArtefactSettings = Readonly<Record<string, string | number>>

export interface Artefact {
  readonly seq: number
  readonly folder: string
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

export interface ArtefactDraft {
  readonly seq: number
  readonly counts: Readonly<Record<string, number>>
  /** Content by file name; a function writes the file itself, at the path that it gets. */
  readonly files: ReadonlyMap<string, Uint8Array | ((path: string) => void)>
}

/** Writes an artefact and removes earlier ones with the same settings. */
export async function writeArtefact(
  root: string,
  settings: ArtefactSettings,
  draft: ArtefactDraft,
): Promise<void> {
  makePrivateFolder(root)
  const target = join(root, folderName(settings, draft.seq))
  const temporary = join(root, `${UNFINISHED}${randomUUID()}`)
  try {
    await fillFolder(temporary, settings, draft)
    await removeFolder(root, target)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
  await removeOthers(root, settings, target)
}

async function fillFolder(
  folder: string,
  settings: ArtefactSettings,
  { seq, counts, files: drafts }: ArtefactDraft,
): Promise<void> {
  makePrivateFolder(folder)
  const files: z.infer<typeof Manifest>['files'] = {}
  for (const [name, content] of drafts) {
    const path = join(folder, name)
    if (typeof content === 'function') content(path)
    const bytes = typeof content === 'function' ? await readFile(path) : content
    await writeSynced(path, typeof content === 'function' ? null : content)
    files[name] = { bytes: bytes.byteLength, sha256: sha256(bytes) }
  }
  const manifest = { format: FORMAT, settings, seq, counts, files }
  await writeSynced(join(folder, MANIFEST), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
}

/**
 * Loads the newest sound artefact with these settings and returns the result, or null. Unsound ones, and those that
 * `load` refuses as stale, are reported to `onRefused`, unless a writer has replaced them meanwhile: then the replacement is read.
 */
export async function readArtefact<T>(
  root: string,
  settings: ArtefactSettings,
  load: (artefact: Artefact) => Promise<T>,
  onRefused: (error: GlossError) => void,
): Promise<T | null> {
  const refused = new Set<string>()
  for (;;) {
    const name = (await foldersOf(root, settings)).find((folder) => !refused.has(folder))
    if (name === undefined) return null
    try {
      return await load(await readFolder(join(root, name), settings))
    } catch (error) {
      // A corpus that was closed meanwhile is not the artefact's fault.
      if (!(error instanceof GlossError) || error.code === 'CORPUS_NOT_FOUND') throw error
      refused.add(name)
      if ((await foldersOf(root, settings)).includes(name)) onRefused(error)
    }
  }
}

async function readFolder(folder: string, settings: ArtefactSettings): Promise<Artefact> {
  const manifest = await readManifest(folder)
  if (JSON.stringify(manifest.settings) !== JSON.stringify(settings))
    throw staleArtefact(folder, 'it was built with other settings')
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const known = await readChecked(folder)
  const checked: Record<string, string> = {}
  for (const [name, { bytes, sha256: expected }] of Object.entries(manifest.files)) {
    const read = await readWhole(join(folder, name), bytes)
    if (read === null || (known[name] !== read.version && sha256(read.content) !== expected))
      throw staleArtefact(folder, `${name} is missing or damaged`)
    files.set(name, read.content)
    checked[name] = read.version
  }
  if (JSON.stringify(checked) !== JSON.stringify(known)) await writeChecked(folder, checked)
  return { seq: manifest.seq, folder, files }
}

async function readChecked(folder: string): Promise<z.infer<typeof Checked>> {
  const text = await readFile(join(folder, CHECKED), 'utf8').catch(nullWhereMissing)
  // If a killed process left the file unfinished, all files are hashed again.
  return Checked.safeParse(parsedJson(text ?? '{}')).data ?? {}
}

/** On a read-only medium nothing is stored, and the next reader hashes again. */
async function writeChecked(folder: string, checked: z.infer<typeof Checked>): Promise<void> {
  try {
    await writeFile(join(folder, CHECKED), JSON.stringify(checked), { mode: PRIVATE_FILE_MODE })
  } catch (error) {
    if (
      !['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')
    )
      throw error
  }
}

async function readManifest(folder: string): Promise<z.infer<typeof Manifest>> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  } catch (error) {
    throw staleArtefact(folder, 'its manifest is missing, damaged or of another version', error)
  }
}

/**
 * Returns the file's bytes in a separate buffer, aligned for any typed array, and a version that changes when the file is written; null if
 * its length is not as expected.
 */
async function readWhole(
  path: string,
  bytes: number,
): Promise<{ content: Uint8Array<ArrayBuffer>; version: string } | null> {
  await using file = await open(path).catch(nullWhereMissing)
  if (file === null) return null
  const { size, ino, mtimeNs, ctimeNs } = await file.stat({ bigint: true })
  if (Number(size) !== bytes) return null
  const content = new Uint8Array(bytes)
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(content, at, bytes - at, at)
    if (bytesRead === 0) return null
    at += bytesRead
  }
  return { content, version: `${ino} ${mtimeNs} ${ctimeNs}` }
}

/** Writes a file and syncs it to the disk; without content, only syncs it. */
async function writeSynced(path: string, content: Uint8Array | null): Promise<void> {
  await using file = await open(path, content === null ? 'r+' : 'w', PRIVATE_FILE_MODE)
  if (content !== null) await file.writeFile(content)
  else await file.chmod(PRIVATE_FILE_MODE)
  await file.sync()
}

/** Removes other artefacts with the same settings, and unfinished ones of killed processes. */
async function removeOthers(root: string, settings: ArtefactSettings, target: string): Promise<void> {
  const paths = (await foldersOf(root, settings)).map((name) => join(root, name))
  for (const name of await readdir(root)) {
    if (!name.startsWith(UNFINISHED)) continue
    const found = await stat(join(root, name)).catch(nullWhereMissing)
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED_MS) paths.push(join(root, name))
  }
  for (const path of paths) if (path !== target) await removeFolder(root, path)
}

/** Renames a folder before removing it, so that a reader finds an artefact whole or not at all. */
async function removeFolder(root: string, path: string): Promise<void> {
  const leaving = join(root, `${UNFINISHED}${randomUUID()}`)
  const isThere = (await rename(path, leaving).catch(nullWhereMissing)) !== null
  if (isThere) await rm(leaving, { recursive: true, force: true })
}

/** Returns the folders with these settings, newest first. */
async function foldersOf(root: string, settings: ArtefactSettings): Promise<string[]> {
  const names = (await readdir(root).catch(nullWhereMissing)) ?? []
  const prefix = settingsPrefix(settings)
  const seqOf = (name: string) => Number(name.slice(prefix.length))
  return names.filter((name) => name.startsWith(prefix)).sort((a, b) => seqOf(b) - seqOf(a))
}

function folderName(settings: ArtefactSettings, seq: number): string {
  return `${settingsPrefix(settings)}${seq}`
}

function settingsPrefix(settings: ArtefactSettings): string {
  return `${tupleId(Object.entries(settings).flat()).slice(0, 16)}-`
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Throws `INDEX_STALE` for an artefact that is ahead of the corpus, which was then replaced or restored to an earlier state. */
export function checkNotAhead({ folder, seq }: Artefact, corpusSeq: number): void {
  if (seq > corpusSeq)
    throw staleArtefact(folder, `it is of change ${seq}, the corpus of change ${corpusSeq}`)
}

export function staleArtefact(folder: string, reason: string, cause?: unknown): GlossError {
  return new GlossError('INDEX_STALE', `The index in ${folder} cannot be used: ${reason}.`, { folder }, cause)
}

/**
 * An index on disk: a folder with manifest.json (every parameter, counts, the `seq` it was built at, size and SHA-256 of each file).
 * The folder's name is the hash of its settings and its `seq`; it is written beside, synced and renamed, so it is there whole or not at all.
 * It is a cache: a foreign, damaged or unfinished one is refused with its reason and built again from the corpus.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { GlossError, tupleId } from '../core/index.ts'

const MANIFEST = 'manifest.json'
/** Raised when the files' layout changes; older artefacts are then built again. */
const FORMAT = 1

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  settings: z.record(z.string(), z.union([z.string(), z.number()])),
  seq: z.number().int().nonnegative(),
  counts: z.record(z.string(), z.number()),
  files: z.record(z.string(), z.strictObject({ bytes: z.number(), sha256: z.string() })),
})

/** Everything that decides the content besides the corpus: embedder, dims, BM25's constants … */
export type ArtefactSettings = Readonly<Record<string, string | number>>

export interface Artefact {
  readonly seq: number
  readonly folder: string
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

export interface ArtefactDraft {
  readonly seq: number
  readonly counts: Readonly<Record<string, number>>
  /** Content by file name; a function writes the file itself, at the path it is given. */
  readonly files: ReadonlyMap<string, Uint8Array | ((path: string) => void)>
}

/** Writes an artefact and removes the ones with the same settings that it replaces. */
export async function writeArtefact(
  root: string,
  settings: ArtefactSettings,
  draft: ArtefactDraft,
): Promise<void> {
  await mkdir(root, { recursive: true })
  const target = join(root, folderName(settings, draft.seq))
  const temporary = join(root, `writing-${randomUUID()}`)
  await mkdir(temporary)
  const files: z.infer<typeof Manifest>['files'] = {}
  for (const [name, content] of draft.files) {
    const path = join(temporary, name)
    if (typeof content === 'function') content(path)
    else await writeSynced(path, content)
    const bytes = typeof content === 'function' ? await readFile(path) : content
    files[name] = { bytes: bytes.byteLength, sha256: sha256(bytes) }
  }
  const manifest = { format: FORMAT, settings, seq: draft.seq, counts: draft.counts, files }
  await writeSynced(join(temporary, MANIFEST), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  await rm(target, { recursive: true, force: true })
  await rename(temporary, target)
  await removeOthers(root, settings, target)
}

/** The newest sound artefact with these settings. Null where there is none; unsound ones are told to `onRefused`. */
export async function readArtefact(
  root: string,
  settings: ArtefactSettings,
  onRefused: (error: GlossError) => void,
): Promise<Artefact | null> {
  for (const name of await foldersOf(root, settings)) {
    try {
      return await readFolder(join(root, name), settings)
    } catch (error) {
      if (!(error instanceof GlossError)) throw error
      onRefused(error)
    }
  }
  return null
}

async function readFolder(folder: string, settings: ArtefactSettings): Promise<Artefact> {
  const manifest = await readManifest(folder)
  if (JSON.stringify(manifest.settings) !== JSON.stringify(settings))
    throw stale(folder, 'it was built with other settings')
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const [name, { bytes, sha256: expected }] of Object.entries(manifest.files)) {
    const content = await readWhole(join(folder, name), bytes)
    if (content === null || sha256(content) !== expected) throw stale(folder, `${name} is missing or damaged`)
    files.set(name, content)
  }
  return { seq: manifest.seq, folder, files }
}

async function readManifest(folder: string): Promise<z.infer<typeof Manifest>> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  } catch (error) {
    throw stale(folder, 'its manifest is missing, damaged or of another version', error)
  }
}

/** The file's bytes in a buffer of their own, aligned for any typed array; null where they are not as long as promised. */
async function readWhole(path: string, bytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  try {
    if ((await file.stat()).size !== bytes) return null
    const content = new Uint8Array(bytes)
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await file.read(content, at, bytes - at, at)
      if (bytesRead === 0) return null
      at += bytesRead
    }
    return content
  } finally {
    await file.close()
  }
}

async function writeSynced(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function removeOthers(root: string, settings: ArtefactSettings, target: string): Promise<void> {
  for (const name of await foldersOf(root, settings))
    if (join(root, name) !== target) await rm(join(root, name), { recursive: true, force: true })
}

/** Folders with these settings, newest first. */
async function foldersOf(root: string, settings: ArtefactSettings): Promise<string[]> {
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
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

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function stale(folder: string, reason: string, cause?: unknown): GlossError {
  return new GlossError('INDEX_STALE', `The index in ${folder} cannot be used: ${reason}.`, { folder }, cause)
}

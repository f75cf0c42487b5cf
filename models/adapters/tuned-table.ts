/**
 * Tables that learned one corpus, on disk: a folder each, named by the hash of its content, with the files of a static table
 * (`vocabulary.txt`, `table.i8`, `scales.f32`) and a manifest with their checksums. A table is written under another name, synced and
 * renamed, so it is there whole or not at all; unlike an index it is no cache, and a damaged one is never replaced by other vectors.
 */
import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { GlossError, isGlossError, makePrivateFolder, PRIVATE_FILE_MODE } from '../../core/index.ts'
import type { Embedder } from '../ports.ts'
import type { FloatTable } from '../table/float-table.ts'
import { quantise } from '../table/quantise.ts'
import { tunedHash, tunedId } from '../table/tuned-id.ts'
import { openStaticEmbedder } from './static-embedder.ts'

const MANIFEST = 'manifest.json'
const UNFINISHED = 'writing-'
const FILES = ['vocabulary.txt', 'table.i8', 'scales.f32'] as const
const HASH_DIGITS = 12

const manifestSchema = z.object({
  id: z.string(),
  sha256: z.record(z.enum(FILES), z.string()),
})

/** Writes the table below `root`; returns its embedder id. `facts` are kept in its manifest for people. */
export async function writeTunedTable(
  root: string,
  base: string,
  table: FloatTable,
  facts: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { table: cells, scales } = quantise(table.rows, table.dims)
  const contents: Record<(typeof FILES)[number], Uint8Array> = {
    'vocabulary.txt': Buffer.from(`${table.vocabulary.join('\n')}\n`),
    'table.i8': new Uint8Array(cells.buffer),
    'scales.f32': new Uint8Array(scales.buffer),
  }
  const hashes = Object.fromEntries(FILES.map((name) => [name, sha256(contents[name])]))
  const hash = sha256(Buffer.from(JSON.stringify([base, table.repeatPower, hashes]))).slice(0, HASH_DIGITS)
  const id = tunedId(base, hash)
  const manifest = {
    id,
    dims: table.dims,
    pieces: table.vocabulary.length,
    repeatPower: table.repeatPower,
    base,
    sha256: hashes,
    ...facts,
  }
  const temporary = join(root, `${UNFINISHED}${randomUUID()}`)
  makePrivateFolder(temporary)
  try {
    for (const name of FILES) await writeSynced(join(temporary, name), contents[name])
    await writeSynced(join(temporary, MANIFEST), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    await replaceUnlessSound(root, id, temporary)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
  return id
}

/** The same content may be there and in use already. */
async function replaceUnlessSound(root: string, id: string, temporary: string): Promise<void> {
  try {
    await openTunedTable(root, id)
    await rm(temporary, { recursive: true })
  } catch (error) {
    if (!isGlossError(error, 'TUNED_TABLE_UNUSABLE')) throw error
    await rm(folderOf(root, id), { recursive: true, force: true })
    await rename(temporary, folderOf(root, id))
  }
}

/** Throws `TUNED_TABLE_UNUSABLE` where the table is missing, damaged or another one than `id` names. */
export async function openTunedTable(root: string, id: string): Promise<Embedder> {
  const folder = folderOf(root, id)
  const unusable = (reason: string, cause?: unknown) =>
    new GlossError(
      'TUNED_TABLE_UNUSABLE',
      `The tuned table ${id} cannot be used: ${reason}.`,
      { folder, embedder: id },
      cause,
    )
  const manifest = await readManifest(folder).catch((cause: unknown) => {
    throw unusable(`${MANIFEST} is missing or damaged`, cause)
  })
  if (manifest.id !== id) throw unusable(`its folder holds ${manifest.id}`)
  for (const name of FILES) {
    const content = await readFile(join(folder, name)).catch((cause: unknown) => {
      throw unusable(`${name} is missing`, cause)
    })
    if (sha256(content) !== manifest.sha256[name]) throw unusable(`${name} is damaged`)
  }
  return await openStaticEmbedder(folder)
}

/** Removes all tables below `root` but the named one, and what a killed process left unfinished. */
export async function removeTunedTables(root: string, kept: string | null): Promise<void> {
  const names = await readdir(root).catch(noneWhereMissing)
  for (const name of names)
    if (kept === null || join(root, name) !== folderOf(root, kept))
      await rm(join(root, name), { recursive: true, force: true })
}

async function readManifest(folder: string): Promise<z.infer<typeof manifestSchema>> {
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
}

/** The hash alone: ids hold characters that file systems reserve. */
function folderOf(root: string, id: string): string {
  return join(root, tunedHash(id))
}

async function writeSynced(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'w', PRIVATE_FILE_MODE)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

function noneWhereMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Writes tuned tables: under another name, synced and then renamed, so that a table is either complete or absent. */
import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isGlossError, makePrivateFolder, PRIVATE_FILE_MODE, sha256 } from '../../../core/index.ts'
import type { FloatTable } from '../../../models/adapters/static-embedder.ts'
import {
  folderOfTunedTable,
  MANIFEST,
  openTunedTable,
  TABLE_FILES,
} from '../../../models/adapters/tuned-table.ts'
import { tunedId } from '../../../models/index.ts'
import { quantise } from './quantise.ts'

const UNFINISHED = 'writing-'
const HASH_DIGITS = 12

/** Writes the table below `root`; returns its embedder id. `facts` are stored in its manifest for people. */
export async function writeTunedTable(
  root: string,
  base: string,
  table: FloatTable,
  facts: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { table: cells, scales } = quantise(table.rows, table.dims)
  const contents: Record<(typeof TABLE_FILES)[number], Uint8Array> = {
    'vocabulary.txt': Buffer.from(`${table.vocabulary.join('\n')}\n`),
    'table.i8': new Uint8Array(cells.buffer),
    'scales.f32': new Uint8Array(scales.buffer),
  }
  const hashes = Object.fromEntries(TABLE_FILES.map((name) => [name, sha256(contents[name])]))
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
    for (const name of TABLE_FILES) await writeSynced(join(temporary, name), contents[name])
    await writeSynced(join(temporary, MANIFEST), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    await replaceUnlessSound(root, id, temporary)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
  return id
}

/** Moves the table to its place, unless a sound one with the same content is there already and may be in use. */
async function replaceUnlessSound(root: string, id: string, temporary: string): Promise<void> {
  try {
    await openTunedTable(root, id)
    await rm(temporary, { recursive: true })
  } catch (error) {
    if (!isGlossError(error, 'TUNED_TABLE_UNUSABLE')) throw error
    await rm(folderOfTunedTable(root, id), { recursive: true, force: true })
    await rename(temporary, folderOfTunedTable(root, id))
  }
}

/** Removes all tables below `root` except the named one, and the unfinished files of killed processes. */
export async function removeTunedTables(root: string, kept: string | null): Promise<void> {
  const names = await readdir(root).catch(emptyIfMissing)
  for (const name of names)
    if (kept === null || join(root, name) !== folderOfTunedTable(root, kept))
      await rm(join(root, name), { recursive: true, force: true })
}

async function writeSynced(path: string, content: Uint8Array): Promise<void> {
  await using file = await open(path, 'w', PRIVATE_FILE_MODE)
  await file.writeFile(content)
  await file.sync()
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/**
 * Opens tables tuned to a corpus. Each is a folder, named by the hash of its content, with the files of a static table
 * (`vocabulary.txt`, `table.i8`, `scales.f32`) and a manifest with their checksums. Unlike an index it is not a
 * cache: a damaged one is never replaced by other vectors.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { GlossError, sha256 } from '../../core/index.ts'
import type { Embedder } from '../ports.ts'
import { tunedHash } from '../tuned-id.ts'
import { openStaticEmbedder } from './static-embedder.ts'

export const MANIFEST = 'manifest.json'
export const TABLE_FILES = ['vocabulary.txt', 'table.i8', 'scales.f32'] as const

const manifestSchema = z.object({ id: z.string(), sha256: z.record(z.enum(TABLE_FILES), z.string()) })

/** Opens a tuned table. Throws `TUNED_TABLE_UNUSABLE` if it is missing, damaged or not the one that `id` names. */
export async function openTunedTable(root: string, id: string): Promise<Embedder> {
  const folder = folderOfTunedTable(root, id)
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
  for (const name of TABLE_FILES) {
    const content = await readFile(join(folder, name)).catch((cause: unknown) => {
      throw unusable(`${name} is missing`, cause)
    })
    if (sha256(content) !== manifest.sha256[name]) throw unusable(`${name} is damaged`)
  }
  return await openStaticEmbedder(folder)
}

async function readManifest(folder: string): Promise<z.infer<typeof manifestSchema>> {
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
}

/** Returns the table's folder, named only by the hash, as ids contain characters that file systems reserve. */
export function folderOfTunedTable(root: string, id: string): string {
  return join(root, tunedHash(id))
}

/** The manifest of a backup: `manifest.json`, written last. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'

export const MANIFEST = 'manifest.json'
export const CORPUS_FILE = 'corpus.sqlite'
const FORMAT = 'gloss-backup-1'

/** A path within the backup; paths that lead out of its folder are refused. */
const InnerPath = z
  .string()
  .regex(/^(corpus\.sqlite|(tables|files)\/[^\\]+)$/)
  .refine((path) => !path.split('/').includes('..'))

const BackedUpFile = z.object({ path: InnerPath, bytes: z.int(), sha256: z.string() })
export type BackedUpFile = z.infer<typeof BackedUpFile>

const Manifest = z.object({
  format: z.literal(FORMAT),
  corpus: z.string(),
  /** Version of Gloss that made the backup. */
  gloss: z.string(),
  /** Time of the backup in ISO 8601. */
  made: z.string(),
  seq: z.int(),
  papers: z.int(),
  /** Papers whose files were gone or changed, or that were records of a list: their text is in the corpus. */
  withoutFile: z.int(),
  /** The file of each paper, by the paper's id. */
  paperFiles: z.record(z.string(), InnerPath),
  files: z.array(BackedUpFile),
})
export type BackupManifest = z.infer<typeof Manifest>

export function manifestText(manifest: Omit<BackupManifest, 'format'>): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`
}

/** Reads the manifest. Throws `BACKUP_DAMAGED` for a folder without a complete one, such as an interrupted backup. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, MANIFEST)
  try {
    return Manifest.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const isAbout = error instanceof SyntaxError || error instanceof z.ZodError || isFileError(error)
    if (!isAbout) throw error
    throw new GlossError(
      'BACKUP_DAMAGED',
      `${folder} is not a complete backup: ${MANIFEST} cannot be read.`,
      { path },
      error,
    )
  }
}

/** Checks every file. Throws `BACKUP_DAMAGED` naming the first one that differs from what was backed up. */
export async function checkBackup(folder: string, { files }: BackupManifest): Promise<void> {
  for (const file of files) {
    const path = join(folder, file.path)
    const found = await describeFile(folder, file.path).catch((error: unknown) => {
      if (!isFileError(error)) throw error
      return null
    })
    if (found?.sha256 !== file.sha256 || found.bytes !== file.bytes)
      throw new GlossError('BACKUP_DAMAGED', `${path} is missing or has changed since the backup.`, { path })
  }
}

/** Returns size and checksum of a file. `path` is relative to `folder`. */
export async function describeFile(folder: string, path: string): Promise<BackedUpFile> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk as Uint8Array)
  return { path, bytes: (await stat(join(folder, path))).size, sha256: hash.digest('hex') }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
}

/**
 * Keeps a copy of a corpus file from before its migration to a format that older versions of Gloss cannot read: `corpus.format-2.sqlite`
 * in the corpus's folder. The copy is kept for KEPT_DAYS; the first command that writes to the corpus after that removes it.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { diskFailure, GlossError } from '../../core/index.ts'
import { copyCorpusFile, syncPath } from './whole-sqlite-file.ts'

export const KEPT_DAYS = 30
const MS_PER_DAY = 86_400_000
const BYTES_PER_MB = 1e6

/** Makes the copy and returns its path. The caller holds the writer's lock. Throws `STORE_UNWRITABLE`, leaving the corpus as it was. */
export function copyBeforeMigration(path: string, format: number): string {
  const kept = path.replace(/(?:\.sqlite)?$/, `.format-${format}.sqlite`)
  const making = `${kept}.making`
  try {
    copyCorpusFile(path, making)
    for (const ending of ['-wal', ''])
      if (existsSync(`${making}${ending}`)) {
        syncPath(`${making}${ending}`)
        renameSync(`${making}${ending}`, `${kept}${ending}`)
      }
    return kept
  } catch (error) {
    removeCopy(making)
    if (diskFailure(error) === null) throw error
    const megabytes = Math.ceil(statSync(path).size / BYTES_PER_MB)
    const message = `${path} has the old format ${format} and could not be copied before its update: ${(error as Error).message}. Free ${megabytes} MB in ${dirname(path)}; the corpus was not changed.`
    throw new GlossError('STORE_UNWRITABLE', message, { path }, error)
  }
}

export function removeCopy(path: string): void {
  for (const ending of ['', '-wal']) rmSync(`${path}${ending}`, { force: true })
}

/** Removes copies older than KEPT_DAYS. */
export function removeOldCopies(path: string): void {
  const folder = dirname(path)
  const name = basename(path).replace(/\.sqlite$/, '')
  for (const entry of readdirSync(folder)) {
    if (!entry.startsWith(`${name}.format-`) || !/\.format-\d+\.sqlite$/.test(entry)) continue
    const kept = join(folder, entry)
    if (Date.now() - statSync(kept).mtimeMs > KEPT_DAYS * MS_PER_DAY) removeCopy(kept)
  }
}

/**
 * Worker thread that verifies one corpus file in short slices, pausing after each so that it uses a tenth of a processor. Its progress
 * is saved in a file, so that the next process continues from there, and a corpus that has not changed since is not verified twice.
 */
import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { closing, isGlossError, jsonInFile, writeNamedFile } from '../../core/index.ts'
import { fileIdentity } from './file-identity.ts'
import { copyToRead, isOnReadOnlyDisk } from './readable-copy.ts'
import { withNamedFailures } from './sqlite-failure.ts'
import { VERIFY_START, VERIFY_VERSION, type Verified, type VerifyPlace, verifyFrom } from './sqlite-verify.ts'

/** Length of a slice, short so that other work on the corpus is not kept from the processor. */
const SLICE_MS = 50
const SHARE = 0.1
const REMEMBER_EVERY_MS = 5_000
/** Most problems saved for a damaged corpus; `gloss corpus verify` lists all. */
const MAX_PROBLEMS = 100

const Progress = z.object({
  version: z.string(),
  /** Identity of the verified file: a restored or repaired corpus is a different file. */
  file: z.string(),
  /** Fingerprint of the file's content when this verification began. */
  content: z.string(),
  next: z.object({ step: z.int(), after: z.array(z.union([z.string(), z.number()])).nullable() }).nullable(),
  problems: z.array(z.string()),
})
type Progress = z.infer<typeof Progress>

/** Returns what is wrong, a sentence each. The first slice with a problem is the last: one proof of damage is enough. */
async function problemsOf(path: string): Promise<readonly string[]> {
  const memory = `${path.replace(/\.sqlite$/, '')}.verified.json`
  let progress = readProgress(memory, path) ?? begin(path)
  let keptAt = performance.now()
  while (progress.next !== null) {
    // The corpus was replaced or deleted; its replacement is verified at the next start.
    if (fileIdentity(path) !== progress.file) return []
    const began = performance.now()
    const { problems, next } = slice(path, progress.next)
    const isOver = next === null || problems.length > 0
    progress = {
      ...progress,
      problems: problems.slice(0, MAX_PROBLEMS),
      next: isOver ? null : { step: next.step, after: next.after === null ? null : [...next.after] },
    }
    if (isOver || began - keptAt > REMEMBER_EVERY_MS) {
      await keep(memory, progress)
      keptAt = began
    }
    if (!isOver) await sleep((performance.now() - began) * (1 / SHARE - 1))
  }
  return progress.problems
}

function begin(path: string): Progress {
  return {
    version: VERIFY_VERSION,
    file: fileIdentity(path) ?? '',
    content: contentOf(path),
    next: { ...VERIFY_START, after: null },
    problems: [],
  }
}

/**
 * Returns the saved progress; null if the corpus has to be verified from the beginning. A verification under way continues even if the
 * corpus has changed meanwhile: otherwise one that changes every day would never be verified to its end.
 */
function readProgress(memory: string, path: string): Progress | null {
  const kept = Progress.safeParse(jsonInFile(memory)).data
  if (kept === undefined || kept.version !== VERIFY_VERSION || kept.file !== fileIdentity(path)) return null
  return kept.next !== null || kept.content === contentOf(path) ? kept : null
}

/** Saves the progress. If the disk cannot be written, the next start begins again. */
async function keep(memory: string, progress: Progress): Promise<void> {
  try {
    await writeNamedFile(memory, JSON.stringify(progress))
  } catch (error) {
    if (!isGlossError(error)) throw error
  }
}

/** Verifies one slice. The connection is closed between slices, so that the corpus can be deleted, restored or repaired meanwhile. */
function slice(path: string, from: VerifyPlace): Verified {
  try {
    return withNamedFailures(path, () => {
      using database = closing(new Database(path, { fileMustExist: true }))
      const end = performance.now() + SLICE_MS
      return verifyFrom(database, path, from, () => performance.now() > end)
    })
  } catch (error) {
    if (!isGlossError(error, 'STORE_DAMAGED')) throw error
    return { problems: [error.message], next: null }
  }
}

/** Returns a value that changes when the file, or the log that SQLite keeps next to it, is written. */
function contentOf(path: string): string {
  const files = ['', '-wal'].map((ending) => statSync(`${path}${ending}`, { throwIfNoEntry: false }))
  return files
    .map((file) => (file === undefined || file.size === 0 ? '-' : `${file.size}:${Math.trunc(file.mtimeMs)}`))
    .join(' ')
}

async function verified(path: string): Promise<readonly string[]> {
  if (!isOnReadOnlyDisk(path)) return await problemsOf(path)
  const copy = copyToRead(path)
  try {
    return await problemsOf(copy.path)
  } finally {
    copy.remove()
  }
}

parentPort?.postMessage(await verified(String(workerData)))

/** The lock of a corpus's only writer, across all processes. */
import { type FileLock, takeFileLock } from './file-lock.ts'
import { withNamedFailures } from './sqlite-failure.ts'

/** Waits up to `waitMs` (blocking), then throws `CORPUS_BUSY`. */
export function lockCorpus(path: string, purpose: string, waitMs = 0): FileLock {
  const busy = `The corpus ${path} is being written`
  return withNamedFailures(path, () => takeFileLock(path, { code: 'CORPUS_BUSY', busy, purpose, waitMs }))
}

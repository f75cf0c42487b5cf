/** Failures of the disk: full, read-only, or without permission. Neither Gloss nor its caller caused them. */
import { GlossError } from './errors.ts'

const NO_ROOM = /^(?:ENOSPC|EDQUOT|SQLITE_FULL)$/
const NO_WRITING = /^(?:EROFS|EACCES|EPERM|SQLITE_(?:READONLY|CANTOPEN|PERM|IOERR)(?:_\w+)?)$/

/** Returns the failure as `STORE_UNWRITABLE`; null for what no disk did. */
export function diskFailure(error: unknown): GlossError | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const code = String(error.code)
  const reason = NO_ROOM.test(code) ? 'is full' : NO_WRITING.test(code) ? 'refuses to be written' : null
  if (reason === null) return null
  return new GlossError('STORE_UNWRITABLE', `The disk of the workspace ${reason} (${code}).`, {}, error)
}

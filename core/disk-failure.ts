/** Is a failure the disk's? A full disk, a read-only one or a missing permission is no fault of Gloss and no fault of who asked. */
import { GlossError } from './errors.ts'

const NO_ROOM = /^(?:ENOSPC|EDQUOT|SQLITE_FULL)$/
const NO_WRITING = /^(?:EROFS|EACCES|EPERM|SQLITE_(?:READONLY|CANTOPEN|PERM|IOERR)(?:_\w+)?)$/

/** As `STORE_UNWRITABLE`; null for what no disk did. */
export function diskFailure(error: unknown): GlossError | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const code = String(error.code)
  const reason = NO_ROOM.test(code) ? 'is full' : NO_WRITING.test(code) ? 'refuses to be written' : null
  if (reason === null) return null
  return new GlossError('STORE_UNWRITABLE', `The disk of the workspace ${reason} (${code}).`, {}, error)
}

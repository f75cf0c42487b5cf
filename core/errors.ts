/** Failures that a caller may act on; the table of their codes is core/error-catalogue.ts. */
import { type ErrorCode, errorCatalogue } from './error-catalogue.ts'

// Failures of the disk: full, read-only, or without permission. Neither Gloss nor its caller caused them.
const NO_ROOM = /^(?:ENOSPC|EDQUOT|SQLITE_FULL)$/
const NO_WRITING = /^(?:EROFS|EACCES|EPERM|SQLITE_(?:READONLY|CANTOPEN|PERM|IOERR)(?:_\w+)?)$/

export type ErrorFacts = Readonly<Record<string, string | number | boolean | null>>

/** An expected failure. Bugs stay plain `Error`, `TypeError` or `RangeError` and are never caught by code. */
export class GlossError extends Error {
  override readonly name = 'GlossError'
  readonly code: ErrorCode
  readonly facts: ErrorFacts

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.facts = facts
  }

  get help(): string {
    return errorCatalogue[this.code].help
  }
}

/** Returns the error for an invalid input; its fact `field` names the wrong part. */
export function invalidInput(
  field: string,
  message: string,
  facts: ErrorFacts = {},
  cause?: unknown,
): GlossError {
  return new GlossError('INPUT_INVALID', message, { field, ...facts }, cause)
}

/** Narrows by code, so call sites read `if (isGlossError(error, 'CORPUS_BUSY'))`. */
export function isGlossError(error: unknown, code?: ErrorCode): error is GlossError {
  return error instanceof GlossError && (code === undefined || error.code === code)
}

/** Returns the message of anything that can be thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns the failure as `STORE_UNWRITABLE`; null if a disk did not cause it. */
export function diskFailure(error: unknown): GlossError | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const code = String(error.code)
  const reason = NO_ROOM.test(code) ? 'is full' : NO_WRITING.test(code) ? 'cannot be written' : null
  if (reason === null) return null
  return new GlossError('STORE_UNWRITABLE', `The disk of the workspace ${reason} (${code}).`, {}, error)
}

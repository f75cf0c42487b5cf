/** Failures that a caller may act on; the table of their codes is core/error-catalogue.ts. */
import { type ErrorCode, errorCatalogue } from './error-catalogue.ts'

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

/** Narrows by code, so call sites read `if (isGlossError(error, 'CORPUS_BUSY'))`. */
export function isGlossError(error: unknown, code?: ErrorCode): error is GlossError {
  return error instanceof GlossError && (code === undefined || error.code === code)
}

/** Returns what an error says, of anything that can be thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Runs code from a client in the sandbox with the published functions, if the configuration allows that. */
import { GlossError, invalidInput } from '../../core/index.ts'
import { type CodeResult, DEFAULT_TIMEOUT_MS } from '../../tools/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { retrieveTexts, type TextQuery } from './retrieve-texts.ts'
import { sandboxFunctions } from './sandbox-functions.ts'

export interface ExecuteRequest {
  readonly code: string
  readonly timeoutMs?: number
  /** Options for answering `search_local_documents`. */
  readonly search?: Omit<TextQuery, 'query'>
}

/** Runs code within a time from the call. Throws `EXECUTE_OFF`, `INPUT_INVALID` for blank code, `SANDBOX_UNAVAILABLE`, `QUEUE_FULL`. */
export async function executeCode(
  gloss: Gloss,
  { code, timeoutMs = DEFAULT_TIMEOUT_MS, search = {} }: ExecuteRequest,
  signal: AbortSignal,
): Promise<CodeResult> {
  if (!gloss.config.execute)
    throw new GlossError('EXECUTE_OFF', 'This server does not run code: GLOSS_EXECUTE=1 is not set.')
  if (code.trim() === '') throw invalidInput('code', 'Code cannot be empty')
  const sandbox = await gloss.sandbox()
  // Another request may have started the sandbox's process, and calls from it would run under that request's hold.
  using hold = gloss.hold()
  const functions = sandboxFunctions(gloss, {
    search: (query, signal) => hold.run(() => retrieveTexts(gloss, { ...search, query }, signal)),
  })
  return await sandbox.run(code, { timeoutMs, isTimedFromCall: true, signal, functions })
}

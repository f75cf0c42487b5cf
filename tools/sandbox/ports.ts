/** Running Python that a model wrote. Adapters live in ../adapters; the first that works on this machine is used. */

/** A function that the code may call without an import. Arguments come as strings, in the order of `parameters`. */
export interface GuestFunction {
  readonly parameters: readonly string[]
  /** Gives plain data, which goes as JSON. A `GlossError` becomes a RuntimeError in the code; anything else rejects the run. */
  call(values: readonly string[], signal: AbortSignal): Promise<unknown>
}

export type GuestFunctions = Readonly<Record<string, GuestFunction>>

/** How one block of code is run. */
export interface RunOptions {
  /** 180,000 where absent, the published limit. */
  readonly timeoutMs?: number
  /** The time limit counts from the call, the wait for a place included; without a place in time the call throws `QUEUE_FULL`. */
  readonly isTimedFromCall?: boolean
  readonly signal: AbortSignal
  readonly functions?: GuestFunctions
}

/** What came of a block of code. */
export interface CodeResult {
  /** What the code printed, to standard output and error; cut at `OUTPUT_CHARACTERS` with a note of its full length. */
  readonly output: string
  /** The traceback, or one sentence on why the code was stopped; null where it came to its end. */
  readonly error: string | null
  /** Seconds, as published. */
  readonly executionTime: number
  readonly truncated: boolean
}

/** An interpreter that keeps its state between blocks of code; after a block that was stopped, the next one starts afresh. */
export interface CodeSession {
  /** Throws as `CodeRunner.run` does. */
  run(code: string, options: RunOptions): Promise<CodeResult>
  close(): Promise<void>
}

/** Runs Python in a sandbox without network or files. */
export interface CodeRunner {
  readonly name: 'bubblewrap' | 'pyodide'
  /** In a fresh interpreter. Throws `SANDBOX_UNAVAILABLE` where none starts; rejects with the signal's reason when it aborts. */
  run(code: string, options: RunOptions): Promise<CodeResult>
  /** Its interpreter starts with the first block. */
  openSession(): CodeSession
  close(): Promise<void>
}

export const DEFAULT_TIMEOUT_MS = 180_000
export const OUTPUT_CHARACTERS = 20_000

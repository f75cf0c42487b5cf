/** Runs Python that a model wrote. Adapters are in ../adapters; the first that works on this machine is used. */

/** A function that the code may call without an import. Arguments are strings in the order of `parameters`. */
export interface GuestFunction {
  readonly parameters: readonly string[]
  /** Returns plain data, which is sent as JSON. A `GlossError` becomes a RuntimeError in the code; any other error rejects the run. */
  call(values: readonly string[], signal: AbortSignal): Promise<unknown>
}

export type GuestFunctions = Readonly<Record<string, GuestFunction>>

/** Options of one block of code. */
export interface RunOptions {
  /** Time limit. Default: 180,000, the published limit. */
  readonly timeoutMs?: number
  /** The time limit counts from the call and includes the wait for a place; without a place in time the call throws `QUEUE_FULL`. */
  readonly isTimedFromCall?: boolean
  readonly signal: AbortSignal
  readonly functions?: GuestFunctions
}

/** Result of a block of code. */
export interface CodeResult {
  /** What the code printed, to standard output and error; cut at `OUTPUT_CHARACTERS` with a note of its full length. */
  readonly output: string
  /** The traceback, or a sentence on why the code was stopped; null if it ended normally. */
  readonly error: string | null
  /** Seconds with fractions, as published. */
  readonly executionTime: number
  readonly truncated: boolean
}

/** An interpreter that keeps its state between blocks of code; after a stopped block, the next one starts in a new state. */
export interface CodeSession {
  /** Runs a block of code. Throws as `CodeRunner.run` does. */
  run(code: string, options: RunOptions): Promise<CodeResult>
  close(): Promise<void>
}

/** Runs Python in a sandbox without network or files. */
export interface CodeRunner {
  readonly name: 'bubblewrap' | 'pyodide'
  /** Runs code in a fresh interpreter. Throws `SANDBOX_UNAVAILABLE` if none starts; rejects with the signal's reason when it aborts. */
  run(code: string, options: RunOptions): Promise<CodeResult>
  /** Opens a session, whose interpreter starts with the first block. */
  openSession(): CodeSession
  close(): Promise<void>
}

export const DEFAULT_TIMEOUT_MS = 180_000
export const OUTPUT_CHARACTERS = 20_000

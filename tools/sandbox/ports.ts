/** Running Python that a model wrote. Adapters live in ../adapters; one of them is chosen at the start. */

/** A function that the code may call without an import. Arguments come as strings, in the order of `parameters`. */
export interface GuestFunction {
  readonly parameters: readonly string[]
  /** Gives plain data, which goes as JSON. A `GlossError` becomes a RuntimeError in the code; anything else rejects the run. */
  call(values: readonly string[], signal: AbortSignal): Promise<unknown>
}

export type GuestFunctions = Readonly<Record<string, GuestFunction>>

export interface RunOptions {
  /** 180,000 where absent, the published limit. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
  readonly functions?: GuestFunctions
}

export interface CodeResult {
  /** What the code printed, to standard output and error; cut at `OUTPUT_CHARACTERS` with a note of its full length. */
  readonly output: string
  /** The traceback, or one sentence on why the code was stopped; null where it came to its end. */
  readonly error: string | null
  /** Seconds, as published. */
  readonly executionTime: number
  readonly truncated: boolean
}

/** Blocks of code that see each other's names. After a block that was stopped, the next begins with none. */
export interface CodeSession {
  run(code: string, options: RunOptions): Promise<CodeResult>
  close(): Promise<void>
}

export interface CodeRunner {
  readonly name: 'bubblewrap' | 'pyodide'
  /** In a fresh interpreter. Throws `SANDBOX_UNAVAILABLE` where none starts; rejects with the signal's reason when it aborts. */
  run(code: string, options: RunOptions): Promise<CodeResult>
  openSession(): CodeSession
  close(): Promise<void>
}

export const DEFAULT_TIMEOUT_MS = 180_000
export const OUTPUT_CHARACTERS = 20_000

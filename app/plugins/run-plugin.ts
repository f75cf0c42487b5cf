/** Other people's code within a time limit, and its failures as ours. */
import { GlossError, isGlossError } from '../../core/index.ts'

/** Chosen, not measured: as long as a paper may take to read. */
export const DEFAULT_PLUGIN_MS = 30_000

export interface PluginCall {
  /** As people read it: `the backend mine`. */
  readonly who: string
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * What `work` comes to. Throws `PLUGIN_FAILED` for what it throws and where it takes too long, and the reason of `signal`. Code that never
 * gives the thread back cannot be stopped.
 */
export async function runPlugin<Value>(
  { who, timeoutMs = DEFAULT_PLUGIN_MS, signal }: PluginCall,
  work: (signal: AbortSignal) => Promise<Value> | Value,
): Promise<Value> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const stopped = Promise.withResolvers<never>()
  const stop = (reason: unknown) => {
    stopped.reject(reason)
    ending.abort(reason)
  }
  const onAbort = () => stop(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stop(pluginFailure(who, `did not answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([(async () => work(ending.signal))(), stopped.promise])
  } catch (error) {
    if (signal?.aborted === true || isGlossError(error)) throw error
    throw pluginFailure(who, `threw: ${error instanceof Error ? error.message : String(error)}`, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** `what` continues `who` to a sentence. */
export function pluginFailure(who: string, what: string, cause?: unknown): GlossError {
  return new GlossError(
    'PLUGIN_FAILED',
    `${who[0]?.toUpperCase()}${who.slice(1)} ${what}.`,
    { plugin: who },
    cause,
  )
}

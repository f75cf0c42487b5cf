/** Runs code in locked interpreter processes: a fresh one for every run, or one kept for the blocks of a session. */
import type { ChildProcess } from 'node:child_process'
import { createSemaphore, GlossError, isGlossError, type Semaphore } from '../../core/index.ts'
import { type GuestChannel, type GuestLimits, openGuestChannel } from './guest-channel.ts'
import { runInGuest } from './guest-run.ts'
import { type CodeRunner, type CodeSession, DEFAULT_TIMEOUT_MS, type RunOptions } from './ports.ts'

export interface GuestKind {
  readonly name: CodeRunner['name']
  /** Starts a process that runs guest.py and communicates over descriptor 3. */
  readonly start: () => ChildProcess
  readonly limits?: GuestLimits
  /** True to start an interpreter before the next run, for those that take seconds. */
  readonly isKeptWarm?: boolean
  /** Maximum number of concurrent runs. Default: 4. Each may take all the memory that the configuration allows for code. */
  readonly maxAtOnce?: number
}

// Chosen, not measured.
const MAX_RUNS_AT_ONCE = 4
const CLOSED = 'The sandbox was closed.'

export function createRunner({
  name,
  start,
  limits,
  isKeptWarm = false,
  maxAtOnce = MAX_RUNS_AT_ONCE,
}: GuestKind): CodeRunner {
  const alive = new Set<GuestChannel>()
  const places = createSemaphore(maxAtOnce)
  let spare: GuestChannel | null = null
  let isClosed = false

  function open(): GuestChannel {
    const channel = openGuestChannel(startGuest(start), limits)
    alive.add(channel)
    void channel.ended.then(() => alive.delete(channel))
    return channel
  }
  function take(): GuestChannel {
    if (isClosed) throw new GlossError('SANDBOX_UNAVAILABLE', CLOSED)
    const taken = spare?.isAlive() ? spare : open()
    spare = isKeptWarm ? openSpare() : null
    return taken
  }
  /** Returns null if it cannot be started: this run has its own, and the next one starts another or says why it cannot. */
  function openSpare(): GuestChannel | null {
    try {
      return open()
    } catch (error) {
      if (isGlossError(error, 'SANDBOX_UNAVAILABLE')) return null
      throw error
    }
  }
  async function end(channel: GuestChannel): Promise<void> {
    channel.kill(CLOSED)
    await channel.ended
  }

  function openSession(): CodeSession {
    let channel: GuestChannel | null = null
    return {
      async run(code: string, options: RunOptions) {
        const { place, leftMs } = await enter(places, options)
        using _ = place
        if (channel?.isAlive() !== true) channel = take()
        await started(channel, options.signal)
        return await runInGuest(channel, code, { ...options, leftMs })
      },
      async close() {
        if (channel !== null) await end(channel)
      },
    }
  }

  return {
    name,
    async run(code, options) {
      const session = openSession()
      try {
        return await session.run(code, options)
      } finally {
        await session.close()
      }
    },
    openSession,
    async close() {
      isClosed = true
      await Promise.all([...alive].map(end))
    },
  }
}

/** Starts a process. The system may have no process, memory or open file left. */
function startGuest(start: () => ChildProcess): ChildProcess {
  try {
    return start()
  } catch (error) {
    if (isGlossError(error)) throw error
    const why = (error as Error).message
    throw new GlossError('SANDBOX_UNAVAILABLE', `The sandbox did not start. ${why}.`, {}, error)
  }
}

/** Waits for a place, and returns the remaining part of the time limit. Throws `QUEUE_FULL` if waiting used it up. */
async function enter(
  places: Semaphore,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal, isTimedFromCall = false }: RunOptions,
): Promise<{ readonly place: Disposable; readonly leftMs: number }> {
  if (!isTimedFromCall) return { place: await places.enter(signal), leftMs: timeoutMs }
  const calledAtMs = performance.now()
  const deadline = AbortSignal.timeout(timeoutMs)
  const place = await places.enter(AbortSignal.any([signal, deadline])).catch((error: unknown) => {
    if (signal.aborted || !deadline.aborted) throw error
    throw new GlossError('QUEUE_FULL', 'The sandbox had no place for the code within its time limit.')
  })
  return { place, leftMs: Math.max(1, timeoutMs - (performance.now() - calledAtMs)) }
}

async function started(channel: GuestChannel, signal: AbortSignal): Promise<void> {
  const onAbort = () => channel.kill('The caller went away.')
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await channel.ready()
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

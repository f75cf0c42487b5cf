/** A code runner over locked interpreter processes: a fresh one for every run, or one kept for the blocks of a session. */
import type { ChildProcess } from 'node:child_process'
import { createSemaphore, GlossError } from '../../core/index.ts'
import { type GuestChannel, type GuestLimits, openGuestChannel } from './guest-channel.ts'
import { runInGuest } from './guest-run.ts'
import type { CodeRunner, CodeSession, RunOptions } from './ports.ts'

export interface GuestKind {
  readonly name: CodeRunner['name']
  /** Starts a process that runs guest.py and talks over descriptor 3. */
  readonly start: () => ChildProcess
  readonly limits?: GuestLimits
  /** One is started ahead of the next run: for interpreters that take seconds. */
  readonly isKeptWarm?: boolean
}

// Each may take all the memory that the configuration gives to code. Chosen, not measured.
const MAX_RUNS_AT_ONCE = 4
const CLOSED = 'The sandbox was closed.'

export function createRunner({ name, start, limits, isKeptWarm = false }: GuestKind): CodeRunner {
  const alive = new Set<GuestChannel>()
  const places = createSemaphore(MAX_RUNS_AT_ONCE)
  let spare: GuestChannel | null = null
  let isClosed = false

  function open(): GuestChannel {
    const channel = openGuestChannel(start(), limits)
    alive.add(channel)
    void channel.ended.then(() => alive.delete(channel))
    return channel
  }
  function take(): GuestChannel {
    if (isClosed) throw new GlossError('SANDBOX_UNAVAILABLE', CLOSED)
    const taken = spare?.isAlive() ? spare : open()
    spare = isKeptWarm ? open() : null
    return taken
  }
  async function end(channel: GuestChannel): Promise<void> {
    channel.kill(CLOSED)
    await channel.ended
  }

  function openSession(): CodeSession {
    let channel: GuestChannel | null = null
    return {
      async run(code: string, options: RunOptions) {
        const leave = await places.enter(options.signal)
        try {
          if (channel?.isAlive() !== true) channel = take()
          await started(channel, options.signal)
          return await runInGuest(channel, code, options)
        } finally {
          leave()
        }
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

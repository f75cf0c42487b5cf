/**
 * An interpreter in a locked process, and its messages over descriptor 3 (see guest.py). No message is trusted: every
 * line is bounded and checked, and a process that breaks a rule is killed.
 */
import type { ChildProcess } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { GlossError, parsedJson, residentMb } from '../../core/index.ts'
import { createLineSplitter } from './line-splitter.ts'

const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('output'), text: z.string() }),
  z.object({ kind: z.literal('call'), name: z.string(), arguments: z.array(z.string()) }),
  z.object({ kind: z.literal('end'), error: z.string().nullable(), characters: z.number() }),
])
export type GuestMessage = z.infer<typeof Message>

export interface GuestChannel {
  /** Throws `SANDBOX_UNAVAILABLE` if the interpreter does not start. */
  ready(): Promise<void>
  /** Resolves with a sentence on the reason when the process has ended. Never rejects. */
  readonly ended: Promise<string>
  isAlive(): boolean
  /** Replaces the listener, and restarts the count of what is sent. */
  listen(onMessage: (message: GuestMessage) => void): void
  send(line: string): void
  kill(reason: string): void
}

export interface GuestLimits {
  /** Memory limit that is enforced from here, for a process that cannot be given one. */
  readonly maxResidentMb?: number
}

// All limits are chosen, not measured. An honest interpreter sends 20,000 characters of output, one error, and its calls.
const MAX_LINE_BYTES = 1_000_000
const MAX_RUN_BYTES = 16_000_000
const MAX_STDERR_CHARACTERS = 2_000
const START_TIMEOUT_MS = 60_000
const MEMORY_CHECK_MS = 50
const LET_GO_MS = 1_000

export function openGuestChannel(child: ChildProcess, { maxResidentMb }: GuestLimits = {}): GuestChannel {
  const channel = child.stdio[3] as Duplex
  const lines = createLineSplitter(MAX_LINE_BYTES)
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  let onMessage: (message: GuestMessage) => void = () => undefined
  let reason: string | null = null
  let stderr = ''
  let bytes = 0

  function kill(why: string): void {
    reason ??= why
    child.kill('SIGKILL')
  }
  function isWithin(chunk: { readonly length: number }): boolean {
    bytes += chunk.length
    if (bytes > MAX_RUN_BYTES) kill(`The code was stopped: it sent more than ${MAX_RUN_BYTES} bytes.`)
    return reason === null
  }
  function receive(line: string | null): void {
    const message = Message.safeParse(line === null ? null : parsedJson(line))
    if (!message.success) kill('The code was stopped: it violated the sandbox protocol.')
    else if (message.data.kind === 'ready') ready.resolve()
    else onMessage(message.data)
  }

  channel.on('data', (chunk: Buffer) => {
    if (!isWithin(chunk)) return
    for (const line of lines.add(chunk) ?? [null]) if (reason === null) receive(line)
  })
  // A write after the process has ended; its exit says why.
  channel.on('error', () => undefined)
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (isWithin(text)) stderr = (stderr + text).slice(-MAX_STDERR_CHARACTERS)
  })

  const watch = maxResidentMb === undefined ? undefined : watchMemory(child, maxResidentMb, kill)
  const startTimer = setTimeout(() => kill('It took too long to start.'), START_TIMEOUT_MS)
  let letGoTimer: NodeJS.Timeout | undefined
  const finish = (why: string) => {
    clearInterval(watch)
    clearTimeout(startTimer)
    clearTimeout(letGoTimer)
    reason ??= why
    ready.reject(
      new GlossError('SANDBOX_UNAVAILABLE', `The sandbox did not start. ${reason} ${stderr}`.trim()),
    )
    ended.resolve(reason)
  }
  ready.promise.then(
    () => clearTimeout(startTimer),
    () => undefined,
  )
  child.once('error', (error: NodeJS.ErrnoException) =>
    finish(error.code === 'ENOENT' ? `${child.spawnfile} is not installed.` : error.message),
  )
  // The pipes close with the last process that holds them: bubblewrap killed while it starts can leave an interpreter that waits
  // for code. It ends with its channel; one that does not is abandoned.
  child.once('exit', () => {
    channel.end()
    letGoTimer = setTimeout(() => {
      for (const stream of child.stdio) stream?.destroy()
    }, LET_GO_MS)
  })
  child.once('close', (status, signal) => {
    finish(`The interpreter ended before the code did (${signal ?? `exit status ${status}`}).`)
  })

  return {
    ready: () => ready.promise,
    ended: ended.promise,
    isAlive: () => reason === null,
    listen(listener) {
      bytes = 0
      onMessage = listener
    },
    send: (line) => void channel.write(`${line}\n`),
    kill,
  }
}

function watchMemory(child: ChildProcess, maxResidentMb: number, kill: (reason: string) => void) {
  return setInterval(() => {
    if ((residentMb(child.pid) ?? 0) > maxResidentMb)
      kill(`MemoryError: the code was stopped at ${maxResidentMb} MB of memory.`)
  }, MEMORY_CHECK_MS)
}

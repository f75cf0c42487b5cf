/** Runs one block of code in one interpreter: its output, its calls of host functions, its end or the limit that ended it. */
import { performance } from 'node:perf_hooks'
import type { GuestChannel } from './guest-channel.ts'
import { answerCall } from './host-calls.ts'
import { type CodeResult, DEFAULT_TIMEOUT_MS, OUTPUT_CHARACTERS, type RunOptions } from './ports.ts'

interface End {
  readonly error: string | null
  readonly characters: number
}

export interface GuestRunOptions extends RunOptions {
  /** Remaining part of the time limit. */
  readonly leftMs?: number
}

// Limits code that calls without end. Chosen, not measured.
const MAX_CALLS = 1_000

export async function runInGuest(
  channel: GuestChannel,
  code: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS, leftMs = timeoutMs, signal, functions = {} }: GuestRunOptions,
): Promise<CodeResult> {
  const output = createCappedOutput()
  const done = Promise.withResolvers<End>()
  const stop = new AbortController()
  let calls = 0
  let answering = Promise.resolve()

  async function answer(call: Parameters<typeof answerCall>[0]): Promise<void> {
    if (++calls > MAX_CALLS) return channel.kill(`The code was stopped: more than ${MAX_CALLS} calls.`)
    const line = await answerCall(call, functions, AbortSignal.any([signal, stop.signal]))
    if (!stop.signal.aborted) channel.send(line)
  }

  const started = performance.now()
  channel.listen((message) => {
    if (message.kind === 'output') output.add(message.text)
    else if (message.kind === 'end') done.resolve(message)
    else if (message.kind === 'call')
      answering = answering.then(() => answer(message)).catch((error) => fail(error))
  })
  const fail = (error: unknown) => {
    if (!stop.signal.aborted) done.reject(error)
  }
  const onAbort = () => channel.kill('The caller went away.')
  const timer = setTimeout(() => {
    channel.kill(`Execution timed out after ${timeoutMs / 1_000} seconds`)
  }, leftMs)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  channel.send(requestOf(code, functions))
  try {
    const lost = channel.ended.then((reason): End => ({ error: reason, characters: 0 }))
    const { error, characters } = await Promise.race([done.promise, lost])
    signal.throwIfAborted()
    const executionTime = (performance.now() - started) / 1_000
    return { ...output.finish(characters), error: error?.slice(-OUTPUT_CHARACTERS) ?? null, executionTime }
  } finally {
    stop.abort()
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    channel.listen(() => undefined)
  }
}

function requestOf(code: string, functions: RunOptions['functions'] = {}): string {
  const named = Object.entries(functions).map(([name, { parameters }]) => [name, parameters])
  return JSON.stringify({ code, cap: OUTPUT_CHARACTERS, functions: Object.fromEntries(named) })
}

/** Collects what code printed, cut at a limit with a note of its full length. */
function createCappedOutput() {
  let text = ''
  let length = 0
  return {
    add(more: string) {
      length += more.length
      if (text.length < OUTPUT_CHARACTERS) text += more.slice(0, OUTPUT_CHARACTERS - text.length)
    },
    /** `characters`: the full length, if the sender counted more than it sent. */
    finish(characters = 0): { readonly output: string; readonly truncated: boolean } {
      const whole = Math.max(length, characters)
      const isCut = whole > text.length && text.length >= OUTPUT_CHARACTERS
      return {
        output: isCut ? `${text}\n[cut: ${text.length} of ${whole} characters]` : text,
        truncated: isCut,
      }
    },
  }
}

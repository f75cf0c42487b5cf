/**
 * Runs requests in child processes, which may hang, crash or use up memory without harm to the caller: each request ends with an
 * answer, or with the reason why its child was killed. A lost child is replaced with the next request.
 */
import { type ChildProcess, fork } from 'node:child_process'
import nodeModule from 'node:module'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { childEnvironment } from './child-environment.ts'
import { createSemaphore } from './concurrency.ts'
import { keepChildren } from './kept-children.ts'
import { childClock, residentMb, waitedForCpuMs } from './process-figures.ts'
import { withPipes } from './process-pipes.ts'
import type { ChildMessage } from './serve-parent.ts'

export interface ChildPoolOptions<Request = unknown> {
  /** Path of the file that the child runs. */
  readonly entry: string
  readonly workers: number
  readonly maxMemoryMb: number
  /** Requests that wear a child out, after which it is replaced: WebAssembly memory grows and never shrinks. */
  readonly requestsPerChild: number
  /** Returns whether a request counts towards `requestsPerChild`; default: all do. */
  readonly wearsOut?: (request: Request) => boolean
  /** Lets idle children outlive the pool by some seconds, for the next such pool; only for children that keep nothing of a request. */
  readonly leavesChildren?: boolean
  /** Returns the milliseconds that a process waited for a processor since its start; read from /proc if absent. */
  readonly waitedMs?: (pid: number | undefined) => number
}

export type ChildOutcome<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'crashed'; readonly detail: string }

export interface ChildPool<Request, Answer> {
  /**
   * `timeoutMs` does not count time in which the child waits for a processor, up to five times as long.
   * Rejects with the signal's reason when it aborts; the child is then killed.
   */
  run(request: Request, timeoutMs: number, signal: AbortSignal): Promise<ChildOutcome<Answer>>
  close(): Promise<void>
}

interface Worker {
  readonly child: ChildProcess
  /** Error of a failed start, null otherwise. */
  failure: Error | null
  /** Whether the child has answered before. */
  isWarm: boolean
  /** Number of requests served that count towards `requestsPerChild`. */
  worn: number
  stderr: string
  /** Whether the child was left by another pool and has not served a request of this one. */
  isLeft: boolean
  /** Set by the pool that owns the child. */
  onExit: () => void
}

const MEMORY_CHECK_MS = 200
const STDERR_CHARACTERS = 4000
// Pages are many short-lived strings: with V8's default of 16 MB, a fifth of the time went into garbage collection.
const YOUNG_SPACE_MB = 64
// Share of the memory limit above which a child is replaced after an answer, before a harmless file makes it exceed the limit.
const REPLACE_ABOVE = 0.6
const MIN_REMAINING_MS = 10
const HEAP_EXHAUSTED = /heap out of memory|Cannot enlarge memory|memory allocation/i

const keptWorkers = keepChildren<Worker>(({ child }) => void child.kill('SIGKILL'))

export function openChildPool<Request, Answer>(
  options: ChildPoolOptions<Request>,
): ChildPool<Request, Answer> {
  const idle: Worker[] = []
  const alive = new Set<Worker>()
  const places = createSemaphore(options.workers)
  const closing = new AbortController()

  const take = (): Worker => {
    const kept = idle.pop() ?? takeKept()
    if (kept === undefined || !isUsable(kept)) return track(start(options))
    setReferenced(kept.child, true)
    return kept
  }
  const takeKept = () => {
    const kept = options.leavesChildren === true ? keptWorkers.take(kindOf(options)) : undefined
    return kept === undefined ? undefined : track(Object.assign(kept, { isLeft: true }))
  }
  const track = (worker: Worker): Worker => {
    // A child that could not be started emits no `exit`.
    if (worker.child.pid !== undefined) alive.add(worker)
    worker.onExit = () => alive.delete(worker)
    return worker
  }
  /** Returns the error if the system is out of processes, memory or open files. */
  const takeOrFailure = (): Worker | Error => {
    try {
      return take()
    } catch (error) {
      return error as Error
    }
  }
  const release = (worker: Worker, reusable: boolean) => {
    if (reusable && !closing.signal.aborted && isUsable(worker)) {
      setReferenced(worker.child, false)
      idle.push(worker)
    } else worker.child.kill('SIGKILL')
  }
  const serve = async (request: Request, timeoutMs: number, signal: AbortSignal) => {
    const { maxMemoryMb, waitedMs = waitedForCpuMs } = options
    const worker = takeOrFailure()
    if (worker instanceof Error) return notStarted(worker)
    let reusable = false
    try {
      // Starting a process takes a large parent up to 100 ms, so other work runs before the request is sent.
      if (!worker.isWarm) await setImmediate()
      if (worker.failure !== null) return notStarted(worker.failure)
      const limits = { timeoutMs, maxMemoryMb, waitedMs, signal }
      const { outcome, residentMb: kept } = await exchange<Request, Answer>(worker, request, limits)
      // A child left by another pool may have died while idle, which says nothing about the request.
      if (outcome.kind === 'crashed' && worker.isLeft && !closing.signal.aborted) return null
      worker.isLeft = false
      worker.isWarm = true
      if (options.wearsOut?.(request) !== false) worker.worn++
      reusable =
        outcome.kind === 'answer' &&
        worker.worn < options.requestsPerChild &&
        kept < maxMemoryMb * REPLACE_ABOVE
      return outcome
    } finally {
      release(worker, reusable)
    }
  }

  return {
    async run(request, timeoutMs, signal) {
      const either = AbortSignal.any([signal, closing.signal])
      using _ = await places.enter(either)
      either.throwIfAborted()
      for (;;) {
        const outcome = await serve(request, timeoutMs, signal)
        if (outcome !== null) return outcome
      }
    },
    async close() {
      closing.abort(new Error('The pool is closed'))
      if (options.leavesChildren === true)
        for (const worker of idle.splice(0).filter(isUsable))
          if (keptWorkers.keep(kindOf(options), worker)) alive.delete(worker)
      await Promise.all([...alive].map(ended))
    },
  }
}

/** Children of one kind were started with the same options. */
function kindOf({ entry, maxMemoryMb }: Pick<ChildPoolOptions, 'entry' | 'maxMemoryMb'>): string {
  return JSON.stringify([entry, maxMemoryMb, childEnvironment()])
}

function start<Request>(options: ChildPoolOptions<Request>): Worker {
  const child = withPipes(
    fork(options.entry, [], {
      serialization: 'advanced',
      env: { ...childEnvironment(), ...compileCache() },
      execArgv: [`--max-old-space-size=${options.maxMemoryMb}`, `--max-semi-space-size=${YOUNG_SPACE_MB}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    }),
  )
  const worker: Worker = {
    child,
    failure: null,
    isLeft: false,
    isWarm: false,
    worn: 0,
    stderr: '',
    onExit: () => undefined,
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    worker.stderr = (worker.stderr + text).slice(-STDERR_CHARACTERS)
  })
  child.once('exit', () => worker.onExit())
  if (child.pid === undefined)
    child.once('error', (error) => {
      worker.failure = error
    })
  return worker
}

function notStarted({ message }: Error): ChildOutcome<never> {
  return { kind: 'crashed', detail: `it could not be started: ${message}` }
}

/** Shares compiled code with the children: one that reads papers starts with .2 s of CPU instead of .6. */
function compileCache(): Record<string, string> {
  const folder = nodeModule.getCompileCacheDir()
  // Without its last part, which names this version of Node and is added by the child itself.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

interface Limits {
  readonly timeoutMs: number
  readonly waitedMs: (pid: number | undefined) => number
  readonly maxMemoryMb: number
  readonly signal: AbortSignal
}

/** Sends one request and waits for its outcome. All listeners and timers are removed when it settles. */
function exchange<Request, Answer>(
  worker: Worker,
  request: Request,
  limits: Limits,
): Promise<{ readonly outcome: ChildOutcome<Answer>; readonly residentMb: number }> {
  const { child } = worker
  return new Promise((resolve, reject) => {
    const settle = (outcome: ChildOutcome<Answer>, keptMb = 0) => {
      stop()
      resolve({ outcome, residentMb: keptMb })
    }
    const onMessage = (message: unknown) => {
      const said = message as ChildMessage<Answer>
      if (said.kind === 'progress') {
        clock.start()
        clearTimeout(timer)
        timer = setTimeout(onTime, limits.timeoutMs)
      } else settle({ kind: 'answer', answer: said.answer }, said.residentMb)
    }
    const onGone = (status: number | null, signal: string | null) => settle(lost(worker, status, signal))
    const onError = (error: Error) => settle({ kind: 'crashed', detail: error.message })
    const onAbort = () => {
      stop()
      reject(limits.signal.reason)
    }
    const clock = childClock(() => limits.waitedMs(child.pid))
    const onTime = () => {
      const leftMs = limits.timeoutMs - clock.workedMs()
      if (leftMs < MIN_REMAINING_MS) settle({ kind: 'timeout' })
      else timer = setTimeout(onTime, leftMs)
    }
    let timer = setTimeout(onTime, limits.timeoutMs)
    const watch = setInterval(() => {
      if ((residentMb(child.pid) ?? 0) > limits.maxMemoryMb) settle({ kind: 'out-of-memory' })
    }, MEMORY_CHECK_MS)
    const stop = () => {
      clearTimeout(timer)
      clearInterval(watch)
      child.off('message', onMessage).off('close', onGone).off('error', onError)
      limits.signal.removeEventListener('abort', onAbort)
    }
    child.on('message', onMessage).once('close', onGone).once('error', onError)
    limits.signal.addEventListener('abort', onAbort, { once: true })
    child.send(request as object, (error) => {
      if (error !== null) onError(error)
    })
  })
}

function lost(worker: Worker, status: number | null, signal: string | null): ChildOutcome<never> {
  if (HEAP_EXHAUSTED.test(worker.stderr)) return { kind: 'out-of-memory' }
  return { kind: 'crashed', detail: signal === null ? `exit status ${status}` : `signal ${signal}` }
}

/** The channel of a child may close later than its process. */
function isUsable({ child }: Worker): boolean {
  return child.connected && child.exitCode === null && child.signalCode === null
}

/** An idle child must not keep the program alive. */
function setReferenced(child: ChildProcess, referenced: boolean): void {
  const change = referenced ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
  const errors = child.stderr as { ref?: () => void; unref?: () => void } | null
  errors?.[change]?.()
}

function ended(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.child.exitCode !== null || worker.child.signalCode !== null) {
      resolve()
      return
    }
    setReferenced(worker.child, true)
    worker.child.once('exit', () => resolve()).kill('SIGKILL')
  })
}

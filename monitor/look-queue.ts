/**
 * Takes the looks at one stream call while it is read: one at a time, in the order in which they are due,
 * until one leads to an injection.
 */
import { type AssistPorts, type AssistRequest, assist, type PreparedInjection } from './assist.ts'
import type { LoopSettings } from './settings.ts'
import type { StreamPlace } from './trace.ts'

export interface LookQueue {
  /** Not to be called while an injection waits for its place. */
  add(request: AssistRequest): void
  /** Resolves when no look is under way. */
  settled(): Promise<void>
  /** Abandons what is under way, and returns the places of the looks that were not finished. */
  stop(): readonly StreamPlace[]
}

// A monitor this far behind skips to the newest look. One long delta has fewer looks than this. Chosen, not
// measured.
const MAX_WAITING = 12

export function createLookQueue(
  ports: AssistPorts,
  settings: LoopSettings,
  signal: AbortSignal,
  onPrepared: (injection: PreparedInjection) => void,
): LookQueue {
  const run = new AbortController()
  const both = AbortSignal.any([signal, run.signal])
  const waiting: AssistRequest[] = []
  let current: AssistRequest | null = null
  let working: Promise<void> = Promise.resolve()

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      current = next
      let prepared: PreparedInjection | null
      try {
        prepared = await assist(next, ports, settings, both)
      } catch (error) {
        if (!both.aborted) throw error
        return
      }
      current = null
      if (prepared === null) continue
      if (!both.aborted) onPrepared(prepared)
      drop(waiting, 'pending')
    }
  }

  return {
    add(request) {
      if (waiting.length >= MAX_WAITING) drop(waiting, 'overtaken')
      waiting.push(request)
      if (current === null && waiting.length === 1) working = work()
    },
    settled: () => working,
    stop() {
      run.abort(new Error('the stream call is over'))
      const left = current === null ? [] : [current]
      return [...left, ...waiting.splice(0)].map(({ at }) => at)
    },
  }
}

function drop(requests: AssistRequest[], reason: 'pending' | 'overtaken'): void {
  for (const { at, record } of requests.splice(0)) record({ kind: 'skip', at, reason })
}

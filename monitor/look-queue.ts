/** The looks at one stream call, beside it: one at a time in the order in which they fell due, until one leads to an injection. */
import { type AssistPorts, type AssistRequest, assist, type PreparedInjection } from './assist.ts'
import type { LoopSettings } from './settings.ts'
import type { StreamPlace } from './trace.ts'

export interface LookQueue {
  /** Not while an injection waits for its place. */
  add(request: AssistRequest): void
  /** Resolves when no look is under way. */
  settled(): Promise<void>
  /** Leaves what is under way, and gives the places of the looks that did not come to an end. */
  stop(): readonly StreamPlace[]
}

// A monitor that is this far behind sees the newest look next. Looks that fall due in one long piece are fewer. Chosen, not measured.
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

/** Stops runs that other processes of the same store work on: a run's status, which its process checks, tells it to stop. */
import { isGlossError } from '../../core/index.ts'
import type { RunRecord, RunStore } from '../../solver/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { isRunLocked } from '../wiring/open-runs.ts'

/** Longest delay before a run sees that it was stopped elsewhere. Chosen, not measured. */
const LOOK_EVERY_MS = 1_000

/** Returns whether another process works on the run, as far as the store knows: files do not. */
export async function isWorkedOnElsewhere(gloss: Gloss, { id, status }: RunRecord): Promise<boolean> {
  return status === 'running' && (await isRunLocked(gloss.workspace, id))
}

/** Cancels a run; a process that works on it stops within a second. An ended run does not change. */
export async function cancelElsewhere(gloss: Gloss, { id, status }: RunRecord): Promise<void> {
  if (status === 'running') await gloss.runs().setStatus(id, 'cancelled')
}

/** Returns a signal that aborts if another process stops the run; `end` ends the checks. The run's status must already be `running`. */
export function watchForCancel(store: RunStore, run: string): { readonly signal: AbortSignal; end(): void } {
  const stop = new AbortController()
  const look = async () => {
    if ((await store.get(run)).status === 'cancelled') stop.abort()
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      // The run's next write reports that the store is gone.
      if (!isGlossError(error)) throw error
    })
  }, LOOK_EVERY_MS)
  return { signal: stop.signal, end: () => clearInterval(timer) }
}

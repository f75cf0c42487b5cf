/** Runs that other processes of the same store work on: a run is stopped by its status, which who works on it looks at. */
import { isGlossError } from '../../core/index.ts'
import type { RunRecord, RunStore } from '../../solver/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { isRunLocked } from '../wiring/open-runs.ts'

/** How late a run sees that it was stopped elsewhere. Chosen, not measured. */
const LOOK_EVERY_MS = 1_000

/** Whether another process works on it, as far as the store can say: files cannot. */
export async function isWorkedOnElsewhere(gloss: Gloss, { id, status }: RunRecord): Promise<boolean> {
  return status === 'running' && (await isRunLocked(gloss.workspace, id))
}

/** It ends within a second where a process works on it. What has ended stays as it is. */
export async function cancelElsewhere(gloss: Gloss, { id, status }: RunRecord): Promise<void> {
  if (status === 'running') await gloss.runs().setStatus(id, 'cancelled')
}

/** Aborts where another process stops the run; `end` ends the looking. The run's status has to be `running` by now. */
export function watchForCancel(store: RunStore, run: string): { readonly signal: AbortSignal; end(): void } {
  const stop = new AbortController()
  const look = async () => {
    if ((await store.get(run)).status === 'cancelled') stop.abort()
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      // The next answer of the run says that the store is gone.
      if (!isGlossError(error)) throw error
    })
  }, LOOK_EVERY_MS)
  return { signal: stop.signal, end: () => clearInterval(timer) }
}

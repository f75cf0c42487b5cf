/** Every so often each corpus on a server is asked whether its indexes can be read, before a reader finds that one cannot. */
import { setTimeout as wait } from 'node:timers/promises'
import { closingAsync, isGlossError } from '../../core/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** Chosen, not measured. A look takes 16 ms of the server's processor for each index (6,119 units). */
const EVERY_MS = 60_000

/** Ends with the signal. Corpora in files have no such indexes. */
export async function watchIndexes(
  gloss: Pick<Gloss, 'workspace' | 'indexes'>,
  signal: AbortSignal,
): Promise<void> {
  while (gloss.workspace.shared !== undefined && !signal.aborted) {
    await lookAtIndexes(gloss).catch((error: unknown) => {
      // /ready says that the server does not answer; the next look is in a minute.
      if (!isGlossError(error)) throw error
    })
    await wait(EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

export async function lookAtIndexes({
  workspace,
  indexes,
}: Pick<Gloss, 'workspace' | 'indexes'>): Promise<void> {
  const names = await workspace.listCorpora()
  indexes.keep(names)
  for (const name of names) {
    if (workspace.isFile(name)) continue
    await using store = closingAsync(await workspace.openCorpus(name))
    if (store.database !== undefined) await indexes.mend(name, store.database)
  }
}

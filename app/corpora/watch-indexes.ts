/** Checks regularly whether the indexes of each corpus on a server can be read, before a reader finds that one cannot. */
import { setTimeout as wait } from 'node:timers/promises'
import { closingAsync, isGlossError } from '../../core/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** Time between checks. Chosen, not measured. A check takes 16 ms of the server's processor for each index (6,119 units). */
const EVERY_MS = 60_000

/** Watches the indexes until the signal aborts. Corpora in files have no such indexes. */
export async function watchIndexes(
  gloss: Pick<Gloss, 'workspace' | 'indexes'>,
  signal: AbortSignal,
): Promise<void> {
  while (gloss.workspace.shared !== undefined && !signal.aborted) {
    await checkIndexes(gloss).catch((error: unknown) => {
      // /ready reports that the server does not answer; the next check is in a minute.
      if (!isGlossError(error)) throw error
    })
    await wait(EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

export async function checkIndexes({
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

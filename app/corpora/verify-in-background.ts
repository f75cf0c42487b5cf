/** Verifies the corpora of a workspace one after the other while the service answers, each content once. */
import { isGlossError } from '../../core/index.ts'
import { verifyInThread } from '../../corpus/adapters/verify-in-thread.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** Only counts: a client that asks whether the service is ready may not be allowed to know its corpora. */
export interface Integrity {
  readonly state: 'checking' | 'sound' | 'damaged'
  readonly corpora: number
  readonly checked: number
  readonly damaged: number
}

/** Starts the verification. Calls `onDamage` with the corpus and what is wrong with it, a sentence each. */
export function verifyInBackground(
  { workspace }: Pick<Gloss, 'workspace'>,
  onDamage: (corpus: string, problems: readonly string[]) => void,
  signal: AbortSignal,
) {
  let [corpora, checked, damaged, isDone] = [0, 0, 0, false]

  async function verifyAll(): Promise<void> {
    const names = await workspace.listCorpora()
    corpora = names.length
    for (const name of names) {
      const problems = await problemsOf(workspace, name, signal)
      checked++
      if (problems.length === 0) continue
      damaged++
      onDamage(name, problems)
    }
    isDone = true
  }

  return {
    integrity: () => ({ state: stateOf(damaged, isDone), corpora, checked, damaged }),
    /** Resolves when every corpus was checked or the signal aborted. */
    ended: verifyAll().catch((error: unknown) => {
      // Corpora on a server that does not answer are not verified here in any case.
      if (!signal.aborted && !isGlossError(error, 'STORE_UNREACHABLE')) throw error
    }),
  }
}

/** Returns the problems of a corpus. Opening it first upgrades one of an older format. */
async function problemsOf(
  workspace: Gloss['workspace'],
  name: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const store = await workspace.openCorpus(name)
    // The server checks its rows with its own checksums; reading them all would slow every user of it.
    await store.close()
    if (!workspace.isFile(name)) return []
    return await verifyInThread(workspace.corpusPath(name), signal)
  } catch (error) {
    if (signal.aborted || !isGlossError(error)) throw error
    // Deleted in the meantime.
    return error.code === 'CORPUS_NOT_FOUND' ? [] : [error.message]
  }
}

function stateOf(damaged: number, isDone: boolean): Integrity['state'] {
  if (damaged > 0) return 'damaged'
  return isDone ? 'sound' : 'checking'
}

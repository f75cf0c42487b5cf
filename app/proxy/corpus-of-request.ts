/** Finds the corpus that a request of the proxy reads. */
import { invalidInput, isGlossError } from '../../core/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** Returns the corpus; null if the default one is missing or it is empty. Throws `INPUT_INVALID` for a missing one that was named. */
export async function readableCorpus(gloss: Gloss, named?: string): Promise<CorpusSession | null> {
  const session = await gloss.session(named).catch(async (error: unknown) => {
    if (!isGlossError(error, 'CORPUS_NOT_FOUND')) throw error
    if (named === undefined) return null
    const corpora = await gloss.workspace.listCorpora()
    const choices = corpora.length === 0 ? 'no corpus exists yet' : `available: ${corpora.join(', ')}`
    throw invalidInput('x-gloss-corpus', `x-gloss-corpus: there is no corpus "${named}"; ${choices}.`)
  })
  return session === null || (await session.index.size()) === 0 ? null : session
}

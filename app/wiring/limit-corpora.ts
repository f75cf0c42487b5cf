/** Limits the number of corpora, since a workspace that anyone may add corpora to would fill its disk. */
import { GlossError } from '../../core/index.ts'
import type { CorpusStore, Workspace } from '../../corpus/index.ts'
import { DEMONSTRATION_CORPUS } from './default-corpus.ts'

/**
 * Returns a `createCorpus` that, where `isLimited`, creates one corpus at a time, so that concurrent requests cannot exceed `most`
 * together. Throws `TOO_MANY_CORPORA`.
 */
export function limitCorpora(
  workspace: Workspace,
  most: number,
  isLimited: () => boolean,
): Workspace['createCorpus'] {
  let previous: Promise<unknown> = Promise.resolve()

  async function create(name: string): Promise<CorpusStore> {
    const names = await workspace.listCorpora()
    if (!names.includes(name) && names.length >= most)
      throw new GlossError(
        'TOO_MANY_CORPORA',
        `The workspace has ${names.length} corpora; the limit is ${most}.`,
      )
    return await workspace.createCorpus(name)
  }

  return (name) => {
    // There is one demonstration, and its server deletes it.
    if (!isLimited() || name === DEMONSTRATION_CORPUS) return workspace.createCorpus(name)
    const created = previous.then(() => create(name))
    // Each caller gets its own error; the next call is not affected.
    previous = created.catch(() => undefined)
    return created
  }
}

/** A workspace that anybody may add corpora to would fill its disk: past a number of them, only those that are there can be used. */
import { GlossError } from '../../core/index.ts'
import type { CorpusStore, Workspace } from '../../corpus/index.ts'
import { DEMONSTRATION_CORPUS } from './default-corpus.ts'

/**
 * `createCorpus`; where `isLimited`, one at a time, so that requests at the same moment cannot exceed `most` together.
 * Throws `TOO_MANY_CORPORA`.
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
    // There is one, which its server deletes.
    if (!isLimited() || name === DEMONSTRATION_CORPUS) return workspace.createCorpus(name)
    const created = previous.then(() => create(name))
    // A failure goes to its own caller; the next one is not affected.
    previous = created.catch(() => undefined)
    return created
  }
}

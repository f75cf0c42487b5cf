/** Lists, describes, creates, deletes and verifies corpora of a workspace. Each call opens a corpus and closes it again. */
import { closingAsync, type ErrorCode, type FileUser, fileUsers, isGlossError } from '../../core/index.ts'
import type { CorpusStore } from '../../corpus/index.ts'
import { tableProblems } from '../wiring/corpus-embedder.ts'
import type { CorpusEntry } from '../wiring/corpus-shapes.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** A corpus that cannot be opened, and the code of the reason. */
export interface UnusableCorpus {
  readonly name: string
  readonly problem: ErrorCode
}

/** Returns the corpora in alphabetical order. One that cannot be opened is listed with its problem. */
export async function listCorpora(gloss: Gloss): Promise<(CorpusEntry | UnusableCorpus)[]> {
  const entries: (CorpusEntry | UnusableCorpus)[] = []
  for (const name of await gloss.workspace.listCorpora()) entries.push(await entryOrProblem(gloss, name))
  return entries
}

async function entryOrProblem(gloss: Gloss, name: string): Promise<CorpusEntry | UnusableCorpus> {
  try {
    return await corpusEntry(gloss, name)
  } catch (error) {
    if (!isGlossError(error)) throw error
    return { name, problem: error.code }
  }
}

/** Returns the entry of a corpus. Throws `CORPUS_NOT_FOUND`. */
export async function corpusEntry(gloss: Gloss, name: string): Promise<CorpusEntry> {
  return await reading(gloss, name, async (store) => ({ name, ...(await store.counts()) }))
}

/** Creates a corpus unless it exists. */
export async function createCorpus({ workspace }: Gloss, name: string): Promise<void> {
  const store = await workspace.createCorpus(name)
  await store.close()
}

/**
 * Deletes the corpus with its papers, units and uploaded files. Returns the other processes that had it open, if the system reports them:
 * they notice with their next question. Throws `CORPUS_NOT_FOUND`, and `CORPUS_BUSY` while another process writes to it.
 */
export async function deleteCorpus(gloss: Gloss, name: string): Promise<FileUser[]> {
  // Checked before closing the session, which other requests may be using.
  if (gloss.isOpen(name)) await assertNotWritten(gloss, name)
  await gloss.forget(name)
  const users = gloss.workspace.isFile(name) ? await fileUsers(gloss.workspace.corpusPath(name)) : []
  await gloss.workspace.deleteCorpus(name)
  return users
}

/** Throws `CORPUS_BUSY` while the corpus is written to. A damaged corpus passes: the workspace checks its lock again. */
async function assertNotWritten(gloss: Gloss, name: string): Promise<void> {
  try {
    await reading(gloss, name, async (store) => {
      await using _ = await store.write('deletion')
    })
  } catch (error) {
    if (!isGlossError(error, 'STORE_DAMAGED')) throw error
  }
}

/** Returns what is wrong with the corpus or its tuned table, a sentence each; empty if it is intact. Opens no index. */
export async function verifyCorpus(gloss: Gloss, name: string): Promise<string[]> {
  return await reading(gloss, name, async (store) => [
    ...(await store.verify()),
    ...(await tableProblems(store, gloss.workspace.tablesPath(name))),
  ])
}

/** Opens a corpus, reads it and closes it again. */
export async function reading<Value>(
  { workspace }: Pick<Gloss, 'workspace'>,
  name: string,
  read: (store: CorpusStore) => Promise<Value>,
): Promise<Value> {
  await using store = closingAsync(await workspace.openCorpus(name))
  return await read(store)
}

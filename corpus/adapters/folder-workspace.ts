/** A workspace as a folder: `corpora/NAME/` with `corpus.sqlite`, `artefacts/`, `tables/` and `files/`. */
import { existsSync, statSync } from 'node:fs'
import { cp, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makePrivateFolder } from '../../core/index.ts'
import { corpusName, corpusNotFound, nameTaken, type Workspace } from '../workspace.ts'
import { copySqliteFile } from './copy-sqlite-file.ts'
import { fileIdentity } from './file-identity.ts'
import { lockCorpus } from './lock-corpus.ts'
import { openSqliteCorpus } from './sqlite-corpus-store.ts'

const CORPUS_FILE = 'corpus.sqlite'
const TABLES = 'tables'
/** No corpus name begins with a dot, so the remains of a killed deletion are never listed. */
const DELETED_PREFIX = '.deleted-'
const COPIED_PREFIX = '.copied-'
/** Age from which a folder's time is reliable: file systems count time in steps of up to two seconds (FAT). */
const SETTLED_MS = 5_000

/** Opens the workspace. `onNotice` gets a sentence about anything done to a corpus beyond opening it. */
export function openFolderWorkspace(folder: string, onNotice?: (message: string) => void): Workspace {
  const corpora = join(folder, 'corpora')
  const folderOf = (name: string) => join(corpora, corpusName(name))
  const corpusPath = (name: string) => join(folderOf(name), CORPUS_FILE)
  const artefactsPath = (name: string) => join(folderOf(name), 'artefacts')
  const tablesPath = (name: string) => join(folderOf(name), TABLES)
  const filesPath = (name: string) => resolve(folderOf(name), 'files')
  const listCorpora = listedCorpora(corpora)
  const assertCorpus = async (name: string) => {
    if (!existsSync(corpusPath(name))) throw corpusNotFound(name, await listCorpora())
  }

  return {
    listCorpora,
    hasCorpus: async (name) => existsSync(corpusPath(name)),
    identity: async (name) => fileIdentity(corpusPath(name)),
    isFile: () => true,
    openCorpus: async (name) => {
      await assertCorpus(name)
      return openSqliteCorpus(corpusPath(name), { create: false, onNotice })
    },
    createCorpus: async (name) => {
      const store = openSqliteCorpus(corpusPath(name), { create: true, onNotice })
      makePrivateFolder(artefactsPath(name))
      makePrivateFolder(filesPath(name))
      return store
    },
    deleteCorpus: async (name) => {
      await assertCorpus(name)
      await deleteCorpus(corpora, name)
    },
    copyCorpus: async (name, copy) => {
      await assertCorpus(name)
      if (existsSync(folderOf(copy))) throw nameTaken(copy)
      const made = join(corpora, `${COPIED_PREFIX}${copy}-${process.pid}`)
      await makeCorpus(made, folderOf(copy), async (file) => {
        await copySqliteFile(corpusPath(name), file)
        // Tables are never changed once written, so they can be copied while the corpus is in use.
        if (existsSync(tablesPath(name))) await cp(tablesPath(name), join(made, TABLES), { recursive: true })
      })
    },
    exportRows: (name) => rowsOf(corpusPath(name)),
    importRows: async (name, rows) => {
      if (existsSync(folderOf(name))) throw nameTaken(name)
      const made = join(corpora, `${COPIED_PREFIX}${name}-${process.pid}`)
      const { writeSqliteRows } = await import('./move-rows.ts')
      await makeCorpus(made, folderOf(name), (file) => writeSqliteRows(file, rows))
    },
    corpusPath,
    artefactsPath,
    tablesPath,
    filesPath,
    close: async () => undefined,
  }
}

/** Loads the statements of both stores only when a corpus is moved. */
async function* rowsOf(path: string) {
  yield* (await import('./move-rows.ts')).sqliteRows(path)
}

/**
 * Returns a function that lists the corpora. It rereads the folder only if that has changed, because every request without a corpus name
 * calls it. A change in the same clock tick as the read would not show in the folder's time, so a recent time is not trusted.
 */
function listedCorpora(corpora: string): () => Promise<string[]> {
  let read = { changed: Number.NaN, entries: [] as readonly string[] }

  async function entriesNow(): Promise<readonly string[]> {
    const changed = statSync(corpora, { throwIfNoEntry: false })?.mtimeMs
    if (changed === undefined) return []
    if (changed === read.changed) return read.entries
    const entries = (await readdir(corpora)).filter((name) => !name.startsWith('.')).sort()
    if (Date.now() - changed > SETTLED_MS) read = { changed, entries }
    return entries
  }

  return async () => {
    const entries = await entriesNow()
    return entries.filter((name) => existsSync(join(corpora, name, CORPUS_FILE)))
  }
}

/** Renames the folder first, in one step, so that a killed deletion never leaves half a corpus. */
async function deleteCorpus(corpora: string, name: string): Promise<void> {
  const path = join(corpora, name, CORPUS_FILE)
  {
    using _ = lockCorpus(path, 'deletion')
    await rename(join(corpora, name), join(corpora, `${DELETED_PREFIX}${name}-${process.pid}-${Date.now()}`))
  }
  const left = (await readdir(corpora)).filter((entry) => entry.startsWith(DELETED_PREFIX))
  for (const entry of left) await rm(join(corpora, entry), { recursive: true, force: true })
}

/** Writes under a temporary name and renames, so that an interrupted copy is no corpus; the next copy to that name removes its remains. */
async function makeCorpus(
  temporary: string,
  to: string,
  write: (file: string) => Promise<void>,
): Promise<void> {
  await rm(temporary, { recursive: true, force: true })
  makePrivateFolder(temporary)
  try {
    await write(join(temporary, CORPUS_FILE))
    makePrivateFolder(join(temporary, 'artefacts'))
    makePrivateFolder(join(temporary, 'files'))
    await rename(temporary, to)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

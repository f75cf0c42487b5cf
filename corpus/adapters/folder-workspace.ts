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
/** No corpus's name begins with a dot, so what a killed deletion leaves behind is never listed. */
const DELETED_PREFIX = '.deleted-'
const COPIED_PREFIX = '.copied-'
/** File systems count time in steps of up to two seconds (FAT). */
const SETTLED_MS = 5_000

/** `onNotice` is called with a sentence about what was done to a corpus beyond opening it. */
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

/** The statements of both stores are loaded where a corpus moves. */
async function* rowsOf(path: string) {
  yield* (await import('./move-rows.ts')).sqliteRows(path)
}

/**
 * Lists the names of the corpora. The entries of the folder are read again only when it has changed: every request that names no corpus
 * asks. A change in the same tick of the clock as the reading would not show in the folder's time, so a recent time is not relied on.
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

/** Takes the name away first, in one step, so that a deletion that is killed leaves no half corpus. */
async function deleteCorpus(corpora: string, name: string): Promise<void> {
  const path = join(corpora, name, CORPUS_FILE)
  {
    using _ = lockCorpus(path, 'deletion')
    await rename(join(corpora, name), join(corpora, `${DELETED_PREFIX}${name}-${process.pid}-${Date.now()}`))
  }
  const left = (await readdir(corpora)).filter((entry) => entry.startsWith(DELETED_PREFIX))
  for (const entry of left) await rm(join(corpora, entry), { recursive: true, force: true })
}

/** Made under another name and renamed, so that an interrupted copy is no corpus; the next one of its name takes it away. */
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

/**
 * A workspace whose corpora are in PostgreSQL. Indexes, tables and uploaded files stay in a folder on the machine, separate from those of
 * corpora in files and on other servers. Each corpus that had the name has its own folder of indexes, as their `seq` may coincide.
 */
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { contentId, GlossError, makePrivateFolder } from '../../core/index.ts'
import type { FileStore } from '../file-store.ts'
import type { CorpusStore } from '../ports.ts'
import { corpusName, type ServerState, type Workspace } from '../workspace.ts'
import type { PostgresServer } from './postgres-connection.ts'
import { openPostgresCorpora, type PostgresCorpora } from './postgres-corpora.ts'
import { extensionStates } from './postgres-extensions.ts'
import { CATALOGUE, catalogueVersion } from './postgres-schema.ts'

/** Connects with the first call. `onNotice` gets a sentence about what the server lacks. */
export function openPostgresWorkspace(
  server: PostgresServer,
  folder: string,
  onNotice: (message: string) => void = () => undefined,
  fileStore: FileStore | null = null,
): Workspace {
  const corpora = openPostgresCorpora(server, fileStore)
  const folderOf = (name: string) =>
    join(folder, 'stores', contentId(server.shown).slice(0, 16), corpusName(name))
  const numbers = new Map<string, number | null>()
  const artefactsPath = (name: string) => join(folderOf(name), `artefacts-${numbers.get(name) ?? 'unopened'}`)

  let isNoticed = false
  async function opened(name: string, store: CorpusStore): Promise<CorpusStore> {
    if (store.database === undefined && !isNoticed) {
      isNoticed = true
      onNotice(await withoutSearch(server.shown, corpora))
    }
    numbers.set(name, await corpora.number(name))
    for (const path of [artefactsPath(name), join(folderOf(name), 'files')]) makePrivateFolder(path)
    return store
  }

  return {
    listCorpora: corpora.list,
    hasCorpus: async (name) => (await corpora.number(name)) !== null,
    identity: async (name) => (await corpora.number(name))?.toString() ?? null,
    isFile: () => false,
    openCorpus: async (name) => await opened(name, await corpora.open(name)),
    createCorpus: async (name) => await opened(name, await corpora.create(name)),
    async deleteCorpus(name) {
      await corpora.delete(name)
      await rm(folderOf(name), { recursive: true, force: true })
    },
    copyCorpus: corpora.copy,
    paperJobs: corpora.paperJobs,
    uploadJobs: corpora.uploadJobs,
    shared: corpora.shared,
    serverState: () => stateOf(server),
    exportRows: corpora.exportRows,
    importRows: corpora.importRows,
    corpusPath(name) {
      const message = `The corpus ${corpusName(name)} is in ${server.shown} and has no file here; pg_dump backs it up.`
      throw new GlossError('INPUT_INVALID', message, { corpus: name })
    },
    artefactsPath,
    tablesPath: (name) => join(folderOf(name), 'tables'),
    filesPath: (name) => resolve(folderOf(name), 'files'),
    close: corpora.close,
  }
}

async function stateOf(server: PostgresServer): Promise<ServerState> {
  const [row] = await server.query<{ version: string }>(`SELECT current_setting('server_version') AS version`)
  return {
    shown: server.shown,
    version: row?.version ?? '',
    extensions: await extensionStates(server),
    format: await catalogueVersion(server.query, server.shown),
    newestFormat: CATALOGUE.length,
  }
}

async function withoutSearch(shown: string, { missingExtensions }: PostgresCorpora): Promise<string> {
  const statements = (await missingExtensions()).map((name) => `CREATE EXTENSION ${name};`).join(' ')
  return (
    `${shown} cannot search: this process indexes words and vectors in memory at every start, which suffices for some ` +
    `500,000 units. To search on the server, install what is missing there and run: ${statements}`
  )
}

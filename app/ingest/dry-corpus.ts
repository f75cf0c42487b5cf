/** The corpus of a dry run: an empty one in a temporary folder, with the settings of the existing corpus. Nothing is stored in it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteCorpus } from '../../corpus/adapters/sqlite-corpus-store.ts'
import type { CorpusWriter } from '../../corpus/index.ts'
import type { Embedder } from '../../models/index.ts'
import { SETTING } from '../wiring/corpus-settings.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface DryCorpus extends AsyncDisposable {
  readonly writer: CorpusWriter
  readonly embedder: Embedder
}

/** Opens a corpus for a dry run of `corpus`. Disposing it removes its folder. */
export async function openDryCorpus(gloss: Gloss, corpus: string): Promise<DryCorpus> {
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'gloss-dry-run-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  const store = openSqliteCorpus(join(folder, 'corpus.sqlite'), { create: true })
  opening.defer(() => store.close())
  const stored = opening.use(await store.write('dry run'))
  const writer = { ...stored, put: async () => undefined, addPath: async () => undefined }
  const embedder = await copySettings(gloss, corpus, writer)
  const opened = opening.move()
  return { writer, embedder, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Copies the settings and returns the embedder of the corpus, or the configured one if that corpus does not exist yet. */
async function copySettings(gloss: Gloss, corpus: string, writer: CorpusWriter): Promise<Embedder> {
  if (!(await gloss.workspace.listCorpora()).includes(corpus))
    return await gloss.embedder(gloss.config.embedder ?? 'static')
  const session = await gloss.session(corpus)
  for (const name of Object.values(SETTING)) {
    const value = await session.store.setting(name)
    if (value !== null) await writer.setSetting(name, value)
  }
  return session.embedder
}

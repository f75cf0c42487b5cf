/** The corpus of a dry run: it has the settings of the corpus that is there, and forgets what is stored in it. */
import { createMemoryCorpus } from '../../corpus/adapters/memory-corpus-store.ts'
import type { CorpusWriter } from '../../corpus/index.ts'
import type { Embedder } from '../../models/index.ts'
import { SETTING } from '../wiring/corpus-settings.ts'
import type { Gloss } from '../wiring/gloss.ts'

export async function openDryCorpus(
  gloss: Gloss,
  corpus: string,
): Promise<{ readonly writer: CorpusWriter; readonly embedder: Embedder }> {
  const settings = await createMemoryCorpus().write('dry run')
  const writer = { ...settings, put: async () => undefined, addPath: async () => undefined }
  if (!(await gloss.workspace.listCorpora()).includes(corpus))
    return { writer, embedder: await gloss.embedder(gloss.config.embedder ?? 'static') }
  const session = await gloss.session(corpus)
  for (const name of Object.values(SETTING)) {
    const value = await session.store.setting(name)
    if (value !== null) await writer.setSetting(name, value)
  }
  return { writer, embedder: session.embedder }
}

/** After the units of a corpus changed: names are looked for, facts embedded, indexes brought up to date and saved. */
import type { CorpusWriter } from '../../corpus/index.ts'
import { embedPhrases, findSynonyms, nameUnits } from '../../graph/index.ts'
import { openUsearch } from '../../index/adapters/usearch-neighbours.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'

export async function updateDerivedData(
  session: CorpusSession,
  writer: CorpusWriter,
  signal?: AbortSignal,
): Promise<void> {
  await nameUnits(writer, session.openNamer, signal === undefined ? {} : { signal })
  await updateFactIndex(session, writer, signal)
  await session.save()
}

/** What is left to do for the facts of a corpus, after they or the mends changed; nothing where it has none. */
export async function updateFactIndex(
  { facts: open, embedder }: Pick<CorpusSession, 'facts' | 'embedder'>,
  writer: CorpusWriter,
  signal?: AbortSignal,
): Promise<void> {
  if (!(await writer.hasFacts())) return
  const facts = await open('ours')
  await embedPhrases(writer, facts, embedder, signal)
  await findSynonyms(writer, facts, { embedder, openNeighbours: openUsearch() }, signal)
}

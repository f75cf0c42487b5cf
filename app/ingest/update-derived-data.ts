/** After the units of a corpus changed: finds names, embeds facts, brings indexes up to date and saves them. */
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

/** Embeds facts and finds synonyms after facts or corrections changed; does nothing in a corpus without facts. */
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

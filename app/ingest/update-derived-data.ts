/** After the units of a corpus changed: finds names, embeds facts, brings indexes up to date and saves them. */
import type { CorpusWriter } from '../../corpus/index.ts'
import { openThreadedNamer } from '../../graph/adapters/threaded-namer.ts'
import { createWinkTagger } from '../../graph/adapters/wink-tagger.ts'
import { createNamer, embedPhrases, findSynonyms, type Namer, nameUnits } from '../../graph/index.ts'
import { openUsearch } from '../../index/adapters/usearch-neighbours.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'

export async function updateDerivedData(
  session: CorpusSession,
  writer: CorpusWriter,
  signal?: AbortSignal,
): Promise<void> {
  await nameUnits(writer, openNamer, signal === undefined ? {} : { signal })
  await updateFactIndex(session, writer, signal)
  await session.save()
}

/** In this thread for a few papers; for many in a thread per core, each of which takes .3 s to start. */
export function openNamer(isMuch: boolean): Namer {
  return isMuch ? openThreadedNamer() : createNamer(createWinkTagger())
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

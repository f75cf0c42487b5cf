/** The names of a corpus, opened with the first question that needs them and then kept. */
import { GlossError, isGlossError, openedOnce } from '../../core/index.ts'
import type { CorpusDatabase } from '../../corpus/index.ts'
import {
  type CorpusNames,
  type CorpusNamesOptions,
  type NameSource,
  openCorpusNames,
} from '../../graph/index.ts'

interface NamesOptions extends CorpusNamesOptions {
  readonly name: string
}

/** Throws `GRAPH_MISSING` where the corpus has units whose names were never extracted; the next call tries again. */
export function lazyNames(options: NamesOptions): () => Promise<CorpusNames> {
  return onceOpened(options, () => openCorpusNames(options))
}

/** Names that are looked up on the corpus's server, question by question. Throws as the others do. */
export function serverNames(
  database: CorpusDatabase,
  options: Pick<NamesOptions, 'name' | 'reader'>,
): () => Promise<NameSource> {
  return onceOpened(options, async () => {
    const { openPostgresNames } = await import('../../graph/adapters/postgres-names.ts')
    return openPostgresNames(database, options.reader)
  })
}

function onceOpened<Names extends NameSource>(
  options: Pick<NamesOptions, 'name' | 'reader'>,
  open: () => Promise<Names>,
): () => Promise<Names> {
  return openedOnce(async () => {
    const names = await open()
    if (await names.isEmpty()) await assertLookedFor(options)
    return names
  })
}

async function assertLookedFor({ name, reader }: Pick<NamesOptions, 'name' | 'reader'>): Promise<void> {
  const [{ units, passages }, { named }] = await Promise.all([reader.counts(), reader.graphCounts()])
  if (named > 0 || units + passages === 0) return
  throw new GlossError('GRAPH_MISSING', `No names have been extracted from the units of "${name}" yet.`, {
    corpus: name,
  })
}

/** Null where names were never extracted. */
export async function namesOrNull(names: () => Promise<CorpusNames>): Promise<CorpusNames | null> {
  try {
    return await names()
  } catch (error) {
    if (isGlossError(error, 'GRAPH_MISSING')) return null
    throw error
  }
}

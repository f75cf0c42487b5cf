/** Opens the names of a corpus with the first question that needs them, and keeps them. */
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

/** Returns a function that opens names. Throws `GRAPH_MISSING` if names of the units were never extracted; the next call tries again. */
export function lazyNames(options: NamesOptions): () => Promise<CorpusNames> {
  return onceOpened(options, () => openCorpusNames(options))
}

/** Returns a function that opens names on the corpus's server, which each question queries. Throws `GRAPH_MISSING`. */
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

/** Returns the names; null if they were never extracted. */
export async function namesOrNull(names: () => Promise<CorpusNames>): Promise<CorpusNames | null> {
  try {
    return await names()
  } catch (error) {
    if (isGlossError(error, 'GRAPH_MISSING')) return null
    throw error
  }
}

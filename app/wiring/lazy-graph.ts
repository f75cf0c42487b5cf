/** Opens names and facts of a corpus, each with the first question that needs them, and keeps them. */
import { GlossError, isGlossError, openedOnce, openedOnceEach } from '../../core/index.ts'
import type { CorpusDatabase } from '../../corpus/index.ts'
import type { CorpusFacts, CorpusFactsOptions, FactGraphName } from '../../graph/facts/index.ts'
import {
  type CorpusNames,
  type CorpusNamesOptions,
  type NameSource,
  openCorpusNames,
} from '../../graph/index.ts'

interface NamesOptions extends CorpusNamesOptions {
  readonly name: string
}

interface FactsOptions extends Omit<CorpusFactsOptions, 'settings'> {
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

export function lazyFacts({ name, ...options }: FactsOptions) {
  const opening = new Map<FactGraphName, Promise<CorpusFacts>>()
  async function open(graph: FactGraphName): Promise<CorpusFacts> {
    const { openCorpusFacts, FACT_GRAPHS } = await import('../../graph/facts/index.ts')
    return await openCorpusFacts({ ...options, settings: FACT_GRAPHS[graph] })
  }
  const whatever = openedOnceEach(open, opening)
  return {
    /** Returns the facts even if there are none. */
    whatever,
    /** Returns the facts. Throws `GRAPH_MISSING` if the corpus has units and none of them states a fact; the next call tries again. */
    async of(graph: FactGraphName): Promise<CorpusFacts> {
      const facts = await whatever(graph)
      if ((await facts.whenCurrent((state) => state.graph.facts.size())) > 0) return facts
      const { units, passages } = await options.reader.counts()
      if (units + passages === 0) return facts
      throw new GlossError(
        'GRAPH_MISSING',
        `The corpus "${name}" has no facts. Have a model extract them: \`gloss graph build --openie --corpus ${name}\`; or import facts from a file: \`gloss import --format hipporag FILE --corpus ${name}\`.`,
        { corpus: name },
      )
    },
    /** Writes the artefacts of the open graphs. */
    async save() {
      for (const opened of opening.values()) await (await opened).save()
    },
  }
}

/** The names of a corpus, opened with the first question that needs them and then kept. */
import { GlossError, isGlossError } from '../../core/index.ts'
import { type CorpusNames, type CorpusNamesOptions, openCorpusNames } from '../../graph/index.ts'

interface NamesOptions extends CorpusNamesOptions {
  readonly name: string
}

/** Throws `GRAPH_MISSING` where the corpus has units whose names were never extracted; the next call tries again. */
export function lazyNames(options: NamesOptions): () => Promise<CorpusNames> {
  let opening: Promise<CorpusNames> | null = null
  return () => {
    opening ??= open(options)
    opening.catch(() => {
      opening = null
    })
    return opening
  }
}

async function open({ name, reader, ...rest }: NamesOptions): Promise<CorpusNames> {
  const opened = await openCorpusNames({ reader, ...rest })
  if ((await opened.whenCurrent(({ graph }) => graph.unitCount())) > 0) return opened
  const [{ units, passages }, { named }] = await Promise.all([reader.counts(), reader.graphCounts()])
  if (named > 0 || units + passages === 0) return opened
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

/** Opens the lookup of an ingest that allows one: Crossref first, then OpenAlex, with their answers stored in the corpus. */
import type { CorpusWriter, Paper } from '../../corpus/index.ts'
import type { LookupCounts, PaperReader } from '../../ingest/index.ts'
import type { Config } from '../config/config.ts'

interface LookupRequest {
  /** Ask Crossref and OpenAlex for the front matter of the papers that are read, and of stored ones that neither has confirmed. */
  readonly lookup?: boolean | undefined
  /** Called with problems of the lookup; the ingest continues. */
  readonly onWarning?: ((warning: string) => void) | undefined
}

interface Reading {
  readonly reader: PaperReader
  readonly isWantedAgain: (stored: Paper) => boolean
  /** Returns the counts; null if the request did not allow a lookup. */
  counts(): LookupCounts | null
}

/** Returns the reader, followed by a lookup if the request allows one. */
export async function withLookup(
  reader: PaperReader,
  { lookup: isAllowed = false, onWarning = () => undefined }: LookupRequest,
  { crossrefUrl, openalexUrl, lookupMail: mail = null }: LookupConfig,
  writer: Pick<CorpusWriter, 'call' | 'rememberCall'>,
): Promise<Reading> {
  if (!isAllowed) return { reader, isWantedAgain: () => false, counts: () => null }
  const { createLookedUpReader, createLookup, crossref, openAlex } = await import(
    '../../ingest/lookup/index.ts'
  )
  const { openCatalogueFetch } = await import('../../ingest/adapters/catalogue-fetch.ts')
  const lookup = createLookup({
    catalogues: [crossref({ baseUrl: crossrefUrl, mail }), openAlex({ baseUrl: openalexUrl, mail })],
    fetch: openCatalogueFetch(),
    cache: writer,
    onWarning,
  })
  return { reader: createLookedUpReader(reader, lookup), isWantedAgain: isUnsure, counts: lookup.counts }
}

type LookupConfig = Pick<Config, 'crossrefUrl' | 'openalexUrl'> & {
  readonly lookupMail?: string | null | undefined
}

/** Returns whether the front matter is uncertain. Failed papers have nothing to look up. */
function isUnsure({ state, confidence: { title, authors, year } }: Paper): boolean {
  return !state.startsWith('failed:') && Math.min(title, authors, year) < 1
}

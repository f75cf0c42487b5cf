/** Which places may answer a question: the best hits, what each says in a sentence or two, and whether any is near the question at all. */
import type { CitedSource } from '../../answer/index.ts'
import type { Embedder, Ledger } from '../../models/index.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'
import type { AskedCorpora } from '../wiring/several-corpora.ts'
import { readAsked } from './asked-question.ts'
import { PLACES_WEIGHED, placeOf, placesToRead } from './places-to-read.ts'

/** Below it, and where the question is not answerable, nothing in the papers is near. How it was chosen: docs/asking.md. */
const LEAST_NEARNESS = 0.2

export interface SourceQuery {
  readonly question: string
  /** Most sources. */
  readonly k: number
  readonly backend?: BackendName | undefined
  /** Counts what models are asked by the backend. */
  readonly ledger?: Ledger | undefined
  /** Given where a person reads the places as they are: then as many as are read at once. It compares the question with titles and abstracts. */
  readonly forReading?: Embedder | undefined
}

export interface FoundSources {
  readonly sources: readonly CitedSource[]
  /** As `retrieve` says. */
  readonly isAnswerable: boolean
  /** Also where the corpus is at least about what is asked. */
  readonly isNear: boolean
}

/** Throws what the backend throws. */
export async function findSources(
  session: Pick<AskedCorpora, 'retrieve' | 'index' | 'store'>,
  { question, k, backend, ledger, forReading }: SourceQuery,
  signal: AbortSignal,
): Promise<FoundSources> {
  const wanted = forReading === undefined ? k : Math.max(k, PLACES_WEIGHED)
  const query = { query: question, k: wanted, ...(backend === undefined ? {} : { backend }) }
  const { hits, answerable: isAnswerable, topicality } = await session.retrieve(query, signal, ledger)
  const asked = await readAsked(session.index, question)
  const places =
    forReading === undefined
      ? hits.map((hit) => placeOf(hit, asked.statementOf(hit), { asked, isAnswerable }))
      : await placesToRead(session, { question, asked, hits, k, isAnswerable, embedder: forReading })
  const sources = places.map((place, at): CitedSource => ({ n: at + 1, ...place }))
  return { sources, isAnswerable, isNear: isAnswerable || (hits.length > 0 && topicality >= LEAST_NEARNESS) }
}

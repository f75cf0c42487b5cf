/** Finds places that may answer a question: the best hits, a sentence or two of each, and whether any of them is near the question. */
import type { CitedSource } from '../../answer/index.ts'
import type { Embedder, Ledger } from '../../models/index.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'
import type { SearchedCorpora } from '../wiring/several-corpora.ts'
import { readAsked } from './asked-question.ts'
import { PLACES_WEIGHED, placeOf, placesToRead } from './places-to-read.ts'

/** Below this nearness, an unanswerable question has nothing near it in the papers. How it was chosen: docs/asking.md. */
const MIN_TOPICALITY = 0.2

export interface SourceQuery {
  readonly question: string
  /** Maximum number of sources. */
  readonly k: number
  readonly backend?: BackendName | undefined
  /** Counts the model calls of the backend. */
  readonly ledger?: Ledger | undefined
  /** Embedder that compares the question with titles and abstracts; set if a person reads the places, as many as are read at once. */
  readonly forReading?: Embedder | undefined
}

/** Finds the sources of a question. `isNear`: the corpus is at least about its subject. Throws the errors of the backend. */
export async function findSources(
  session: Pick<SearchedCorpora, 'retrieve' | 'index' | 'store'>,
  { question, k, backend, ledger, forReading }: SourceQuery,
  signal: AbortSignal,
) {
  const wanted = forReading === undefined ? k : Math.max(k, PLACES_WEIGHED)
  const query = { query: question, k: wanted, ...(backend === undefined ? {} : { backend }) }
  const { hits, answerable: isAnswerable, topicality } = await session.retrieve(query, signal, ledger)
  const asked = await readAsked(session.index, question)
  const places =
    forReading === undefined
      ? hits.map((hit) => placeOf(hit, asked.statementOf(hit), { asked, isAnswerable }))
      : await placesToRead(session, { question, asked, hits, k, isAnswerable, embedder: forReading })
  const sources = places.map((place, at): CitedSource => ({ n: at + 1, ...place }))
  return { sources, isAnswerable, isNear: isAnswerable || (hits.length > 0 && topicality >= MIN_TOPICALITY) }
}

/** Searches a corpus for all callers: the monitor of a stream, code that a model wrote, and clients of /rag. */
import type { Filter } from '../../index/index.ts'
import type { Ledger } from '../../models/index.ts'
import { type Evidence, isWorthKeeping, type Sifter } from '../../monitor/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'

/** Settings for answering queries. */
export interface SearchPlan {
  readonly backend: BackendName
  /** Number of units that answer a query. */
  readonly k: number
  /** Filter that units must pass. */
  readonly filter: Filter | null
}

export interface SearchAsk {
  readonly query: string
  readonly signal: AbortSignal
  /** Counts the model calls of the backend. */
  readonly ledger?: Ledger | undefined
}

/** Returns the evidence for a query, best first. Throws the errors of the backend. */
export async function findEvidence(
  session: CorpusSession,
  { backend, k, filter }: SearchPlan,
  { query, signal, ledger }: SearchAsk,
): Promise<Evidence[]> {
  const request = { query, k, backend, ...(filter === null ? {} : { filter }) }
  const { hits, topicality } = await session.retrieve(request, signal, ledger)
  return hits.map(({ unit, text, reading, paper, title, page, locator, span, score, why }) => ({
    unit,
    text: reading ?? text,
    paper,
    title,
    page,
    locator,
    span,
    score,
    similarity: why.cosine ?? null,
    topicality,
  }))
}

/** Returns the texts found and sifted, best first, as the published retriever does; empty for a blank query. */
export async function searchTexts(
  session: CorpusSession,
  plan: SearchPlan & { readonly sifter: Sifter | null },
  ask: SearchAsk,
): Promise<string[]> {
  if (ask.query.trim() === '') return []
  const found = await findEvidence(session, plan, ask)
  if (plan.sifter === null || found.length === 0) return found.map(({ text }) => text)
  const { worths } = await plan.sifter.sift([ask.query], found, ask.signal)
  return found.filter((_, at) => isWorthKeeping(worths[at])).map(({ text }) => text)
}

/** Throws the errors that every query would fail with, before a model is asked: `GRAPH_MISSING`, `MODEL_UNCONFIGURED`. */
export async function checkBackend(session: CorpusSession, backend: BackendName): Promise<void> {
  await session.backend(backend).prepare?.()
}

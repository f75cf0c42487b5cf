/** One way to search a corpus for all that ask: the monitor of a stream, code that a model wrote, or a client of /rag. */
import type { Filter } from '../../index/index.ts'
import type { Ledger } from '../../models/index.ts'
import { type Evidence, isWorthKeeping, type Sifter } from '../../monitor/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'

/** How queries are answered. */
export interface SearchPlan {
  readonly backend: BackendName
  /** Units a query is answered with. */
  readonly k: number
  /** Only units that pass it are found. */
  readonly filter: Filter | null
}

export interface SearchAsk {
  readonly query: string
  readonly signal: AbortSignal
  /** Counts what models are asked by the backend. */
  readonly ledger?: Ledger | undefined
}

/** The evidence for a query, best first. Throws what the backend throws. */
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

/** The texts of what was found and sifted, best first, as the published retriever gives them; none for a blank query. */
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

/** Throws what every query would fail with, before a model is asked anything: `GRAPH_MISSING`, `MODEL_UNCONFIGURED`. */
export async function checkBackend(session: CorpusSession, backend: BackendName): Promise<void> {
  await session.backend(backend).prepare?.()
}

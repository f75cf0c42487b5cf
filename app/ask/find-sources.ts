/** Which units may answer a question: the best hits, one for each place of a paper, and whether any is near the question at all. */
import { type CitedSource, isAnswerable } from '../../answer/index.ts'
import type { Span } from '../../corpus/index.ts'
import type { AnswerHit } from '../wiring/answer-hit.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'

export interface SourceQuery {
  readonly question: string
  /** Most sources. */
  readonly k: number
  readonly backend?: BackendName | undefined
}

// A unit and the passages around it are up to three hits of one place.
const HITS_PER_SOURCE = 3

export async function findSources(
  session: CorpusSession,
  { question, k, backend }: SourceQuery,
  signal: AbortSignal,
): Promise<{ readonly sources: readonly CitedSource[]; readonly isNear: boolean }> {
  const asked = { query: question, k: k * HITS_PER_SOURCE, ...(backend === undefined ? {} : { backend }) }
  const { hits } = await session.retrieve(asked, signal)
  // Whatever the backend: its score can be compared between questions.
  const nearest = await session.retrieve({ query: question, k: 1, backend: 'hybrid' }, signal)
  return {
    sources: distinctPlaces(hits).slice(0, k).map(sourceOf),
    isNear: hits.length > 0 && isAnswerable(nearest.hits[0]?.score ?? null, session.embedder.id),
  }
}

/** The first hit of each place: a later one of the same paper that overlaps it is left out. */
function distinctPlaces(hits: readonly AnswerHit[]): AnswerHit[] {
  const kept: AnswerHit[] = []
  for (const hit of hits)
    if (!kept.some((other) => other.paper === hit.paper && overlap(other.span, hit.span))) kept.push(hit)
  return kept
}

/** They share at least half of the shorter one. */
function overlap(one: Span | null, other: Span | null): boolean {
  if (one === null || other === null) return false
  const shared = Math.min(one[1], other[1]) - Math.max(one[0], other[0])
  return shared >= 0.5 * Math.min(one[1] - one[0], other[1] - other[0])
}

function sourceOf(
  { unit, text, paper, title, year, locator, page, span }: AnswerHit,
  at: number,
): CitedSource {
  return { n: at + 1, unit, text, paper, title, year, locator, page, span }
}

/** Which units may answer a question: the best hits, one for each place of a paper, and whether any is near the question at all. */
import type { CitedSource } from '../../answer/index.ts'
import type { AnswerHit } from '../wiring/answer-hit.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'

export interface SourceQuery {
  readonly question: string
  /** Most sources. */
  readonly k: number
  readonly backend?: BackendName | undefined
}

export async function findSources(
  session: CorpusSession,
  { question, k, backend }: SourceQuery,
  signal: AbortSignal,
): Promise<{ readonly sources: readonly CitedSource[]; readonly isNear: boolean }> {
  const asked = { query: question, k, ...(backend === undefined ? {} : { backend }) }
  const { hits, answerable } = await session.retrieve(asked, signal)
  return { sources: hits.map(sourceOf), isNear: answerable }
}

function sourceOf(
  { unit, text, reading, paper, title, year, locator, page, span }: AnswerHit,
  at: number,
): CitedSource {
  return { n: at + 1, unit, text, reading, paper, title, year, locator, page, span }
}

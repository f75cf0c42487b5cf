/** Which places may answer a question: the best hits, what each says in a sentence or two, and whether any is near the question at all. */
import type { CitedSource } from '../../answer/index.ts'
import type { Ledger } from '../../models/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'
import { readAsked } from './asked-question.ts'

/** Below it, and where the question is not answerable, nothing in the papers is near. How it was chosen: docs/asking.md. */
const LEAST_NEARNESS = 0.2

export interface SourceQuery {
  readonly question: string
  /** Most sources. */
  readonly k: number
  readonly backend?: BackendName | undefined
  /** Counts what models are asked by the backend. */
  readonly ledger?: Ledger | undefined
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
  session: CorpusSession,
  { question, k, backend, ledger }: SourceQuery,
  signal: AbortSignal,
): Promise<FoundSources> {
  const query = { query: question, k, ...(backend === undefined ? {} : { backend }) }
  const { hits, answerable: isAnswerable, topicality } = await session.retrieve(query, signal, ledger)
  const asked = await readAsked(session.index, question)
  const sources = hits.map((hit, at): CitedSource => {
    const { unit, text, reading, paper, title, year, locator, page, span } = hit
    const statement = asked.statementOf(hit)
    const support = isAnswerable && asked.isMetBy(hit, statement) ? 'yes' : 'doubtful'
    return { n: at + 1, unit, text, reading, paper, title, year, locator, page, span, statement, support }
  })
  return { sources, isAnswerable, isNear: isAnswerable || (hits.length > 0 && topicality >= LEAST_NEARNESS) }
}

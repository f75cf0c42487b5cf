/** Which units may answer a question: the best hits, one for each place of a paper, and whether any is near the question at all. */
import type { CitedSource } from '../../answer/index.ts'
import type { Ledger } from '../../models/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'
import type { AnswerHit } from '../wiring/retrieve-shapes.ts'

export interface SourceQuery {
  readonly question: string
  /** Most sources. */
  readonly k: number
  readonly backend?: BackendName | undefined
  /** Statements for people in the place of passages: the best unit of each place that has one. */
  readonly asUnits?: boolean
  /** Counts what models are asked by the backend. */
  readonly ledger?: Ledger | undefined
}

export async function findSources(
  session: CorpusSession,
  { question, k, backend, asUnits = false, ledger }: SourceQuery,
  signal: AbortSignal,
): Promise<{ readonly sources: readonly CitedSource[]; readonly isNear: boolean }> {
  const asked = { query: question, k, ...(backend === undefined ? {} : { backend }) }
  const { hits, answerable } = await session.retrieve(asked, signal, ledger)
  const shown = asUnits ? await unitsOfPlaces(session, hits) : hits
  return { sources: shown.map(sourceOf), isNear: answerable }
}

type Quoted = Pick<
  AnswerHit,
  'unit' | 'text' | 'reading' | 'paper' | 'title' | 'year' | 'locator' | 'page' | 'span'
>

/** Places whose passage alone was found stay passages where no place has a unit. */
async function unitsOfPlaces(session: CorpusSession, hits: readonly AnswerHit[]): Promise<readonly Quoted[]> {
  const found: Quoted[] = []
  for (const hit of hits) {
    const best = hit.kind === 'unit' ? hit : await joinedUnit(session, hit)
    if (best !== null) found.push(best)
  }
  return found.length > 0 ? found : hits
}

async function joinedUnit(session: CorpusSession, hit: AnswerHit): Promise<Quoted | null> {
  // One that was removed in the meantime is null.
  const joined = await session.store.units(hit.joined)
  const best = joined.find((unit) => unit?.kind === 'unit') ?? null
  if (best === null) return null
  const { id, text, reading, locator, page, start, end } = best
  const span = start === null || end === null ? null : ([start, end] as const)
  return { ...hit, unit: id, text, reading, locator, page, span }
}

function sourceOf(
  { unit, text, reading, paper, title, year, locator, page, span }: Quoted,
  at: number,
): CitedSource {
  return { n: at + 1, unit, text, reading, paper, title, year, locator, page, span }
}

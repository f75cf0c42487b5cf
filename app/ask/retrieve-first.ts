/** Puts sources in front of a chat: retrieves for the last question, and finds which sources an answer used. */
import { type CitedSource, citationMarks, citeAnswer, retrievedMessage } from '../../answer/index.ts'
import { createLedger, type Ledger } from '../../models/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { findSources, type SourceQuery } from './find-sources.ts'

export interface RetrievedFirst {
  readonly question: string
  readonly answerable: boolean
  /** Empty if the question is not answerable: no source is better than one about something else. */
  readonly sources: readonly CitedSource[]
  /** Nearest places if the question is not answerable but the corpus covers its subject; the model does not get them. */
  readonly shown: readonly CitedSource[]
  /** Message that the model reads before the chat. */
  readonly message: string
  /** Model calls made to find the sources. */
  readonly ledger: Ledger
}

/** Retrieves the sources of a chat's last question. Throws the errors of the backend. */
export async function retrieveFirst(
  { prices }: Pick<Gloss, 'prices'>,
  { session, ...query }: Omit<SourceQuery, 'ledger'> & { readonly session: CorpusSession },
  signal: AbortSignal,
): Promise<RetrievedFirst> {
  const ledger = createLedger(prices)
  const { sources, isAnswerable, isNear } = await findSources(session, { ...query, ledger }, signal)
  const given = isAnswerable ? sources : []
  const message = retrievedMessage(given)
  const shown = isNear && !isAnswerable ? sources : []
  return { question: query.question, answerable: isAnswerable, sources: given, shown, message, ledger }
}

/** A mark such as `[1]` in an answer, with the source that it names. */
export interface SourceMark {
  /** UTF-16 offsets into the answer. */
  readonly start: number
  readonly end: number
  readonly source: CitedSource
}

export function groundAnswer(text: string, { sources }: RetrievedFirst) {
  const { sentences, unknownCitations } = citeAnswer(text, sources)
  const marks = citationMarks(text, sources.length).flatMap(({ start, end, citations }) =>
    citations.flatMap((n) => {
      const source = sources[n - 1]
      return source === undefined ? [] : [{ start, end, source }]
    }),
  )
  return { sentences, unknownCitations, marks }
}

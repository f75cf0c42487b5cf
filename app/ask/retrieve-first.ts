/** A chat with its sources in front: what the corpus has for the last question, and what became of it in an answer. */
import {
  type CitedSentence,
  type CitedSource,
  citationMarks,
  citeAnswer,
  retrievedMessage,
} from '../../answer/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { findSources, type SourceQuery } from './find-sources.ts'

export interface RetrievedFirst {
  readonly question: string
  readonly answerable: boolean
  /** Empty where the question is not answerable: no source is better than one about something else. */
  readonly sources: readonly CitedSource[]
  /** For the model, to be read before the chat. */
  readonly message: string
}

/** Throws what the backend throws. */
export async function retrieveFirst(
  session: CorpusSession,
  query: SourceQuery,
  signal: AbortSignal,
): Promise<RetrievedFirst> {
  const { sources, isNear } = await findSources(session, query, signal)
  const given = isNear ? sources : []
  return { question: query.question, answerable: isNear, sources: given, message: retrievedMessage(given) }
}

/** A mark such as `[1]` in an answer, with the source that it names. */
export interface SourceMark {
  /** UTF-16 offsets into the answer. */
  readonly start: number
  readonly end: number
  readonly source: CitedSource
}

export interface GroundedAnswer {
  readonly sentences: readonly CitedSentence[]
  readonly unknownCitations: readonly number[]
  readonly marks: readonly SourceMark[]
}

export function groundAnswer(text: string, { sources }: RetrievedFirst): GroundedAnswer {
  const { sentences, unknownCitations } = citeAnswer(text, sources)
  const marks = citationMarks(text, sources.length).flatMap(({ start, end, citations }) =>
    citations.flatMap((n) => {
      const source = sources[n - 1]
      return source === undefined ? [] : [{ start, end, source }]
    }),
  )
  return { sentences, unknownCitations, marks }
}

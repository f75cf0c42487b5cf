/** Which places may answer a question: the best hits, what each says in a sentence or two, and whether any is near the question at all. */
import type { CitedSource } from '../../answer/index.ts'
import type { Ledger } from '../../models/index.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'
import type { AnswerHit } from '../wiring/retrieve-shapes.ts'
import type { AskedCorpora } from '../wiring/several-corpora.ts'
import { onOneLine, readAsked } from './asked-question.ts'

/** Below it, and where the question is not answerable, nothing in the papers is near. How it was chosen: docs/asking.md. */
const LEAST_NEARNESS = 0.2
/** Places that tell which papers have most of it, and what the best paper adds to the score of its places. Chosen on the half `tuned`: docs/asking.md. */
const PLACES_WEIGHED = 40
const WORTH_OF_A_PAPER = 0.5
/** Shown as they are ranked, with two sentences each; the others with one. */
const PLACES_LEADING = 2
/** What a person reads at once, some 300 words. Chosen, not measured. */
const CHARACTERS_SHOWN = 2_000

export interface SourceQuery {
  readonly question: string
  /** Most sources. */
  readonly k: number
  readonly backend?: BackendName | undefined
  /** Counts what models are asked by the backend. */
  readonly ledger?: Ledger | undefined
  /** Whether a person reads them as they are: then as many as are read at once, those of the papers that have most of it first. */
  readonly isForReading?: boolean
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
  session: Pick<AskedCorpora, 'retrieve' | 'index'>,
  { question, k, backend, ledger, isForReading = false }: SourceQuery,
  signal: AbortSignal,
): Promise<FoundSources> {
  const wanted = isForReading ? Math.max(k, PLACES_WEIGHED) : k
  const query = { query: question, k: wanted, ...(backend === undefined ? {} : { backend }) }
  const { hits, answerable: isAnswerable, topicality } = await session.retrieve(query, signal, ledger)
  const asked = await readAsked(session.index, question)
  const found = (isForReading ? bestPapersFirst(hits) : hits).slice(0, k)
  const sources = found.map((hit, at): CitedSource => {
    const { unit, text, reading, paper, title, year, locator, page, span } = hit
    const isLong = !isForReading || at < PLACES_LEADING
    const statement = isLong ? asked.statementOf(hit) : onOneLine(hit.sentence.text)
    const support = isAnswerable && asked.isMetBy(hit, statement) ? 'yes' : 'doubtful'
    return { n: at + 1, unit, text, reading, paper, title, year, locator, page, span, statement, support }
  })
  const isNear = isAnswerable || (hits.length > 0 && topicality >= LEAST_NEARNESS)
  return { sources: isForReading ? readAtOnce(sources) : sources, isAnswerable, isNear }
}

/** Behind the first hits, as they are ranked: a question in other words than the papers' finds its paper sooner than its place. */
function bestPapersFirst(hits: readonly AnswerHit[]): AnswerHit[] {
  const sums = new Map<string, number>()
  for (const { paper, score } of hits) sums.set(paper, (sums.get(paper) ?? 0) + score * score)
  const most = Math.max(...sums.values())
  const worth = ({ paper, score }: AnswerHit) => score + (WORTH_OF_A_PAPER * sums.get(paper)!) / most
  const others = hits.slice(PLACES_LEADING).sort((one, other) => worth(other) - worth(one))
  return [...hits.slice(0, PLACES_LEADING), ...others]
}

/** At least one. */
function readAtOnce(sources: readonly CitedSource[]): CitedSource[] {
  let left = CHARACTERS_SHOWN
  return sources.filter(({ statement }, at) => {
    left -= statement.length
    return at === 0 || left >= 0
  })
}

/** Compares the quotations and the sentences with numbers of a model's text with the papers, for every kind of answer. */
import { diskFailure, GlossError, isGlossError, sentences } from '../../core/index.ts'
import type { ChangeKind, QuoteVerdict } from '../../verify/index.ts'
import type { AnswerMark, AnswerMarks } from '../wiring/answer-mark-shape.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { quotesInText, withCitedPapers } from './quotes-in-text.ts'
import { type CheckedQuote, findQuotes, type QuoteFinding } from './verify-quotes.ts'

const OF_MEANING: ReadonlySet<ChangeKind> = new Set(['number', 'unit', 'negation', 'name'])
/** Shorter sentences are headings and exclamations. Chosen, not measured. */
const MIN_CHARACTERS = 30
/** Sentences checked of an answer, more than a person would read; the rest is not checked. */
const MAX_SENTENCES = 200

interface WrittenAnswer {
  readonly answer: string
  readonly corpora: readonly string[]
}

/** Marks an answer. Never throws: an answer that cannot be checked has no marks, and `problems` and the log say why. */
export async function markAnswer(
  gloss: Gloss,
  answer: WrittenAnswer,
  signal: AbortSignal,
): Promise<AnswerMarks> {
  try {
    return { marks: await marksOf(gloss, answer, signal), problems: [] }
  } catch (error) {
    return { marks: [], problems: [problemOf(error, gloss, signal)] }
  }
}

/** Returns a sentence for clients, which names no files or servers; the operator's notice has all of it. */
function problemOf(error: unknown, gloss: Gloss, signal: AbortSignal): string {
  const what = 'The quotations and numbers of this answer were not checked against the papers'
  if (signal.aborted) return `${what}: the run was stopped first.`
  const known = isGlossError(error) ? error : (diskFailure(error) ?? internal(error))
  gloss.onNotice(`${what}: ${known.message} [${known.code}]`)
  return `${what} [${known.code}]. ${known.help}`
}

const internal = (error: unknown) =>
  new GlossError('INTERNAL', error instanceof Error ? (error.stack ?? error.message) : String(error))

/**
 * Checks every quotation, and each sentence that a paper has but for one number, unit, negation or name. Several corpora are searched in
 * turn, and the best verdict counts. The first check of a corpus reads every page; an answer without quotations and numbers costs nothing.
 */
async function marksOf(
  gloss: Gloss,
  { answer, corpora }: WrittenAnswer,
  signal: AbortSignal,
): Promise<AnswerMark[]> {
  const quoted = quotesInText(answer).slice(0, MAX_SENTENCES)
  const isQuoted = (text: string) => quoted.some(({ quote }) => text.includes(quote))
  const stated = statementsIn(answer)
    .filter(({ quote }) => /\d/.test(quote) && !isQuoted(quote))
    .slice(0, MAX_SENTENCES)
  if (quoted.length + stated.length === 0) return []
  const best = await bestFindings(gloss, corpora, { quoted, stated, signal })
  const marks: AnswerMark[] = []
  for (const [at, { quote }] of [...quoted, ...stated].entries()) {
    const kind = at < quoted.length ? 'quote' : 'sentence'
    const { verdict, place, ...corpus } = best[at]!
    if (kind === 'quote' || isContradicted(verdict))
      marks.push({ ...markOf(kind, quote, await place()), ...corpus })
  }
  return marks
}

interface CheckedTexts {
  readonly quoted: ReturnType<typeof quotesInText>
  readonly stated: ReturnType<typeof statementsIn>
  readonly signal: AbortSignal
}

/** Returns the best verdict for each text, and of several corpora the one that gave it. */
async function bestFindings(
  gloss: Gloss,
  corpora: readonly string[],
  { quoted, stated, signal }: CheckedTexts,
): Promise<(QuoteFinding & { readonly corpus?: string })[]> {
  const best: (QuoteFinding & { readonly corpus?: string })[] = []
  for (const corpus of corpora) {
    const quotes = [...(await withCitedPapers(gloss, corpus, quoted)), ...stated]
    for (const [at, found] of (await findQuotes(gloss, { corpus, quotes }, signal)).entries())
      if (best[at] === undefined || rankOf(found) < rankOf(best[at]))
        best[at] = corpora.length === 1 ? found : { ...found, corpus }
  }
  return best
}

/** Returns the sentences of an answer in order, without the numbers of its citations. */
export function statementsIn(answer: string): { readonly id: string; readonly quote: string }[] {
  return sentences(answer)
    .map(({ start, end }, at) => ({
      id: `s${at}`,
      quote: answer
        .slice(start, end)
        .replace(/\s*\[\d+(?:[,\s]+\d+)*\]/g, '')
        .trim(),
    }))
    .filter(({ quote }) => quote.length >= MIN_CHARACTERS && /[\p{L}\p{N}]/u.test(quote))
}

const rankOf = ({ verdict }: QuoteFinding) =>
  ['exact', 'normalised', 'altered', 'absent'].indexOf(verdict.verdict)

/** Returns whether a paper says the same but for one number, unit, negation or name. Two changes more likely mean another subject. */
export function isContradicted({ verdict, changes: [change, other] }: QuoteVerdict): boolean {
  return verdict === 'altered' && change !== undefined && other === undefined && OF_MEANING.has(change.kind)
}

function markOf(
  kind: AnswerMark['kind'],
  text: string,
  { verdict, changes, paper, title, page, text: says }: CheckedQuote,
): AnswerMark {
  const changed = changes.map((change) => ({ kind: change.kind, paper: change.paper, answer: change.quote }))
  return { kind, text, verdict, changes: changed, paper, title, page, says }
}

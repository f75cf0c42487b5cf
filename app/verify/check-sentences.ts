/**
 * Finds sentences of an answer that the corpus contradicts, worded like one of its papers but for one number, unit, negation or name, and
 * sentences that it has never seen, which join two names that it knows well and never has together. No model is asked. Any other sentence
 * may still be wrong.
 */
import { z } from 'zod'
import type { DeepReadonly } from '../../core/index.ts'
import { type KnownNames, type UnseenPair, unseenPairs } from '../../monitor/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { isContradicted, statementsIn } from './mark-answer.ts'
import { findQuotes, type QuoteFinding } from './verify-quotes.ts'

export const DoubtedSentenceShape = z
  .object({
    text: z.string(),
    mark: z
      .enum(['contradicted', 'unseen'])
      .describe(
        '`contradicted`: a paper says the same except `changes`; `unseen`: no unit has both `names`.',
      ),
    changes: z.array(z.object({ paper: z.string(), answer: z.string() })),
    names: z.array(z.string()),
    paper: z.string().nullable(),
    title: z.string().nullable(),
    page: z.int().nullable(),
    says: z.string().nullable().describe('What the paper says.'),
  })
  .meta({ title: 'DoubtedSentence' })
export type DoubtedSentence = DeepReadonly<z.output<typeof DoubtedSentenceShape>>

/** Returns the marked sentences in order; the others are left out. The first check of a corpus reads every page. */
export async function checkSentences(
  gloss: Gloss,
  {
    answer,
    corpus,
    names,
  }: { readonly answer: string; readonly corpus?: string; readonly names: KnownNames },
  signal: AbortSignal,
): Promise<DoubtedSentence[]> {
  const quotes = statementsIn(answer)
  const findings = await findQuotes(gloss, { corpus, quotes }, signal)
  const marks = await Promise.all(quotes.map(({ quote }, at) => markOf(quote, findings[at]!, names)))
  return marks.filter((mark) => mark !== null)
}

async function markOf(
  text: string,
  { verdict, place }: QuoteFinding,
  names: KnownNames,
): Promise<DoubtedSentence | null> {
  if (verdict.verdict === 'exact' || verdict.verdict === 'normalised') return null
  if (isContradicted(verdict)) {
    const { changes, paper, title, page, text: says } = await place()
    const changed = changes.map((change) => ({ paper: change.paper, answer: change.quote }))
    return { text, mark: 'contradicted', changes: changed, names: [], paper, title, page, says }
  }
  const pair = unseenPairs(text, { names }).reduce<UnseenPair | null>(
    (best, one) => (one.expected > (best?.expected ?? 0) ? one : best),
    null,
  )
  if (pair === null) return null
  const unseen = [pair.one.name, pair.other.name]
  return {
    text,
    mark: 'unseen',
    changes: [],
    names: unseen,
    paper: null,
    title: null,
    page: null,
    says: null,
  }
}

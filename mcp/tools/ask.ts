/** `ask`: an answer from the papers with numbered citations. */
import { z } from 'zod'
import { type AskAnswer, type AskRequest, ask, type Citation, MAX_SOURCES } from '../../app/ask/index.ts'
import { type Gloss, questionField } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'
import type { Item, Listing } from '../listing.ts'
import { shortId, shortLine } from '../short-forms.ts'
import { corpus, cursor, stampOf, tool } from '../tool.ts'

// The rest of an answer is requested soon or never; an answer takes some kB. Chosen, not measured.
const ANSWERS_KEPT = 64

/**
 * Creates the tool. A model answers differently each time, so the rest of a long answer is taken from the cache; once it is evicted, the
 * question is asked again, and the cursor is refused if the answer differs.
 */
export function createAskTool() {
  const kept = new Map<string, AskAnswer>()

  function keep(key: string, answer: AskAnswer): void {
    kept.delete(key)
    kept.set(key, answer)
    const [oldest] = kept.keys()
    if (kept.size > ANSWERS_KEPT && oldest !== undefined) kept.delete(oldest)
  }

  return ({ config }: Gloss) =>
    tool({
      name: 'ask',
      description: 'Answer a question from the papers with citations; says if they do not answer it.',
      isReadOnly: true,
      input: z.strictObject({
        question: questionField(config),
        k: z.int().min(1).max(MAX_SOURCES).optional().describe('sources'),
        corpus,
        cursor,
      }),
      async run(request, { gloss, signal, isContinued }) {
        const seq = await stampOf(await gloss.session(request.corpus))
        const key = JSON.stringify([seq, request])
        const known = isContinued ? kept.get(key) : undefined
        const answer = known ?? (await wholeAnswer(gloss, request, signal))
        keep(key, answer)
        return listingOf(answer, seq)
      },
    })
}

async function wholeAnswer(gloss: Gloss, request: AskRequest, signal: AbortSignal): Promise<AskAnswer> {
  for await (const event of ask(gloss, request, signal)) if (event.type === 'answer') return event.answer
  throw new GlossError('INTERNAL', 'A question ended without an answer.')
}

function listingOf(answer: AskAnswer, seq: string): Listing {
  const { answerable, support, by, sentences, citations, shown } = answer
  const said = sentences.map(
    ({ text, isSupported, support: ofSentence }): Item => ({
      list: 'answer',
      fields: isSupported ? {} : { isSupported, support: ofSentence },
      text,
    }),
  )
  return {
    head: { answerable, support, by },
    items: [
      ...said,
      ...citations.map((place) => placeItem('citations', place, place.quote)),
      ...shown.map((place) => placeItem('shown', place, place.statement)),
    ],
    stamp: `${seq} ${JSON.stringify(sentences)}`,
  }
}

function placeItem(list: string, { n, unit, paper, title, year, page }: Citation, text: string): Item {
  const fields = { n, unit, paper: shortId(paper), title: shortLine(title), year, page }
  return { list, fields, text }
}

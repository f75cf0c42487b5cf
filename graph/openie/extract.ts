/** Runs OpenIE on one text with a chat model: its entities, then the triples between them (HippoRAG's two calls). */
import { type CachedChat, type ChatRequest, repairRequest } from '../../models/index.ts'
import { addedLosses, type LossCounts } from '../formats/index.ts'
import { withoutEchoedEntities, withoutEchoedTriples } from './example-echo.ts'
import { complaintOf, entityRequest, tripleRequest } from './prompts.ts'
import { type ReadAnswer, readEntities, readTriples, type Triple } from './read-answer.ts'
import { fittingText, type OpenIeLimits } from './window.ts'

/** `extracted` with empty lists means that the text states nothing; `unreadable`, that the model's answer could not be parsed. */
export type OpenIe =
  | {
      readonly outcome: 'extracted'
      readonly entities: readonly string[]
      /** Triples as the model wrote them, of any length. */
      readonly triples: readonly Triple[]
      readonly losses: LossCounts
    }
  | { readonly outcome: 'unreadable'; readonly step: 'entities' | 'triples'; readonly losses: LossCounts }

const ENTITY_FORM = '{"named_entities": ["...", "..."]}'
const TRIPLE_FORM = '{"triples": [["subject", "relation", "object"], ...]}'

/**
 * Asks twice, and once more for each answer that cannot be parsed. Answers that stay unreadable are removed from the cache, so that the
 * next run asks again. Throws what the chat throws.
 */
export async function extractOpenIe(
  text: string,
  chat: CachedChat,
  signal: AbortSignal,
  limits: OpenIeLimits,
): Promise<OpenIe> {
  if (text.trim() === '') return { outcome: 'extracted', entities: [], triples: [], losses: { no_text: 1 } }
  const shown = fittingText(text, limits.textTokens)
  const cut = shown === text ? {} : { text_cut: 1 }
  const named = await answerTo(
    chat,
    entityRequest(shown, limits.entityTokens),
    (answer) => withoutEchoedEntities(readEntities(answer), shown),
    ENTITY_FORM,
    signal,
  )
  if (named.items === null)
    return { outcome: 'unreadable', step: 'entities', losses: addedLosses(cut, lossesOf(named, null)) }
  const stated = await answerTo(
    chat,
    tripleRequest(shown, named.items, limits.tripleTokens),
    (answer) => withoutEchoedTriples(readTriples(answer), shown),
    TRIPLE_FORM,
    signal,
  )
  const losses = addedLosses(cut, lossesOf(named, stated))
  if (stated.items === null) return { outcome: 'unreadable', step: 'triples', losses }
  return { outcome: 'extracted', entities: named.items, triples: stated.items, losses }
}

async function answerTo<Item>(
  chat: CachedChat,
  request: ChatRequest,
  read: (answer: string) => ReadAnswer<Item>,
  form: string,
  signal: AbortSignal,
): Promise<ReadAnswer<Item>> {
  const first = await chat.ask(request, signal)
  const readFirst = read(first)
  if (readFirst.items !== null) return readFirst
  const repair = repairRequest(request, first, complaintOf(form))
  const readSecond = read(await chat.ask(repair, signal))
  if (readSecond.items === null) await chat.forget([request, repair])
  else return { ...readSecond, losses: addedLosses(readSecond.losses, { mended_answer: 1 }) }
  return readSecond
}

function lossesOf(named: ReadAnswer<string>, stated: ReadAnswer<Triple> | null): LossCounts {
  return addedLosses(of('entities', named.losses), of('triples', stated?.losses ?? {}))
}

/** Names the losses of a step, such as `entities_cut_off`; `mended_` stays in front. */
function of(step: string, losses: LossCounts): LossCounts {
  return Object.fromEntries(
    Object.entries(losses).map(([reason, count]) => [
      reason.startsWith('mended_') ? `mended_${step}_${reason.slice('mended_'.length)}` : `${step}_${reason}`,
      count,
    ]),
  )
}

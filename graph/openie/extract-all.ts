/** The pass over a corpus: OpenIE of every unit, a few at a time, resumable because answers are kept and units that fail stay undone. */
import { type GlossError, mapOrdered } from '../../core/index.ts'
import type { Extraction } from '../../corpus/index.ts'
import {
  type AnswerCache,
  type CachedChat,
  type ChatModel,
  type ChatRequest,
  createCachedChat,
  isModelFailure,
  repairRequest,
} from '../../models/index.ts'
import { addedLosses, type LossCounts } from '../formats/index.ts'
import { ownEntities, ownTriples } from './example-echo.ts'
import { extractionOf } from './facts.ts'
import { complaintOf, entityRequest, OPENIE_PROMPT_HASH, tripleRequest } from './prompts.ts'
import { type ReadAnswer, readEntities, readTriples, type Triple } from './read-answer.ts'
import { createTally, type OpenIeReport, type Tally } from './tally.ts'
import { fittingText, type OpenIeLimits, openIeLimits } from './window.ts'

export interface OpenIeUnit {
  readonly id: string
  readonly text: string
}

export interface OpenIePass {
  readonly units: AsyncIterable<OpenIeUnit>
  readonly chat: ChatModel
  /** Null asks every time. */
  readonly cache: AnswerCache | null
  /** The model's window, question and answer together. */
  readonly contextTokens: number
  /** Units that are asked at once. */
  readonly concurrency?: number
  /** Some extractions, in the order of the units; the next come when it has resolved. */
  readonly onExtracted: (extractions: readonly Extraction[]) => Promise<void>
  /** After each unit. */
  readonly onProgress?: (report: OpenIeReport) => void
}

interface UnitAnswer {
  readonly unit: string
  readonly openIe: OpenIe | { readonly outcome: 'unanswered'; readonly error: GlossError }
}

/** Servers for one user answer some four requests at once. Chosen, not measured. */
const DEFAULT_CONCURRENCY = 4
/** One transaction each. A kill loses at most these, and their answers are kept. Chosen, not measured. */
const BATCH = 16
/** So many units without an answer, one after the other: the server is gone. Chosen, not measured. */
const MAX_UNANSWERED_IN_A_ROW = 5

/** Returns the mark of an extraction by this model; another wording of the prompts is another mark. */
export function openIeMade(chat: Pick<ChatModel, 'id'>): string {
  return `openie:${chat.id}:${OPENIE_PROMPT_HASH}`
}

/**
 * Extracts every unit and reports what it came to. When the model server is gone it hands on what there is and throws the last failure;
 * it throws other errors of the chat, and `CONFIG_INVALID` for a window that is too small, at once.
 */
export async function extractAll(pass: OpenIePass, signal: AbortSignal): Promise<OpenIeReport> {
  const tally = createTally()
  const chat = createCachedChat(pass.chat, pass.cache, tally.asked)
  const made = openIeMade(pass.chat)
  const limits = openIeLimits(pass.contextTokens)
  const answers = mapOrdered(pass.concurrency ?? DEFAULT_CONCURRENCY, (unit: OpenIeUnit, inner) =>
    answered(unit, chat, inner, limits),
  )
  let batch: Extraction[] = []
  const handOn = async () => {
    const full = batch
    batch = []
    if (full.length > 0) await pass.onExtracted(full)
  }
  let unanswered = 0
  try {
    for await (const answer of answers(pass.units, signal)) {
      const extraction = settled(answer, made, tally)
      if (extraction !== null) batch.push(extraction)
      if (batch.length === BATCH) await handOn()
      pass.onProgress?.(tally.report())
      unanswered = answer.openIe.outcome === 'unanswered' ? unanswered + 1 : 0
      if (answer.openIe.outcome === 'unanswered' && unanswered === MAX_UNANSWERED_IN_A_ROW)
        throw answer.openIe.error
    }
  } finally {
    await handOn()
  }
  return tally.report()
}

async function answered(
  unit: OpenIeUnit,
  chat: CachedChat,
  signal: AbortSignal,
  limits: OpenIeLimits,
): Promise<UnitAnswer> {
  try {
    return { unit: unit.id, openIe: await extractOpenIe(unit.text, chat, signal, limits) }
  } catch (error) {
    if (!isModelFailure(error)) throw error
    return { unit: unit.id, openIe: { outcome: 'unanswered', error } }
  }
}

/** Null where the unit stays undone. */
function settled({ unit, openIe }: UnitAnswer, made: string, tally: Tally): Extraction | null {
  if (openIe.outcome === 'unanswered') {
    tally.failed(openIe.error.code, {})
    return null
  }
  if (openIe.outcome === 'unreadable') {
    tally.failed('MODEL_ANSWER_INVALID', openIe.losses)
    return null
  }
  const { extraction, losses } = extractionOf(unit, made, openIe)
  tally.extracted(extraction, addedLosses(openIe.losses, losses))
  return extraction
}

/** OpenIE of one text by a chat model: its entities, then the triples that hold between them (HippoRAG's two calls). */

/** `extracted` with empty lists says that the text states nothing; `unreadable`, that the model did not say it in a form to be read. */
type OpenIe =
  | {
      readonly outcome: 'extracted'
      readonly entities: readonly string[]
      /** As they were said, of any length. */
      readonly triples: readonly Triple[]
      readonly losses: LossCounts
    }
  | { readonly outcome: 'unreadable'; readonly step: 'entities' | 'triples'; readonly losses: LossCounts }

const ENTITY_FORM = '{"named_entities": ["...", "..."]}'
const TRIPLE_FORM = '{"triples": [["subject", "relation", "object"], ...]}'

/**
 * Asks twice, and once more for each answer that cannot be read. Answers that stay unreadable are forgotten, so that the next run asks
 * again. Throws what the chat throws.
 */
async function extractOpenIe(
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
    (answer) => ownEntities(readEntities(answer), shown),
    ENTITY_FORM,
    signal,
  )
  if (named.items === null)
    return { outcome: 'unreadable', step: 'entities', losses: addedLosses(cut, lossesOf(named, null)) }
  const stated = await answerTo(
    chat,
    tripleRequest(shown, named.items, limits.tripleTokens),
    (answer) => ownTriples(readTriples(answer), shown),
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

/** `entities_cut_off`; `mended_` stays in front. */
function of(step: string, losses: LossCounts): LossCounts {
  return Object.fromEntries(
    Object.entries(losses).map(([reason, count]) => [
      reason.startsWith('mended_') ? `mended_${step}_${reason.slice('mended_'.length)}` : `${step}_${reason}`,
      count,
    ]),
  )
}

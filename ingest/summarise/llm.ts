/**
 * Units by a chat model with a published prompt: `csv` (P-UNIT, the whole paper) or `claims` (P-CLAIM, the abstract).
 * An answer without a usable row is repaired once; a paper without any is an error, never a kept paper without units.
 */
import { abbreviationsOf, GlossError } from '../../core/index.ts'
import type { UnitDraft } from '../../corpus/index.ts'
import {
  type AnswerCache,
  type AskedEvent,
  type CachedChat,
  type ChatModel,
  createCachedChat,
  repairRequest,
} from '../../models/index.ts'
import { locatorOf, onOneLine, paperBody } from '../paper-body.ts'
import type { ReadPaper, Summariser, Summary } from '../ports.ts'
import { type AnswerReader, answerReaders, type ReadRow } from './answer-readers.ts'
import { type LlmForm, type PartRequest, promptOf, requestsOf } from './llm-requests.ts'
import { type PaperSentence, paperSentences } from './paper-sentences.ts'
import { placeOf } from './place-of.ts'
import { topicOf } from './topic.ts'

export interface LlmSummariserOptions {
  readonly chat: ChatModel
  readonly form: LlmForm
  /** The model's window, question and answer together. */
  readonly contextTokens: number
  readonly maxAnswerTokens?: number
  /** Null asks every time. */
  readonly cache: AnswerCache | null
  /** Called after each answer, for ledgers. */
  readonly onAsked?: (event: AskedEvent) => void
}

/** What a unit of this kind is called in the published files. */
const NAME = 'SYNTHESIZED_POINT_SUMMARY'

/** Costs a call for each part of the paper that fits the window, and one more for each that has to be repaired. */
export function createLlmSummariser(options: LlmSummariserOptions): Summariser {
  const chat = createCachedChat(options.chat, options.cache, options.onAsked ?? (() => undefined))
  const read = answerReaders[options.form]
  const made = `llm:${options.chat.id}:${promptOf(options.form).hash}`
  return {
    made,
    async summarise(paper, signal) {
      const requests = requestsOf(paper, options)
      const answers: PartAnswer[] = []
      for (const request of requests) answers.push(await answerOf(chat, request, read, signal))
      const losses = summed(answers.map((answer) => answer.losses))
      const usable = answers.filter((answer) => answer.rows !== null)
      if (answers.length > 0 && usable.length === 0) {
        await chat.forget(answers.flatMap((answer) => answer.asked))
        throw nothingUsable(options.chat.id, paper, losses)
      }
      if (answers.length === 0) return { drafts: [], losses: { no_text: 1 } }
      return { drafts: usable.flatMap((answer) => draftsOf(paper, answer, made)), losses }
    },
  }
}

interface PartAnswer {
  readonly part: PartRequest
  /** Null where neither the answer nor its repair could be used. */
  readonly rows: readonly ReadRow[] | null
  readonly losses: Readonly<Record<string, number>>
  readonly asked: readonly PartRequest['request'][]
}

async function answerOf(
  chat: CachedChat,
  part: PartRequest,
  read: AnswerReader,
  signal: AbortSignal,
): Promise<PartAnswer> {
  const first = await chat.ask(part.request, signal)
  const readFirst = read.rowsOf(first)
  if (readFirst.rows !== null) return { part, ...readFirst, asked: [part.request] }
  const repair = repairRequest(part.request, first, read.repairInstruction)
  const readSecond = read.rowsOf(await chat.ask(repair, signal))
  const losses =
    readSecond.rows === null ? { ...readSecond.losses, part_without_units: 1 } : readSecond.losses
  return { part, rows: readSecond.rows, losses, asked: [part.request, repair] }
}

function draftsOf(paper: ReadPaper, { part, rows }: PartAnswer, made: string): UnitDraft[] {
  const body = paperBody(paper)
  const sentences = paperSentences(body)
  const topic = topicOf(paper, body, abbreviationsOf(onOneLine(body.text)))
  return (rows ?? []).map((row) => {
    const place = placeOf(row.text, sentences)
    const page = place === null ? null : body.pageAt(place.start)
    return {
      kind: 'unit',
      name: NAME,
      year: paper.description.year,
      locator:
        place === null ? pagesOf(part) : locatorOf(headingAt(place.start, sentences, body.blocks), page),
      topic: row.topic === '' ? topic : row.topic,
      text: row.text,
      page,
      start: place?.start ?? null,
      end: place?.end ?? null,
      made,
    }
  })
}

function headingAt(
  start: number,
  sentences: readonly PaperSentence[],
  blocks: readonly { readonly heading: string }[],
): string {
  const block = sentences.find((sentence) => sentence.start === start)?.block ?? 0
  return blocks[block]?.heading ?? ''
}

/** The pages that the model was shown: true of every statement it made of them. */
function pagesOf({ pages }: PartRequest): string {
  if (pages === null) return ''
  const [first, last] = pages
  return first === last ? `p. ${first}` : `pp. ${first}–${last}`
}

function summed(parts: readonly Readonly<Record<string, number>>[]): Summary['losses'] {
  const sum: Record<string, number> = {}
  for (const losses of parts)
    for (const [reason, count] of Object.entries(losses)) sum[reason] = (sum[reason] ?? 0) + count
  return sum
}

function nothingUsable(model: string, paper: ReadPaper, losses: Summary['losses']): GlossError {
  const lost = Object.entries(losses).map(([reason, count]) => `${reason} ${count}`)
  const title = paper.description.title || paper.id
  return new GlossError(
    'MODEL_ANSWER_INVALID',
    `${model} wrote no usable unit for "${title}", even when asked to correct its answer (${lost.join(', ')})`,
    { model, paper: paper.id, ...losses },
  )
}

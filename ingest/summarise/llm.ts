/**
 * Units by a chat model: `csv` (P-UNIT, the whole paper) or `claims` (P-CLAIM, the abstract). A paper that no window holds is asked about
 * part by part, and the points of the parts are merged. An answer without a usable row is repaired once; a paper without any is an error,
 * never a kept paper without units.
 */
import { abbreviationsOf, isGlossError } from '../../core/index.ts'
import type { UnitDraft } from '../../corpus/index.ts'
import {
  type AnswerCache,
  type AskedEvent,
  type ChatModel,
  createCachedChat,
  isTooLong,
} from '../../models/index.ts'
import { bodyLanguage } from '../body-language.ts'
import { locatorOf, onOneLine, paperBody } from '../paper-body.ts'
import type { ReadPaper, Summariser } from '../ports.ts'
import { type AskedPoints, askPoints, type PointsRequest } from './ask-points.ts'
import { type LlmForm, promptOf } from './llm-requests.ts'
import { MERGE_PROMPT, type ModelPoint } from './merge-points.ts'
import { type PaperSentence, paperSentences } from './paper-sentences.ts'
import { placeOf } from './place-of.ts'
import { topicOf } from './topic.ts'

export interface LlmSummariserOptions {
  readonly chat: ChatModel
  readonly form: LlmForm
  /** The model's window, question and answer together; asked for with each paper. */
  readonly contextTokens: () => Promise<number>
  readonly maxAnswerTokens?: number
  /** Null asks every time. */
  readonly cache: AnswerCache | null
  /** Called after each answer, for ledgers. */
  readonly onAsked?: (event: AskedEvent) => void
}

/** What a unit of this kind is called in the published files. */
const NAME = 'SYNTHESIZED_POINT_SUMMARY'

// Tables cost up to one and a half times the tokens that are estimated (a token a digit, sixteen papers): two steps allow for twice.
const SMALLER = 0.7
const MOST_STEPS = 2

/** `askPoints` says what a paper costs and what it throws. */
export function createLlmSummariser(options: LlmSummariserOptions): Summariser {
  const chat = createCachedChat(options.chat, options.cache, options.onAsked ?? (() => undefined))
  const made = `llm:${options.chat.id}:${promptHashes(options.form)}`
  return {
    made,
    async summarise(paper, signal) {
      signal.throwIfAborted()
      const contextTokens = await options.contextTokens()
      const settings = { ...options, contextTokens, chat, model: options.chat.id }
      const { points, losses } = await askFitting(paper, settings, signal)
      return { drafts: draftsOf(paper, points, made), losses }
    },
  }
}

/** Tokens are estimated: a paper that the server finds too long is asked about again in smaller parts. */
async function askFitting(
  paper: ReadPaper,
  settings: PointsRequest,
  signal: AbortSignal,
): Promise<AskedPoints> {
  let refusal: unknown = null
  for (let step = 0; step <= MOST_STEPS; step++) {
    const contextTokens = Math.floor(settings.contextTokens * SMALLER ** step)
    try {
      return await askPoints(paper, { ...settings, contextTokens }, signal)
    } catch (error) {
      if (refusal !== null && isGlossError(error, 'CONFIG_INVALID')) break
      if (!isTooLong(error)) throw error
      refusal = error
    }
  }
  throw refusal
}

/** Of every prompt that a unit may be made with. */
function promptHashes(form: LlmForm): string {
  const { hash } = promptOf(form)
  return form === 'csv' ? `${hash}+${MERGE_PROMPT.hash}` : hash
}

function draftsOf(paper: ReadPaper, points: readonly ModelPoint[], made: string): UnitDraft[] {
  const body = paperBody(paper)
  const sentences = paperSentences(body, paper.description.language)
  const topic = topicOf(paper, body, abbreviationsOf(onOneLine(body.text)))
  return points.map((point) => {
    const place = placeOf(point.text, sentences, bodyLanguage(body.text, paper.description))
    const page = place === null ? null : body.pageAt(place.start)
    return {
      kind: 'unit',
      name: NAME,
      year: paper.description.year,
      locator:
        place === null ? pagesOf(point) : locatorOf(headingAt(place.start, sentences, body.blocks), page),
      topic: point.topic === '' ? topic : point.topic,
      text: point.text,
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

/** `pp. 1–4, 9`: the pages that the model was shown, true of every statement it made of them. */
function pagesOf({ pages }: ModelPoint): string {
  if (pages.length === 0) return ''
  const ranges = pages.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`))
  const isOnePage = pages.length === 1 && pages[0]![0] === pages[0]![1]
  return `${isOnePage ? 'p.' : 'pp.'} ${ranges.join(', ')}`
}

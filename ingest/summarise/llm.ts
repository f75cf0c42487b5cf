/**
 * Makes units with a chat model: `csv` (P-UNIT, the whole paper) or `claims` (P-CLAIM, the abstract). A paper larger than the window is
 * processed part by part, and the points of the parts are merged. An answer without a usable row is repaired once; a paper without any is
 * an error, never a kept paper without units.
 */
import { abbreviationsOf, GlossError, isGlossError } from '../../core/index.ts'
import type { UnitDraft } from '../../corpus/index.ts'
import {
  type AnswerCache,
  type AnswerUsage,
  type ChatModel,
  type ChatRequest,
  createCachedChat,
  isModelFailure,
  isTooLong,
} from '../../models/index.ts'
import { bodyLanguage } from '../body-language.ts'
import { locatorOf, onOneLine, paperBody } from '../paper-body.ts'
import type { ReadPaper, Summariser } from '../ports.ts'
import { SummaryFailure } from '../summary-failure.ts'
import { askPoints, type PointsAnswer, type PointsRequest } from './ask-points.ts'
import { type LlmForm, promptOf } from './llm-requests.ts'
import { MERGE_PROMPT, type ModelPoint } from './merge-points.ts'
import { type PaperSentence, paperSentences } from './paper-sentences.ts'
import { placeOf } from './place-of.ts'
import { topicOf } from './topic.ts'

export interface LlmSummariserOptions {
  readonly chat: ChatModel
  readonly form: LlmForm
  /** Returns the model's window, for question and answer together; called for each paper. */
  readonly contextTokens: () => Promise<number>
  readonly maxAnswerTokens?: number | undefined
  /** Cache of answers; null asks every time. */
  readonly cache: AnswerCache | null
  /** Called after each answer, for ledgers. */
  readonly onAsked?: (event: AnswerUsage) => void
}

/** Name of such units in the published files. */
const NAME = 'SYNTHESIZED_POINT_SUMMARY'

// Tables cost up to one and a half times the estimated tokens (a token per digit, in sixteen papers): two steps allow for twice.
const SMALLER = 0.7
const MAX_STEPS = 2

/** Failed papers in a row after which the server counts as down, so that no further paper waits for its timeouts. Chosen, not measured. */
const MAX_CONSECUTIVE_FAILURES = 3
/** Statuses that reject one request, such as a content filter's: another paper may well be answered. */
const OF_ONE_REQUEST: ReadonlySet<unknown> = new Set([400, 413, 422])

/** Costs and throws as `askPoints` does; if the server fails, the `SummaryFailure` has the code of that failure. */
export function createLlmSummariser(options: LlmSummariserOptions): Summariser {
  const { chat: asked, isCut } = notingCuts(options.chat)
  const chat = createCachedChat(asked, options.cache, options.onAsked ?? (() => undefined))
  const made = `llm:${options.chat.id}:${promptHashes(options.form)}`
  const model = options.chat.id
  let failedInARow = 0
  let lastFailure = ''
  const down = () => (failedInARow < MAX_CONSECUTIVE_FAILURES ? '' : lastFailure)
  return {
    made,
    down,
    async summarise(paper, signal) {
      signal.throwIfAborted()
      if (down() !== '') throw serverFailure(paper, model, skippedModel(lastFailure))
      const contextTokens = await options.contextTokens()
      try {
        const settings = { ...options, contextTokens, chat, model, isCut }
        const { points, losses } = await askFitting(paper, settings, signal)
        failedInARow = 0
        return { drafts: draftsOf(paper, points, made), losses }
      } catch (error) {
        if (signal.aborted || !isModelFailure(error)) throw error
        const isOfPaper = error.code === 'MODEL_REFUSED' && OF_ONE_REQUEST.has(error.facts['status'])
        if (!isOfPaper) failedInARow++
        lastFailure = error.message
        throw serverFailure(paper, model, error)
      }
    },
  }
}

function skippedModel(lastFailure: string): GlossError {
  const why = `${MAX_CONSECUTIVE_FAILURES} papers in a row failed, the last with: ${lastFailure}`
  return new GlossError('MODEL_UNAVAILABLE', `it was not asked, because ${why}`)
}

function serverFailure(paper: ReadPaper, model: string, error: GlossError): SummaryFailure {
  const title = paper.description.title || paper.id
  const facts = { ...error.facts, model, paper: paper.id }
  return new SummaryFailure(
    error.code,
    `No units of "${title}" by ${model}: ${error.message}`,
    {},
    facts,
    error,
  )
}

/** Wraps the chat, and records which requests were answered up to the token limit. */
function notingCuts(chat: ChatModel) {
  const cut = new WeakSet<ChatRequest>()
  const noting: ChatModel = {
    id: chat.id,
    async complete(request, signal) {
      const answer = await chat.complete(request, signal)
      if (answer.finish === 'length') cut.add(request)
      return answer
    },
  }
  return { chat: noting, isCut: (request: ChatRequest) => cut.has(request) }
}

/** Asks again in smaller parts if the server finds a request too long, since tokens are only estimated. */
async function askFitting(
  paper: ReadPaper,
  settings: PointsRequest,
  signal: AbortSignal,
): Promise<PointsAnswer> {
  let refusal: unknown = null
  for (let step = 0; step <= MAX_STEPS; step++) {
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

/** Returns the hashes of every prompt that may contribute to a unit. */
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

/** Returns `pp. 1–4, 9`: the pages shown to the model, which cover every statement that it made. */
function pagesOf({ pages }: ModelPoint): string {
  if (pages.length === 0) return ''
  const ranges = pages.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`))
  const isOnePage = pages.length === 1 && pages[0]![0] === pages[0]![1]
  return `${isOnePage ? 'p.' : 'pp.'} ${ranges.join(', ')}`
}

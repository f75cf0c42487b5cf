/** Builds the requests to a model for a paper: one for each part that fits its window. */
import { defuseControlMarks, GlossError } from '../../core/index.ts'
import { type ChatRequest, estimateMessageTokens } from '../../models/index.ts'
import { onOneLine, type PaperBody, paperBody } from '../paper-body.ts'
import type { ReadPaper } from '../ports.ts'
import { cutToTokens, type PaperPart, paperParts } from './paper-parts.ts'
import { type SummaryPrompt, summaryPrompt, withPaper } from './prompts.ts'

export type LlmForm = 'csv' | 'claims'

export interface WindowSettings {
  readonly form: LlmForm
  /** The model's window, for question and answer together. */
  readonly contextTokens: number
  /** Maximum number of tokens of an answer, including thoughts. Default: a quarter of the window, 1,024 to 8,192. */
  readonly maxAnswerTokens?: number | undefined
}

/** First and last page shown to a model; null if the source has no pages. */
export type PageRange = PaperPart['pages']

export interface PartRequest {
  readonly request: ChatRequest
  readonly pages: PageRange
}

/** Three bullets of the published size take some 350 tokens; the rest is for thoughts, which take models thousands. */
const MIN_ANSWER_TOKENS = 1_024
const MAX_ANSWER_TOKENS = 8_192
const SHARE_OF_ANSWER = 1 / 4
/** Maximum number of tokens of an unusable answer that are shown to the model again. */
const SHOWN_ANSWER_TOKENS = 1_024
/** Minimum number of tokens of a part, so that it contains a few paragraphs and is worth a call. Chosen, not measured. */
const MIN_PART_TOKENS = 256
/** The repair request contains the unusable answer and some 70 tokens of instruction. */
const REPAIR_TOKENS = 100
/** Tokens of a paper's opening that replace a missing abstract; an abstract has some 1,500 characters. */
const OPENING_TOKENS = 400

/** A note longer than any that occurs. */
const LONGEST_NOTE = partNote(999, 999)

const prompts = { csv: summaryPrompt('P-UNIT'), claims: summaryPrompt('P-CLAIM') } as const

export function promptOf(form: LlmForm): SummaryPrompt {
  return prompts[form]
}

/** Returns the requests of a paper, none without text. Throws `CONFIG_INVALID` if the window cannot hold prompt, answer and repair. */
export function requestsOf(paper: ReadPaper, settings: WindowSettings): PartRequest[] {
  const body = paperBody(paper)
  const prompt = promptOf(settings.form)
  if (settings.form === 'claims') {
    const asked = (abstract: string) => requestOf(claimMessages(prompt, abstract), settings)
    return abstractPart(paper, body, roomFor(asked(''), prompt, settings)).map(({ text, pages }) => ({
      request: asked(text),
      pages,
    }))
  }
  const title = onOneLine(paper.description.title)
  const asked = (content: string, note = '') =>
    requestOf(csvMessages(prompt, [note, title, content]), settings)
  const whole = paperParts(body, roomFor(asked(''), prompt, settings))
  if (whole.length < 2) return whole.map(({ text, pages }) => ({ request: asked(text), pages }))
  // The prompt must not present an incomplete paper as complete.
  const parts = paperParts(body, roomFor(asked('', LONGEST_NOTE), prompt, settings))
  return parts.map(({ text, pages }, i) => ({ request: asked(text, partNote(i + 1, parts.length)), pages }))
}

export function requestOf(messages: ChatRequest['messages'], settings: WindowSettings): ChatRequest {
  return { messages, temperature: 0, maxTokens: answerTokens(settings) }
}

/** Returns how many tokens the model may write, including thoughts. */
export function answerTokens({ contextTokens, maxAnswerTokens }: WindowSettings): number {
  if (maxAnswerTokens !== undefined) return maxAnswerTokens
  const share = Math.floor(contextTokens * SHARE_OF_ANSWER)
  return Math.max(MIN_ANSWER_TOKENS, Math.min(MAX_ANSWER_TOKENS, share))
}

/** Returns the part of an unusable answer that is shown to the model in the repair request. */
export function shownAnswer(answer: string): string {
  return cutToTokens(answer, SHOWN_ANSWER_TOKENS)
}

/** Returns the tokens left for content, besides an empty request, its answer and a repair. Throws `CONFIG_INVALID` if too few are left. */
export function roomFor({ messages }: ChatRequest, prompt: SummaryPrompt, settings: WindowSettings): number {
  const { contextTokens } = settings
  const answer = answerTokens(settings)
  const used =
    estimateMessageTokens(messages) + answer + Math.min(answer, SHOWN_ANSWER_TOKENS) + REPAIR_TOKENS
  if (contextTokens - used >= MIN_PART_TOKENS) return contextTokens - used
  throw new GlossError(
    'CONFIG_INVALID',
    `A window of ${contextTokens} tokens is too small for ${prompt.name}: it takes ${used + MIN_PART_TOKENS}`,
  )
}

function partNote(part: number, parts: number): string {
  return `(This is part ${part} of ${parts} of the paper; the other parts are read separately.)`
}

function csvMessages(prompt: SummaryPrompt, lines: readonly string[]): ChatRequest['messages'] {
  return [{ role: 'user', content: withPaper(prompt, lines.filter((line) => line !== '').join('\n')) }]
}

function claimMessages(prompt: SummaryPrompt, abstract: string): ChatRequest['messages'] {
  return [
    { role: 'system', content: prompt.text },
    { role: 'user', content: defuseControlMarks(abstract) },
  ]
}

/** Returns the abstract, cut to the window, or the opening of the body if there is no abstract. */
function abstractPart({ description }: ReadPaper, body: PaperBody, budgetTokens: number): PaperPart[] {
  const abstract = onOneLine(description.abstract)
  if (abstract === '') return paperParts(body, Math.min(OPENING_TOKENS, budgetTokens)).slice(0, 1)
  const at = body.blocks.find(({ part }) => part === 'abstract')
  const page = at === undefined ? null : body.pageAt(at.start)
  return [{ text: cutToTokens(abstract, budgetTokens), pages: page === null ? null : [page, page] }]
}

/**
 * `web_search` and `web_parse` as ReThinker's prompts promise them: each returns one text. Without a search engine the corpus replaces the
 * web: results have `gloss:` links, and such a link reads that paper's pages.
 */
import { filledPrompt, isGlossError, type Prompt } from '../../core/index.ts'
import type { Ledger } from '../../models/index.ts'
import { type ChatModel, estimateTokens } from '../../models/index.ts'
import { paperQaPrompt, webConclusionPrompt } from '../../solver/index.ts'
import {
  bestPassages,
  type GuestFunctions,
  linkedText,
  type PageReading,
  searchWeb,
  unreadLink,
  type WebSearch,
} from '../../tools/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { findEvidence, type SearchPlan } from './search-corpus.ts'

export interface TextWeb {
  readonly session: CorpusSession
  readonly plan: Omit<SearchPlan, 'k'>
  /** Search engine; null to search the corpus. */
  readonly engine: WebSearch | null
  readonly reading: PageReading
  readonly ledger: Ledger
}

/** Hits of a search, and the request rate of an engine, as in ReThinker's code. */
const HITS = 10
const PACE = { tries: 3, pauseMs: 1_000, timeoutMs: 10_000 }
/** Characters read from the start of a page, as in ReThinker's code. */
const PAGE_CHARACTERS = 122_880
const PARSE_MS = 60_000
/** Words of an answer about a paper and about a page, as in the published prompts. */
const PAPER_WORDS = 200
const PAGE_WORDS = 500
/** Tokens reserved for the prompt's own words and the answer. Chosen, not measured. */
const RESERVED_TOKENS = 1_500
const ANSWER_TOKENS = 1_000
const GLOSS_LINK = /^gloss:([^#?\s]+)/

export function textWebFunctions(web: TextWeb): GuestFunctions {
  return {
    web_search: {
      parameters: ['keywords'],
      call: ([keywords = ''], signal) => search(web, keywords, signal),
    },
    web_parse: {
      parameters: ['link', 'query'],
      call: ([link = '', query = ''], signal) => parse(web, link, query, signal),
    },
  }
}

async function search(web: TextWeb, keywords: string, signal: AbortSignal): Promise<string> {
  const hits = keywords.trim() === '' ? [] : await hitsOf(web, keywords, signal)
  if (hits.length === 0) return `Nothing was found for: ${keywords}`
  return hits.map(({ title, link, text }, at) => `${at + 1}. ${title}\n${link}\n${text}`).join('\n\n')
}

interface TextHit {
  readonly title: string
  readonly link: string
  readonly text: string
}

async function hitsOf(
  { engine, session, plan, ledger }: TextWeb,
  keywords: string,
  signal: AbortSignal,
): Promise<readonly TextHit[]> {
  if (engine !== null) {
    const found = await searchWeb(engine, keywords, signal, PACE)
    const results = 'organic_results' in found ? found.organic_results : []
    return results.slice(0, HITS).map(({ title, link, snippet }) => ({ title, link, text: snippet }))
  }
  const found = await findEvidence(session, { ...plan, k: HITS }, { query: keywords, signal, ledger })
  return found.map(({ title, paper, page, text }) => ({
    title,
    link: `gloss:${paper}${page === null ? '' : `#page=${page}`}`,
    text,
  }))
}

/** Reads a link. Returns a sentence that says so if the link cannot be read. */
async function parse(web: TextWeb, link: string, query: string, signal: AbortSignal): Promise<string> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(PARSE_MS)])
  try {
    const paper = GLOSS_LINK.exec(link.trim())?.[1]
    const page =
      paper === undefined ? await linkedText(link, web.reading, limited) : await ownPaper(web, paper)
    if (page.text.trim() === '') return unreadLink(link, ': no text was found.')
    return await answer(web.reading, { ...page, link, query }, limited)
  } catch (error) {
    signal.throwIfAborted()
    if (isGlossError(error)) return unreadLink(link, `: ${error.message}`)
    if (limited.aborted) return unreadLink(link, ` within ${PARSE_MS / 1_000} s.`)
    throw error
  }
}

/** Returns a paper of the corpus. A paper that was imported as units only has no pages. */
async function ownPaper({ session }: TextWeb, paper: string) {
  const pages = await session.store.pages(paper)
  const texts = pages.length > 0 ? pages : await session.store.listUnits({ paper })
  return { text: texts.map(({ text }) => text).join('\n\n'), isPaper: true }
}

interface WebRequest {
  readonly text: string
  readonly isPaper: boolean
  readonly link: string
  readonly query: string
}

async function answer(
  { chat, contextTokens }: PageReading,
  asked: WebRequest,
  signal: AbortSignal,
): Promise<string> {
  const { text, isPaper, link, query } = asked
  const head = text.slice(0, PAGE_CHARACTERS)
  if (chat !== undefined)
    return await modelAnswer(chat, { ...asked, text: fitting(head, await contextTokens()) }, signal)
  const { text: passages, coverage } = bestPassages(head, query, isPaper ? PAPER_WORDS : PAGE_WORDS)
  return coverage > 0 ? passages : `${link} was read; none of its sentences contains a word of the question.`
}

async function modelAnswer(
  chat: ChatModel,
  { text, isPaper, query }: WebRequest,
  signal: AbortSignal,
): Promise<string> {
  const prompt: Prompt = isPaper ? paperQaPrompt() : webConclusionPrompt()
  const content = filledPrompt(
    prompt,
    isPaper ? { user_query: query, pdf_info: text } : { user: query, info: text },
  )
  const request = { messages: [{ role: 'user' as const, content }], temperature: 0, maxTokens: ANSWER_TOKENS }
  return (await chat.complete(request, signal)).text
}

function fitting(text: string, contextTokens: number): string {
  const room = Math.max(0, contextTokens - RESERVED_TOKENS)
  const tokens = estimateTokens(text)
  return tokens <= room ? text : text.slice(0, Math.floor((text.length * room) / tokens))
}

/** `web_parse(link, query)`: what one page or paper says about a question, in the published form. Never throws expected errors. */
import { TextDecoder } from 'node:util'
import { isGlossError, parsedJson } from '../../core/index.ts'
import { type ChatModel, estimateTokens } from '../../models/index.ts'
import {
  MAX_FURTHER_LINKS,
  PAGE_SCHEMA,
  PAGE_WORDS,
  PAPER_WORDS,
  PageAnswer,
  pageMessages,
  paperMessages,
} from './page-prompts.ts'
import { bestPassages, firstWords, type Passages } from './passages.ts'
import type { FetchedPage, PageFetcher, PageLink, PageText } from './ports.ts'

export interface ParsedPage {
  readonly content: string
  readonly urls: readonly { readonly url: string; readonly description: string }[]
  /** Score from 0 to 1; 1 for a paper; -1 if nothing was read. */
  readonly score: number
}

export interface PageReading {
  readonly fetcher: PageFetcher
  readonly text: PageText
  /** Model that reads the page. Without one, the best passages are the answer. */
  readonly chat?: ChatModel
  /** Returns the chat model's context window in tokens; called if the model reads a page. */
  readonly contextTokens: () => Promise<number>
}

const FAILED_SCORE = -1
// Tokens for the prompt's own words and the answer: 500 words are some 700 tokens. Chosen, not measured.
const RESERVED_TOKENS = 1_500
const ANSWER_TOKENS = 1_000
// Published: reads the first 30,000 tokens of a page for models other than the default one.
const MAX_PAGE_TOKENS = 30_000
const MAX_LINKS = 60

export async function parseLink(
  link: string,
  query: string,
  reading: PageReading,
  signal: AbortSignal,
): Promise<ParsedPage> {
  try {
    const paper = paperLink(link)
    const page = await reading.fetcher.fetch(paper ?? link, signal)
    if (paper !== null && page.kind !== 'pdf')
      return unreadable(`${link} could not be read: the server sent a web page, not a PDF.`)
    return page.kind === 'pdf'
      ? await readPaper(page, query, reading, signal)
      : await readPage(page, query, reading, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (isGlossError(error)) return unreadable(error.message)
    throw error
  }
}

function unreadable(why: string): ParsedPage {
  return { content: why, urls: [], score: FAILED_SCORE }
}

/** Returns the readable text behind a link. Throws `LINK_REFUSED` and `LINK_FAILED`. */
export async function linkedText(
  link: string,
  { fetcher, text: texts }: PageReading,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly isPaper: boolean }> {
  const page = await fetcher.fetch(paperLink(link) ?? link, signal)
  if (page.kind === 'pdf') return { text: (await texts.pdf(page.bytes, signal)) ?? '', isPaper: true }
  const raw = decoded(page)
  if (page.kind !== 'html') return { text: raw, isPaper: false }
  return { text: (await texts.html(raw, page.link, signal)).text, isPaper: false }
}

async function readPaper(
  { link, bytes }: FetchedPage,
  query: string,
  { text: texts, chat, contextTokens }: PageReading,
  signal: AbortSignal,
): Promise<ParsedPage> {
  const text = await texts.pdf(bytes, signal)
  if (text === null || text.trim() === '')
    return unreadable(`${link} could not be read: no text was found in the PDF.`)
  if (chat === undefined) {
    const { text: content, coverage } = await texts.passages(text, query, PAPER_WORDS, signal)
    return coverage > 0 ? { content, urls: [], score: 1 } : irrelevantPage(link, 1)
  }
  const messages = paperMessages(query, fitting(text, await contextTokens()))
  const answer = await chat.complete({ messages, temperature: 0, maxTokens: ANSWER_TOKENS }, signal)
  return { content: firstWords(answer.text.trim(), PAPER_WORDS), urls: [], score: 1 }
}

async function readPage(
  page: FetchedPage,
  query: string,
  { text: texts, chat, contextTokens }: PageReading,
  signal: AbortSignal,
): Promise<ParsedPage> {
  const raw = decoded(page)
  const { text, links } =
    page.kind === 'html' ? await texts.html(raw, page.link, signal) : { text: raw, links: [] }
  if (text.trim() === '') return unreadable(`${page.link} could not be read: the page contains no text.`)
  const plain = passagesAnswer(page.link, await texts.passages(text, query, PAGE_WORDS, signal), query, links)
  if (chat === undefined) return plain
  const listed = links.slice(0, MAX_LINKS)
  const messages = pageMessages(query, fitting(text, await contextTokens()), listed)
  const answer = await chat.complete(
    { messages, temperature: 0, maxTokens: ANSWER_TOKENS, schema: PAGE_SCHEMA },
    signal,
  )
  return modelAnswer(answer.text, listed) ?? plain
}

function passagesAnswer(
  link: string,
  { text: content, coverage }: Passages,
  query: string,
  links: readonly PageLink[],
): ParsedPage {
  if (coverage === 0) return irrelevantPage(link, 0)
  const urls = links
    .map(({ url, text: words }) => ({
      url,
      description: words,
      coverage: bestPassages(words, query, PAGE_WORDS).coverage,
    }))
    .filter((candidate) => candidate.coverage > 0)
    .sort((a, b) => b.coverage - a.coverage)
    .slice(0, MAX_FURTHER_LINKS)
    .map(({ url, description }) => ({ url, description }))
  return { content, urls, score: coverage }
}

function irrelevantPage(link: string, score: number): ParsedPage {
  return {
    content: `${link} was read; none of its sentences contains a word of the question.`,
    urls: [],
    score,
  }
}

/** Reads a model's answer; null for another form. Links that the page lacks are left out, since models invent links. */
function modelAnswer(answer: string, links: readonly PageLink[]): ParsedPage | null {
  const json = /\{.*\}/s.exec(answer)?.[0] ?? ''
  const parsed = PageAnswer.safeParse(parsedJson(json))
  if (!parsed.success) return null
  const known = new Set(links.map(({ url }) => url))
  const { content, urls, score } = parsed.data
  return {
    content: firstWords(content, PAGE_WORDS),
    urls: urls.filter(({ url }) => known.has(url)).slice(0, MAX_FURTHER_LINKS),
    score: Math.min(1, Math.max(0, score)),
  }
}

/** Returns the beginning of the text that leaves the model room to answer. */
function fitting(text: string, contextTokens: number): string {
  const room = Math.min(MAX_PAGE_TOKENS, contextTokens - RESERVED_TOKENS)
  const tokens = estimateTokens(text)
  return tokens <= room ? text : text.slice(0, Math.floor((text.length * Math.max(0, room)) / tokens))
}

const META_CHARSET = /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i
const META_WITHIN_BYTES = 1_024

function decoded({ bytes, charset, kind }: FetchedPage): string {
  const head = Buffer.from(bytes.subarray(0, META_WITHIN_BYTES)).toString('latin1')
  const named = charset ?? (kind === 'html' ? META_CHARSET.exec(head)?.[1] : undefined) ?? 'utf-8'
  return decoderOf(named).decode(bytes)
}

/** Returns the decoder of a charset; UTF-8 for an unknown one. */
function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder()
    throw error
  }
}

// Matches old ids (math.GT/0309136) and new ones (2509.21193v2).
const ARXIV = /^\/(?:abs|pdf|html)\/((?:[a-z-]+(?:\.[A-Z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)(?:\.pdf)?\/?$/
const ARXIV_HOST = /^(?:www\.|export\.)?arxiv\.org$/

/** Returns the link of a paper's PDF if the link leads to a paper, else null. Also for unsafe links, without requesting them. */
function paperLink(link: string): string | null {
  const url = URL.canParse(link) ? new URL(link) : null
  if (url === null) return null
  if (ARXIV_HOST.test(url.hostname)) {
    const id = ARXIV.exec(url.pathname)?.[1]
    if (id !== undefined) return `https://arxiv.org/pdf/${id}`
  }
  return url.pathname.toLowerCase().endsWith('.pdf') ? url.href : null
}

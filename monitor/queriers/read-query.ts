/**
 * Reads one clean query from a model's answer to "only the search query" (P-QUERY; specs E18 and X5). Small models
 * also write a greeting, a label, an explanation, a list of candidates, JSON, a tool call, a fence, or the prompt again.
 */
import { type LenientValue, readLenientJson } from '../../core/index.ts'
import { compiled, readPatternFile } from '../pattern-files.ts'

/** Input of the model. */
export interface QuerierInput {
  /** Prompt without the window. */
  readonly prompt: string
  readonly window: string
}

// Longer ones are prose that no rule here recognises. Chosen, not measured.
const MAX_WORDS = 32
/** Maximum words of lines that, one below the other, are the key words of one query. */
const KEYWORD_LINE_WORDS = 2
/** Words of the window that can be its query; more of them repeat the window. Chosen, not measured. */
const MAX_REPEATED_WORDS = 9

const TURN_MARK = /<\|[^|>\n]*\|>|<\/?s>|<(?:start|end)_of_turn>|<(?:eos|bos|pad)>|\[\/?INST\]/g
/** Matches a line break that the model spelled out; `\nu` is a Greek letter. */
const SPELLED_BREAK = /\\n(?![a-z])/g
const TAGGED = /<(search[_ -]?query|query|search|keywords?|answer)>([\s\S]*?)(?:<\/\1>|$)/i
/** Matches tags with nothing between them, or an opening tag with nothing after it. */
const EMPTY_TAGS = /<(search[_ -]?query|query|search|keywords?|answer)>\s*(?:<\/\1>|$)/gi
const JSON_START = /\{\s*["'“]|\[\s*["'“{]/
const QUERY_KEY = /^(?:search|refined|final)?[ _-]?(?:quer(?:y|ies)|keywords?|terms?|q)$/i
const OTHER_KEY =
  /^(?:name|type|function|tool|reason(?:ing)?|explanation|thoughts?|rationale|note|language|id|confidence)$/i
/** Matches a call of a function with the query. */
const CALL = /^(?:print\()?\w*(?:search|query|retrieve)\w*\(\s*(?:\w+\s*=\s*)?(["'`])(.+?)\1[\s\S]*\)$/i

const LIST_MARK = /^(?:[-*•>+]\s+|#{1,6}\s+|\(?\d{1,2}[.)]\s+|\(?[a-d]\)\s+|option\s+\w{1,2}\s*[:.)]\s*)/i
const { patterns } = readPatternFile(new URL('./read-query.txt', import.meta.url))
const LABEL = compiled(patterns, 'label', 'i')
const TALK = compiled(patterns, 'talk', 'i')
const IN_SENTENCE = compiled(patterns, 'in-sentence', 'i')
const AFTERWORD = compiled(patterns, 'afterword', 'i')
const PLAIN_LABEL =
  /^(?:output|answer|result|response|search|query|.{0,4}(?:查询|检索|关键词|搜索词))\s*[:：]\s*/i
const GREETING =
  /^(?:sure(?: thing)?|certainly|of course|okay|ok|absolutely|great|alright|understood|got it|hello|hi)\s*[!,.]\s+/i
/** Matches a quotation, bold type or code at the beginning of a line, and the rest of the line. */
const MARKED_START =
  /^(["“«]|\*{2}|`)(.+?)(["”»]|\*{2}|`)(?=\s*(?:[-–—:(]\s|[-–—:(]?\s*(?:this|it|which)\b))/i
const QUOTED = /["“«`]([^"“”«»`\n]{3,})["”»`]|\*\*([^*\n]{3,})\*\*/
const WRAPPED = /^(["'“”‘’«»`*_~]+)([\s\S]*?)(["'“”‘’«»`*_~]+)$/
const FENCE = /^(?:```|~~~)(?:[\w-]*$)?/
const END_FENCE = /(?:```|~~~)$/
const END_STOP = /(?<=[\p{L}\p{N})"”»`*])[.,;]+$/u
const ROLE_NAME = /^(?:assistant|user|system|model|bot)\s*:?$/i
const NO_QUERY =
  /^(?:none|n\/?a|null|nil|yes|no|empty|unknown|nothing|no (?:search )?(?:query|retrieval|search)\b.*|not (?:needed|applicable|required)\b.*)$/i

const QUERY_WORD = /\b(?:quer(?:y|ies)|keywords?|search(?:ing)?|terms?|look(?:ing)? up)\b/i
const IS_STATEMENT = /^(?:\S+\s+){7,}\S+[.!]$/

/**
 * Returns the query without quotation marks, labels, list marks, fences and line breaks; `''` if the answer has nothing to search for. Of
 * several candidates the first counts. Repetitions of the prompt, or of much of the window, are no query.
 */
export function readQuery(said: string, asked: QuerierInput): string {
  const text = said.replace(TURN_MARK, '\n').replace(SPELLED_BREAK, '\n').replace(EMPTY_TAGS, '\n').trim()
  const tagged = TAGGED.exec(text)?.[2]?.trim()
  if (tagged !== undefined && tagged !== '') return readQuery(tagged, asked)
  const structured = queryInJson(text)
  if (structured !== null) return readQuery(structured, asked)
  const lines = text.split(/\r?\n|\u2028/).map((line) => line.trim())
  return shortened(queryInLines(lines.filter((line) => line !== '' && !isRepeated(line, asked))))
}

/** Returns the query of the first JSON in the text, or null. */
function queryInJson(text: string): string | null {
  const start = JSON_START.exec(text)?.index
  if (start === undefined) return null
  const { value } = readLenientJson(text, start)
  const found = namedQuery(value) ?? firstText(value)
  return found === null || found === text ? null : found
}

function namedQuery(value: LenientValue): string | null {
  if (value.kind === 'list') return firstOf(value.items, namedQuery)
  if (value.kind !== 'record') return null
  const named = value.entries.find(({ key }) => key !== null && QUERY_KEY.test(key))
  if (named !== undefined) return firstText(named.value)
  return firstOf(value.entries, (entry) => namedQuery(entry.value))
}

function firstText(value: LenientValue): string | null {
  if (value.kind === 'text') return value.text
  if (value.kind === 'list') return firstOf(value.items, firstText)
  if (value.kind !== 'record') return null
  const others = value.entries.filter(({ key }) => key === null || !OTHER_KEY.test(key))
  return firstOf(others, (entry) => firstText(entry.value))
}

function firstOf<Item>(items: readonly Item[], read: (item: Item) => string | null): string | null {
  for (const item of items) {
    const found = read(item)
    if (found !== null) return found
  }
  return null
}

/** Returns the first line that is a query, or else the first that at least states something. */
function queryInLines(lines: readonly string[]): string {
  let statement = ''
  for (const [at, line] of lines.entries()) {
    const query = queryInLine(line)
    if (saysNothing(query)) continue
    if (!IS_STATEMENT.test(line) || isLabelled(line)) return withKeywords(query, lines.slice(at + 1))
    statement ||= query
  }
  return statement
}

/** Returns the query of a line; `''` for a line about the query, unless it quotes the query or has it after a colon. */
function queryInLine(line: string): string {
  const query = bare(line)
  if (!TALK.test(query) && !/[:：]$/.test(query)) return query
  const behindColon = /^([^:：]+)[:：]\s+(\S.*)$/.exec(query)
  const [, before = '', behind = ''] = behindColon ?? []
  if (QUERY_WORD.test(before) || /^(?:sure|certainly|here)\b/i.test(before)) return queryInLine(behind)
  if (!QUERY_WORD.test(line) || /[:：]$/.test(query)) return ''
  const [, quoted, bold] = QUOTED.exec(line) ?? []
  return bare(quoted ?? bold ?? IN_SENTENCE.exec(query)?.[1] ?? '')
}

function isLabelled(line: string): boolean {
  return LABEL.test(line.replace(/^[*_#>\s]+/, ''))
}

function withKeywords(query: string, below: readonly string[]): string {
  const words = [query]
  for (const line of below) {
    const next = queryInLine(line)
    if (![words.at(-1) ?? '', next].every(isKeyword)) break
    if (!words.includes(next)) words.push(next)
  }
  return words.join(' ')
}

function isKeyword(line: string): boolean {
  return wordsOf(line) <= KEYWORD_LINE_WORDS && !saysNothing(line)
}

/** Returns true for a line that is neither a query nor a word of one: a role's name, or a word for nothing. */
function saysNothing(line: string): boolean {
  return line === '' || NO_QUERY.test(line) || ROLE_NAME.test(line)
}

function wordsOf(text: string): number {
  return text.split(/\s+/).length
}

/** Removes one layer of marks after the other: `1. **Search Query:** "…"` has four. `''` if neither letter nor digit is left. */
function bare(line: string): string {
  let left = line.trim()
  for (let before = ''; before !== left; ) {
    before = left
    left = left
      .replace(FENCE, '')
      .replace(END_FENCE, '')
      .replace(LIST_MARK, '')
      .replace(GREETING, '')
      .replace(CALL, '$2')
      .replace(/^\\boxed\{(.*)\}$/, '$1')
      .replace(/^\*\*([^*]+)\*\*(?=\s*[:：])|^\*\*([^*]+[:：])\*\*/, '$1$2')
      .replace(LABEL, '')
      .replace(PLAIN_LABEL, '')
      .replace(END_STOP, '')
      .replace(WRAPPED, unwrapped)
      .trim()
  }
  const marked = MARKED_START.exec(left)
  if (marked?.[2] !== undefined) return bare(marked[2])
  const query = left
    .replace(AFTERWORD, '')
    .replace(/["“”«»`]|\*\*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(query) ? query : ''
}

/** Unwraps a quotation, but not two of them side by side. */
function unwrapped(whole: string, open: string, inner: string, close: string): string {
  const isOne = !(/["“«]/.test(open) && /["“”«»]/.test(inner))
  return isOne || close === '' ? inner : whole
}

function isRepeated(line: string, { prompt, window }: QuerierInput): boolean {
  const words = wordsOf(line)
  return (words > 1 && prompt.includes(line)) || (words > MAX_REPEATED_WORDS && window.includes(line))
}

/** Shortens a query to the length limit, without repetitions of the model. */
function shortened(query: string): string {
  const parts = query.split(/,\s+/)
  const once =
    new Set(parts.map((part) => part.trim())).size === parts.length ? query : [...new Set(parts)].join(', ')
  return once.split(' ').slice(0, MAX_WORDS).join(' ')
}

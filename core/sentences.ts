/**
 * Splits text into sentences. Written for papers: abbreviations, initials, decimals and citations do not end one. Rules for
 * languages other than English are in sentence-rules.ts.
 */

import { ENGLISH } from './languages/known-languages.ts'
import { rulesOfSentences, type SentenceRules } from './languages/sentence-rules.ts'

/** UTF-16 offsets into the text, without white space around the sentence. */
export interface SentenceSpan {
  readonly start: number
  readonly end: number
}

// A stop mark with closing quotes and citation numbers, in brackets or raised, then white space; or a paragraph break.
// A run of marks is tried only from its first mark: trying from each would take quadratic time on a page of dots.
const BOUNDARY =
  /([.!?…](?<![.!?…]{2})[.!?…]*["'”’)\]]*(?:\[\d[\d,–‑ -]*\]|(?<=\p{L}[.!?]["”’)]?)\d{1,3}(?:[,–-]\d{1,3})*(?=\s+\p{Lu})|(?<![⁰¹²³⁴-⁹].)[⁰¹²³⁴-⁹]+(?:[,–⁻ -][⁰¹²³⁴-⁹]+)*)?)(\s+)|([。！？]+)|(\n\s*\n)/gu

const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st jr sr vs no nos lt col gen capt rev hon inc ltd co corp dept univ e.g i.e eg ie cf ca c al fig figs ' +
    'eq eqs ref refs sec sect ch tab vol pp p approx resp etc viz var subsp sp spp ssp gen nov min max avg conc temp wt mol ' +
    'sci proc trans int natl acad jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k ph.d m.sc b.sc d.c a.m p.m'
  ).split(' '),
)
// These may end a sentence too: they do before a capitalised word that is not part of a figure's name.
const MAY_END = new Set([
  'al',
  'etc',
  'co',
  'inc',
  'ltd',
  'corp',
  'u.s',
  'u.k',
  'a.m',
  'p.m',
  'max',
  'min',
  'no',
  'p',
  'c',
  'spp',
  'sp',
  'nov',
])
const LAST_TOKEN = /[^\s([{"'“‘]+$/u
const STARTS_LIKE_A_SENTENCE = /^["'“‘([{]*(?:\p{Lu}|\p{N}|\p{Lo}|[α-ωµ]-?\p{L}|[a-z]{1,3}[A-Z\d-])/u
const STARTS_WITH_CAPITAL_WORD = /^["'“‘([{]*\p{Lu}\p{Ll}/u
// After an initial, only a word that opens sentences and is no surname separates "hepatitis B. The virus" from "with J. Smith".
const OPENS_SENTENCES =
  /^["'“‘([{]*(?:The|This|These|That|Those|It|Its|We|Our|They|Their|There|In|On|At|As|An|If|By|For|From|However|Here|Both|Each|After|Before|When|While|Although|Thus|To|No|All|Our|Such|With)\b/u
// The number and title of "2.1. Methods" are one heading.
const SECTION_NUMBER = /^(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4})$/
const INITIAL = /^(?:\p{Lu}\.)*\p{Lu}$/u

/** Returns the sentences of `text`, in `language` (ISO 639-3), in order. Every character except white space is in exactly one of them. */
export function sentences(text: string, language: string = ENGLISH): SentenceSpan[] {
  const spans: SentenceSpan[] = []
  const rules = rulesOfSentences(language)
  let from = 0
  for (const match of text.matchAll(rules?.boundary ?? BOUNDARY)) {
    const at = match.index
    const isParagraph = match[4] !== undefined
    const end = isParagraph ? at : at + (match[1] ?? match[3] ?? '').length
    const next = at + match[0].length
    const place = { text, from, stop: at, next, mark: match[1] ?? '' }
    if (!isParagraph && match[3] === undefined && !endsSentence(place, rules)) continue
    pushTrimmed(spans, text, from, end)
    from = next
  }
  pushTrimmed(spans, text, from, text.length)
  return spans
}

interface StopPlace {
  readonly text: string
  /** Offsets of the sentence's start, of the stop mark, and of the text that follows. */
  readonly from: number
  readonly stop: number
  readonly next: number
  readonly mark: string
}

function endsSentence({ text, from, stop, next, mark }: StopPlace, rules: SentenceRules | null): boolean {
  const after = text.slice(next, next + 12)
  if (!STARTS_LIKE_A_SENTENCE.test(rules === null ? after : after.replace(rules.opening, ''))) return false
  if (!mark.startsWith('.') || mark.startsWith('..')) return true
  const token = LAST_TOKEN.exec(text.slice(Math.max(from, stop - 24), stop))?.[0] ?? ''
  const word = token.toLowerCase()
  if (rules?.goesOn(word, text.slice(next, next + 24)) === true) return false
  if (INITIAL.test(token) && token.length <= 3) return OPENS_SENTENCES.test(text.slice(next, next + 16))
  if (SECTION_NUMBER.test(token) && text.slice(from, stop).trim() === token) return false
  if (!ABBREVIATIONS.has(word)) return true
  return MAY_END.has(word) && STARTS_WITH_CAPITAL_WORD.test(after)
}

function pushTrimmed(spans: SentenceSpan[], text: string, from: number, to: number): void {
  let start = from
  let end = to
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  if (end > start) spans.push({ start, end })
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x2028 || code === 0x2029
}

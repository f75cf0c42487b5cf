/** Splits an answer into sentences and finds the sources that each cites. */
import { sentences } from '../core/index.ts'

export interface MarkedSentence {
  readonly text: string
  readonly citations: readonly number[]
  readonly unknown: readonly number[]
}

// "[1]", "[1, 3]", "[2-4]", "[1][2]"; also the full-width brackets that some models write.
const MARK = /[[【]\s*(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\s*[\]】]/g
// A mark after the stop belongs to the sentence before: "… 18.4 µg/mL. [1] The fraction …"
const LEADING_MARKS = /^(?:\s*[[【]\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*[\]】][.,]?)+/
const MAX_RANGE_NUMBERS = 20

/** Returns the sentences in order, which together have every character but white space. `sources` is how many were given. */
export function readCitations(answer: string, sources: number): MarkedSentence[] {
  return sentenceTexts(answer).map((text) => {
    const numbers = [...new Set([...text.matchAll(MARK)].flatMap((mark) => numbersIn(mark[1] ?? '')))]
    const isKnown = (n: number) => n >= 1 && n <= sources
    return { text, citations: numbers.filter(isKnown), unknown: numbers.filter((n) => !isKnown(n)) }
  })
}

export interface CitationMark {
  /** UTF-16 offsets of the mark, brackets included. */
  readonly start: number
  readonly end: number
  /** Sources that the mark names, without those that were not given. */
  readonly citations: readonly number[]
}

/** Returns the citation marks in the order written. */
export function citationMarks(answer: string, sources: number): CitationMark[] {
  return [...answer.matchAll(MARK)].flatMap((mark) => {
    const citations = [...new Set(numbersIn(mark[1] ?? ''))].filter((n) => n >= 1 && n <= sources)
    return citations.length === 0 ? [] : [{ start: mark.index, end: mark.index + mark[0].length, citations }]
  })
}

/** Returns a paper's text in which nothing looks like a citation of ours: its own "[2]" becomes "⟦2⟧". */
export function escapeMarks(text: string): string {
  return text.replace(MARK, (mark) => `⟦${mark.slice(1, -1)}⟧`)
}

export function withoutMarks(text: string): string {
  return text
    .replace(MARK, '')
    .replace(/(?<!\s)\s+([.,;:!?])/g, '$1')
    .replace(/[ \t]{2,}/g, ' ')
    .trim()
}

function sentenceTexts(answer: string): string[] {
  const texts: string[] = []
  for (const { start, end } of sentences(answer)) {
    const text = answer.slice(start, end)
    const marks = texts.length === 0 ? '' : (LEADING_MARKS.exec(text)?.[0] ?? '')
    if (marks !== '') texts[texts.length - 1] += ` ${marks.trim()}`
    const rest = text.slice(marks.length).trim()
    if (rest !== '') texts.push(rest)
  }
  return texts
}

function numbersIn(list: string): number[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number)
    if (to < from || to - from > MAX_RANGE_NUMBERS) return [from, to]
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
}

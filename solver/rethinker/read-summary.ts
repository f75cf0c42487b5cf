/** The three parts of a guided summary (specs/rethinker.md 4): what was done, what was answered, what could be better. */
import { type ParseResult, parsed, parseFailure } from '../reading/parse-result.ts'
import { answerText, extractAnswer } from './read-answer.ts'

/** Plain data. */
export interface GuidedSummary {
  readonly steps: string
  /** Null where the summary found none. */
  readonly answer: string | null
  readonly improvements: string
  /** As they were written, headings included. */
  readonly parts: readonly [string, string, string]
  readonly by: 'answer' | 'repair' | 'fallback'
}

export type SummaryParts = Omit<GuidedSummary, 'by'>

// From the first line behind a word, so that of many empty lines one is tried.
const HEADING = /(?:(?<![\s\S])|(?<=\w[^\w\n\r\u2028\u2029]*[\n\r\u2028\u2029]))\W*Part\s*([123])\b.*$/gim
const TITLE =
  /^\W*Part\s*[123]\b[ \t:.*_#–—-]*(?:Reasoning Trajectory Summary|Final Answer|Key Areas for Improvement)?[ \t:.*_#–—-]*/i
const DRESS = /^[\s*•>"'`“”-]+|(?<![\s*"'`“”])[\s*"'`“”]+$/g

export function readSummary(text: string): ParseResult<SummaryParts> {
  const headings = [...text.matchAll(HEADING)]
  const starts: number[] = []
  for (const number of ['1', '2', '3']) {
    const heading = headings.find(({ 1: part, index }) => part === number && index >= (starts.at(-1) ?? 0))
    if (heading === undefined) return parseFailure(`Part ${number} is missing`)
    starts.push(heading.index)
  }
  const [one = 0, two = 0, three = 0] = starts
  const parts = [text.slice(one, two), text.slice(two, three), text.slice(three)] as const
  const [steps = '', answer = '', improvements = ''] = parts.map((part) =>
    part.trimStart().replace(TITLE, '').trim(),
  )
  return parsed({ steps, answer: summaryAnswer(answer), improvements, parts })
}

function summaryAnswer(part: string): string | null {
  return extractAnswer(part) ?? (/<\/?answer/i.test(part) ? null : answerText(part.replace(DRESS, '')))
}

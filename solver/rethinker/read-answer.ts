/** Reads what agents of ReThinker write: answers, picks and summaries (specs/rethinker.md 5 and 6). */
import { withoutCode } from '../../monitor/index.ts'
import { type ParseResult, parsed, parseFailure } from '../reading/parse-result.ts'

// Limits keep the searches linear in texts of any length.
const ANSWER = /<answer[^<>]{0,200}>((?:(?!<answer)[\s\S])*?)<\/answer>/gi
const SELECT = /<select[^<>]{0,200}>\s*(?:Response\s*)?(\d{1,4})\s*<\/select>/gi
const DECISION = 'FINAL DECISION:'
const BOX = '\\boxed{'

/** Regular expressions that tell an agent's loop that an answer or a selection was written. */
export const ANSWER_FORM = String.raw`<answer[^<>]{0,200}>\s*(?!(?:\\boxed\{)?\s*(?:null)?\s*\}?\s*</answer>)(?:(?!<answer)[\s\S])+?</answer>`
export const SELECT_FORM = SELECT.source

/** Returns the answer in the model's own text, ignoring tags in code. Null without an answer, and for an empty one or `null`. */
export function extractAnswer(said: string): string | null {
  const [, content = ''] = [...withoutCode(said).matchAll(ANSWER)].at(-1) ?? []
  return answerText(content)
}

/** Returns the answer without a box around all of it. */
export function answerText(content: string): string | null {
  const text = unboxed(content.trim()).trim()
  return text === '' || /^null$/i.test(text) ? null : text
}

function unboxed(text: string): string {
  if (!text.startsWith(BOX)) return text
  let depth = 1
  for (let at = BOX.length; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}') depth--
    if (depth === 0) return at === text.length - 1 ? text.slice(BOX.length, at) : text
  }
  return text
}

/** Returns the number of the picked response; null if it was not shown, or without a pick. */
export function readPick(said: string, shown: readonly number[]): number | null {
  const text = withoutCode(said)
  const decided = text.lastIndexOf(DECISION)
  const [, number] = [...text.slice(Math.max(0, decided)).matchAll(SELECT)].at(-1) ?? []
  const pick = Number(number)
  return number !== undefined && shown.includes(pick) ? pick : null
}

/** A guided summary, as plain data. */
export interface GuidedSummary {
  readonly steps: string
  /** Answer, or null if the summary found none. */
  readonly answer: string | null
  readonly improvements: string
  /** Parts as written, including headings. */
  readonly parts: readonly [string, string, string]
  readonly by: 'answer' | 'repair' | 'fallback'
}

export type SummaryParts = Omit<GuidedSummary, 'by'>

// Begins at the first line after a word, so that only one of many empty lines is tried.
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

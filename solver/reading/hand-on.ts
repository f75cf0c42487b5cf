/** What an agent hands on to the next: its answer without thoughts, code and marks of evidence. */
import type { AgentSegment } from '../agent.ts'

export interface HandOver {
  readonly text: string
  /** `before_tool_result` and `thoughts`: the answer was only there. `nothing`: there is no text, or thoughts without an answer. */
  readonly from: 'visible' | 'before_tool_result' | 'thoughts' | 'nothing'
}

const RESULT_OPEN = '<execution_results>'
const RESULT_CLOSE = '</execution_results>'
const END_OF_THOUGHT = /<\/think(?:ing)?>/gi
const START_OF_THOUGHT = /<think(?:ing)?>/i
/** What chat templates mark turns with, such as `<｜Assistant｜>` and `<|im_end|>`. */
const SPECIAL_TOKENS = /<[|｜][^<>|｜]{1,40}[|｜]>|<\/?(?:think(?:ing)?|execution_results)>/gi
const RUN_CODE = /<code(?:\s[^<>]{0,200})?>(?:(?!<code)[\s\S])*<\/code>\s*$/

/** `tag`: the tag around the agent's answer. Marks of evidence in the text stay and count as nothing. */
export function stripForNextAgent(text: string, tag: 'answer' | 'select' = 'answer'): HandOver {
  const { thoughts, said } = apart(text)
  const parts = withoutResults(said).map((part) => part.trim())
  const answer = new RegExp(
    `<${tag}>[\\s${IN_MARKS}]*(?!</${tag}>)[^\\s${IN_MARKS}][\\s\\S]*?</${tag}>`,
    'gi',
  )
  const last = parts.at(-1) ?? ''
  const answered = parts.findLast((part) => part.search(answer) >= 0)
  const visible = stripped(
    answered === undefined ? (parts.findLast((part) => !isBlankBesideMarks(part)) ?? '') : answered,
  )
  if (!isBlankBesideMarks(visible))
    return {
      text: visible,
      from: answered === undefined || answered === last ? 'visible' : 'before_tool_result',
    }
  const thought = [...withoutResults(thoughts).join('\n').matchAll(answer)].at(-1)?.[0]
  return thought === undefined ? { text: '', from: 'nothing' } : { text: stripped(thought), from: 'thoughts' }
}

/** Thoughts that never end are thoughts all the way, unless something was said before them. */
function apart(text: string): { readonly thoughts: string; readonly said: string } {
  const end = [...text.matchAll(END_OF_THOUGHT)].at(-1)
  const behind = end === undefined ? 0 : end.index + end[0].length
  const said = text.slice(behind)
  const start = START_OF_THOUGHT.exec(said)?.index ?? said.length
  return { thoughts: `${text.slice(0, behind)}\n${said.slice(start)}`, said: said.slice(0, start) }
}

/** The texts between results, without the code that each result came of. A result may hold tags itself: it ends at the last close before the next opens. */
function withoutResults(text: string): string[] {
  const [first = '', ...others] = text.split(RESULT_OPEN)
  const parts = [first]
  for (const other of others) {
    const close = other.lastIndexOf(RESULT_CLOSE)
    // Not closed: no result of ours, but something that the model wrote.
    if (close < 0) parts[parts.length - 1] += other
    else {
      parts[parts.length - 1] = (parts.at(-1) ?? '').replace(RUN_CODE, '')
      parts.push(other.slice(close + RESULT_CLOSE.length))
    }
  }
  return parts
}

function stripped(text: string): string {
  return text.replace(SPECIAL_TOKENS, '').trim()
}

export interface HandedOn {
  /** Empty where the agent itself wrote nothing. */
  readonly text: string
  readonly said: string
}

const RESULT_PLACE = '<execution_results></execution_results>'

/** `tag`: the tag around the agent's answer. */
export function handOn(segments: readonly AgentSegment[], tag: 'answer' | 'select' = 'answer'): HandedOn {
  const visible = segments.filter(({ channel }) => channel === 'text')
  const marked = visible.map(({ by, text }, place) => {
    if (by === 'code') return RESULT_PLACE
    return by === 'injection' ? evidenceMark(place) : withoutMarkCharacters(text)
  })
  const { text } = stripForNextAgent(marked.join(''), tag)
  const texts = visible.map((segment) => segment.text)
  return { text: withEvidence(text, texts).trim(), said: withoutEvidence(text).trim() }
}

const DIGITS = '\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5\ufdd6\ufdd7\ufdd8\ufdd9'
const END = '\ufdda'
const MARK = new RegExp(`([${DIGITS}]+)${END}`, 'g')
const MARKS_BETWEEN = new RegExp(`(\\S?)(?:[${DIGITS}]+${END})+(?=(\\S?))`, 'g')
const MARK_CHARACTER = new RegExp(`[${DIGITS}${END}]`, 'g')

/** For patterns: what a character class needs to match marks like white space. */
export const IN_MARKS = DIGITS + END

export function evidenceMark(place: number): string {
  return [...String(place)].map((digit) => DIGITS[Number(digit)]).join('') + END
}

/** Of a text in which no mark may be. */
export function withoutMarkCharacters(text: string): string {
  return text.replace(MARK_CHARACTER, '\ufffd')
}

/** `texts`: by the places that the marks were made for. */
export function withEvidence(text: string, texts: readonly string[]): string {
  return text.replace(MARK, (_, digits: string) => {
    const place = Number([...digits].map((digit) => DIGITS.indexOf(digit)).join(''))
    return texts[place] ?? ''
  })
}

/** A space is left where words would join. */
export function withoutEvidence(text: string): string {
  return text.replace(MARKS_BETWEEN, (_, before: string, behind: string) =>
    before === '' || behind === '' ? before : `${before} `,
  )
}

/** Nothing but white space and marks. */
export function isBlankBesideMarks(text: string): boolean {
  return text.replace(MARK_CHARACTER, '').trim() === ''
}

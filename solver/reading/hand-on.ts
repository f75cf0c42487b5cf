/** Extracts the text that an agent hands on to the next: its answer without thoughts, code and marks of evidence. */
import type { AgentSegment } from '../agent.ts'

export interface HandOver {
  readonly text: string
  /** Place of the answer, if not in the visible text at the end. `nothing`: there is no text, or only thoughts without an answer. */
  readonly from: 'visible' | 'before_tool_result' | 'thoughts' | 'nothing'
}

const RESULT_OPEN = '<execution_results>'
const RESULT_CLOSE = '</execution_results>'
const END_OF_THOUGHT = /<\/think(?:ing)?>/gi
const START_OF_THOUGHT = /<think(?:ing)?>/i
/** Marks of chat templates, such as `<｜Assistant｜>` and `<|im_end|>`. */
const SPECIAL_TOKENS = /<[|｜][^<>|｜]{1,40}[|｜]>|<\/?(?:think(?:ing)?|execution_results)>/gi
const RUN_CODE = /<code(?:\s[^<>]{0,200})?>(?:(?!<code)[\s\S])*<\/code>\s*$/

/** Returns the text to hand on. `tag` is the tag around the agent's answer. Marks of evidence stay in the text and are ignored. */
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

/** Separates thoughts from the rest. If they never end, all text is thought, unless there is text before them. */
function apart(text: string): { readonly thoughts: string; readonly said: string } {
  const end = [...text.matchAll(END_OF_THOUGHT)].at(-1)
  const behind = end === undefined ? 0 : end.index + end[0].length
  const said = text.slice(behind)
  const start = START_OF_THOUGHT.exec(said)?.index ?? said.length
  return { thoughts: `${text.slice(0, behind)}\n${said.slice(start)}`, said: said.slice(0, start) }
}

/** Returns the texts between results, without their code. A result may contain tags: it ends at the last closing one before the next. */
function withoutResults(text: string): string[] {
  const [first = '', ...others] = text.split(RESULT_OPEN)
  const parts = [first]
  for (const other of others) {
    const close = other.lastIndexOf(RESULT_CLOSE)
    // An unclosed result was written by the model, not inserted by Gloss.
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
  /** Text to hand on; empty if the agent wrote nothing itself. */
  readonly text: string
  readonly said: string
}

const RESULT_PLACE = '<execution_results></execution_results>'

/** Returns what an agent hands on. `tag` is the tag around its answer. */
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

/** Characters that a character class must contain to match marks like white space. */
export const IN_MARKS = DIGITS + END

export function evidenceMark(place: number): string {
  return [...String(place)].map((digit) => DIGITS[Number(digit)]).join('') + END
}

/** Replaces characters of marks in a text that must not contain any. */
export function withoutMarkCharacters(text: string): string {
  return text.replace(MARK_CHARACTER, '\ufffd')
}

/** Replaces each mark with the text at its place in `texts`. */
export function withEvidence(text: string, texts: readonly string[]): string {
  return text.replace(MARK, (_, digits: string) => {
    const place = Number([...digits].map((digit) => DIGITS.indexOf(digit)).join(''))
    return texts[place] ?? ''
  })
}

/** Removes the marks, and leaves a space if words would join. */
export function withoutEvidence(text: string): string {
  return text.replace(MARKS_BETWEEN, (_, before: string, behind: string) =>
    before === '' || behind === '' ? before : `${before} `,
  )
}

/** Returns whether a text has nothing but white space and marks. */
export function isBlankBesideMarks(text: string): boolean {
  return text.replace(MARK_CHARACTER, '').trim() === ''
}

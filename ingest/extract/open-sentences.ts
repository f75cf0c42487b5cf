/**
 * Joins a sentence that a figure, a table or a caption interrupts, and puts the interruption after the paragraph. Such a sentence stops
 * without an end mark, and the next text of the same size continues in lower case.
 */
import { isHyphenated } from './hyphens.ts'
import type { LineBreak, StyledLine } from './paragraphs.ts'

/** Lines, with the break before each; the one before the first is `end`. */
export interface Paragraph {
  readonly lines: readonly StyledLine[]
  readonly breaks: readonly LineBreak[]
}

// Chosen on the half of the papers that `npm run measure body-text` calls tuned.
const SAME_SIZE = 0.05
const MIN_OPEN_CHARACTERS = 40
const MAX_LABEL_CHARACTERS = 60
const MAX_BETWEEN = 80
const CAPTION = /^(?:fig(?:ure|\.)?|table|tab\.|scheme|chart|box|plate|algorithm|listing)\s*S?\d/iu
const OPEN_END = /[\p{L}\p{N},%)°]$/u
// "a Numbers of proteins" is a note below a table.
const CONTINUATION = /^(?!\p{Ll}\s+\p{Lu})\p{Ll}[\p{Ll}’'-]*[\s,;.)]/u
const ENDS_SENTENCE = /[.!?:]["'”’)\]\d,–-]*$/u

/** Returns the paragraphs, with those joined that share a sentence. */
export function joinOpenSentences(paragraphs: readonly Paragraph[], bodySize: number): Paragraph[] {
  const left = [...paragraphs]
  for (let at = 0; at < left.length; at++) {
    const paragraph = left[at]
    if (paragraph === undefined || !isOpen(paragraph, bodySize)) continue
    const next = continuationOf(left, at, bodySize)
    const rest = next === null ? undefined : left[next]
    if (next === null || rest === undefined) continue
    left.splice(next, 1)
    left[at] = {
      lines: [...paragraph.lines, ...rest.lines],
      breaks: [...paragraph.breaks, 'wrap', ...rest.breaks.slice(1)],
    }
    // The joined paragraph may end in an open sentence again.
    at--
  }
  return left
}

function isOpen(paragraph: Paragraph, bodySize: number): boolean {
  const text = paragraph.lines.at(-1)?.text ?? ''
  const characters = paragraph.lines.reduce((sum, line) => sum + line.text.length, 0)
  if (characters < MIN_OPEN_CHARACTERS || !isBody(paragraph, bodySize)) return false
  return isHyphenated(text) || OPEN_END.test(text)
}

function isBody({ lines }: Paragraph, bodySize: number): boolean {
  const [first] = lines
  const last = lines.at(-1)
  if (first === undefined || last === undefined || CAPTION.test(first.text)) return false
  return [first, last].every(
    ({ line, bold }) => !bold && isSize(line.size, bodySize) && line.place === undefined,
  )
}

function isSize(size: number, bodySize: number): boolean {
  return Math.abs(size - bodySize) <= SAME_SIZE * bodySize
}

/** Returns the index of the paragraph that continues after floats only, or null. A formula is part of its sentence, not a float. */
function continuationOf(paragraphs: readonly Paragraph[], at: number, bodySize: number): number | null {
  let hasFloat = false
  for (let next = at + 1; next < Math.min(paragraphs.length, at + MAX_BETWEEN); next++) {
    const paragraph = paragraphs[next]
    if (paragraph === undefined) return null
    if (isBody(paragraph, bodySize) && CONTINUATION.test(paragraph.lines[0]?.text ?? ''))
      return hasFloat ? next : null
    const isCertain = isFloat(paragraph, bodySize)
    if (!isCertain && !isLabel(paragraph)) return null
    hasFloat ||= isCertain
  }
  return null
}

/** Returns whether a paragraph is a caption, a table row, or text smaller than the body. */
function isFloat({ lines: [first] }: Paragraph, bodySize: number): boolean {
  if (first === undefined) return false
  if (CAPTION.test(first.text) || first.line.place !== undefined) return true
  return first.line.size < bodySize * (1 - SAME_SIZE)
}

/** Returns whether a paragraph is a few words of a figure. */
function isLabel({ lines }: Paragraph): boolean {
  const text = lines.map((line) => line.text).join(' ')
  return text.length <= MAX_LABEL_CHARACTERS && !ENDS_SENTENCE.test(text) && lines[0]?.bold !== true
}

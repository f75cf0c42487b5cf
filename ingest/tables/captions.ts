/** Finds captions of tables and figures: their places, their numbers, and the lines that belong to them. */
import type { Box } from '../extract/index.ts'
import { chunksOf, hull, textOf, type Word, type WordLine, wordLines } from './words.ts'

export interface Caption {
  readonly kind: 'table' | 'figure'
  /** Number as printed: `2`, `S1`, `IV`. */
  readonly number: string
  readonly text: string
  readonly box: Box
}

const LABEL =
  /^(?:(?:(table|tab\.)|(?:supplement(?:ary|al)\s+)?(figure|fig\.?|scheme|chart)|(?:supplement(?:ary|al)\s+)(table))\s*((?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,2})?[A-Za-z]?|[IVX]{1,5})(?=$|[\s.:|)–—-]))([.:|)–—-]?)\s*(\S*)/i
const MAX_LINES = 25
const PITCH_EM = 1.6
const MAX_PITCH_EM = 3
const PITCH_SLACK = 1.1
const PROSE_WORDS = 6
const GUTTER_EM = 0.9
/** Maximum distance between a label and its sentence. Chosen, not measured. */
const LABEL_GAP_EM = 4

/** Returns the lines of a page, split at wide gaps, so that the lines of two columns of text are separate. */
export function splitLines(words: readonly Word[]): WordLine[] {
  return wordLines(words).flatMap((line) =>
    chunksOf(line, GUTTER_EM).map((chunk) => ({
      ...line,
      words: chunk,
      ...hull(chunk),
      size: sizeOf(chunk),
    })),
  )
}

function sizeOf(words: readonly Word[]): number {
  const sizes = words.map(({ size }) => size).sort((a, b) => a - b)
  return sizes[sizes.length >> 1] ?? 0
}

/** Finds captions in `lines` from `splitLines`, top to bottom. No caption continues below `level`, the page's horizontal rules. */
export function captionsOf(lines: readonly WordLine[], level: readonly Box[]): Caption[] {
  const page = { lines, level, pitch: pitchOf(lines) }
  const found = lines.flatMap((line, at) => {
    const label = labelOf(textOf(line.words))
    if (label === null || isMidSentence(lines, at) || isCell(lines, at)) return []
    const own = isLabelAlone(line) ? labelledLines(page, at) : captionLines(page, at)
    const text = own.map(({ words }) => textOf(words)).join(' ')
    return [{ ...label, text, box: hull(own) }]
  })
  // Bold print may consist of the same letters twice, slightly displaced.
  return found.filter(
    (one, at) =>
      !found.slice(0, at).some((other) => other.number === one.number && isOverlapping(other.box, one.box)),
  )
}

export function isOverlapping(a: Box, b: Box): boolean {
  return overlap(a, b) > 0 && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top)
}

interface CaptionPage {
  readonly lines: readonly WordLine[]
  readonly level: readonly Box[]
  /** Maximum distance between two lines of one caption, in ems. */
  readonly pitch: number
}

/** Returns the limit, as wide as the page's own lines of text require, for manuscripts. */
function pitchOf(lines: readonly WordLine[]): number {
  const prose = lines.filter(({ words }) => words.length >= PROSE_WORDS)
  const pitches = prose
    .slice(1)
    .map((line, at) => (line.baseline - prose[at]!.baseline) / line.size)
    .filter((pitch) => pitch > 0.5 && pitch < MAX_PITCH_EM)
    .sort((a, b) => a - b)
  return Math.max(PITCH_EM, (pitches[pitches.length >> 1] ?? 0) * PITCH_SLACK)
}

/** Returns whether a line is only a label: "Fig. 1.", with its sentence after a wide gap. */
function isLabelAlone({ words }: WordLine): boolean {
  return LABEL.exec(textOf(words))?.[0].length === textOf(words).length && words.length <= 3
}

/** Returns whether a label alone is a cell, after two others of its row: it then refers to a figure. */
function isCell(lines: readonly WordLine[], at: number): boolean {
  const line = lines[at]!
  if (!isLabelAlone(line)) return false
  const before = lines.filter(
    ({ baseline, right, size, words }) =>
      Math.abs(baseline - line.baseline) < 0.3 * size && right < line.left && words.length < PROSE_WORDS,
  )
  return before.length >= 2
}

/** Returns the label and the lines that begin to the right of it, on its own baseline first. */
function labelledLines(page: CaptionPage, at: number): WordLine[] {
  const { lines } = page
  const label = lines[at]!
  const beside = lines.findIndex(
    ({ left, baseline, size }) =>
      Math.abs(baseline - label.baseline) < 0.3 * size &&
      left > label.right &&
      left - label.right < LABEL_GAP_EM * size,
  )
  return beside < 0 ? captionLines(page, at) : [label, ...captionLines(page, beside, label)]
}

function labelOf(text: string): Pick<Caption, 'kind' | 'number'> | null {
  const found = LABEL.exec(text)
  if (found === null) return null
  const [, table, figure, supplement, number = '', sign = '', next = ''] = found
  if (!/^[A-Z]/.test(text)) return null
  // "Table 2 shows" is a sentence that happens to begin a line.
  if (sign === '' && /^[\p{Ll}(,;]/u.test(next) && !/^\(?cont/i.test(next)) return null
  return { kind: (table ?? supplement) ? 'table' : figure === undefined ? 'table' : 'figure', number }
}

/** Returns whether the line above continues in this one: same size, full width, no full stop. */
function isMidSentence(lines: readonly WordLine[], at: number): boolean {
  const line = lines[at]!
  const above = lines.slice(Math.max(0, at - 12), at).findLast((other) => isRightUnder(other, line, PITCH_EM))
  if (above === undefined || Math.abs(above.size - line.size) > 0.3) return false
  const text = textOf(above.words)
  return above.words.length >= 5 && /[\p{Ll},(]$/u.test(text) && Math.abs(above.left - line.left) < line.size
}

function isRightUnder(above: WordLine, below: WordLine, most: number): boolean {
  const pitch = below.baseline - above.baseline
  return pitch > 0.5 * below.size && pitch < most * below.size && overlap(above, below) > 0
}

function parts(rule: Box, above: WordLine, below: WordLine): boolean {
  return (
    rule.top >= above.baseline - 1 &&
    rule.bottom <= below.top + 1 &&
    overlap(rule, above) > 0 &&
    overlap(rule, below) > 0
  )
}

/** Returns the lines of a caption; `label` is a label separate from the first line, to its left. */
function captionLines({ lines, level, pitch }: CaptionPage, at: number, label?: WordLine): WordLine[] {
  const own = [lines[at]!]
  for (const line of lines.slice(at + 1)) {
    const last = own.at(-1)!
    if (line.baseline - last.baseline > pitch * Math.max(last.size, line.size)) break
    if (own.length >= MAX_LINES) break
    const first = own[0]!
    if (!isRightUnder(last, line, pitch) || Math.abs(line.size - first.size) > 0.6) continue
    if (labelOf(textOf(line.words)) !== null || level.some((rule) => parts(rule, last, line))) break
    if (
      Math.min(Math.abs(line.left - first.left), Math.abs(line.left - (label?.left ?? first.left))) >
        3 * line.size &&
      Math.abs(centre(line) - centre(first)) > line.size
    )
      continue
    own.push(line)
  }
  return own
}

function centre({ left, right }: Box): number {
  return (left + right) / 2
}

/** Returns how far two boxes overlap in width. */
export function overlap(a: Box, b: Box): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left)
}

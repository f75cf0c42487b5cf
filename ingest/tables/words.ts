/** Finds the words of a page and their lines, across all columns of text. */
import type { Box, PageCharacters } from '../extract/index.ts'
import { decoded } from '../extract/index.ts'

export interface Word extends Box {
  readonly text: string
  readonly size: number
  readonly baseline: number
}

/** Words from left to right, close to one baseline. */
export interface WordLine extends Box {
  readonly words: readonly Word[]
  readonly size: number
  readonly baseline: number
}

// In ems. A word space is .25 to .33 em in nearly every font.
const WORD_GAP_EM = 0.18
const MAX_BACKSTEP_EM = 0.4
const MAX_RISE_EM = 0.5
const SAME_LINE_EM = 0.42

/** Returns words in the order of the file, without text in another direction than `angle`. */
export function wordsOf(page: PageCharacters, angle: number): Word[] {
  const words: Word[] = []
  let from = 0
  for (let at = 1; at <= page.count; at++) {
    if (at < page.count && isSameWord(page, at)) continue
    if (at > from && page.styles[page.styleIds[from] ?? 0]?.angle === angle) {
      const word = wordOf(page, from, at)
      if (word.text.trim() !== '') words.push(word)
    }
    from = at
  }
  return words
}

function isSameWord(page: PageCharacters, at: number): boolean {
  const before = at - 1
  if (page.spaced[at] !== 0) return false
  const style = page.styles[page.styleIds[at] ?? 0]
  const last = page.styles[page.styleIds[before] ?? 0]
  if (style?.angle !== last?.angle) return false
  const size = Math.max(style?.sizePoints ?? 0, last?.sizePoints ?? 0, 1)
  const gap = (page.boxes[at * 4] ?? 0) - (page.boxes[before * 4 + 2] ?? 0)
  const rise = Math.abs((page.origins[at * 2 + 1] ?? 0) - (page.origins[before * 2 + 1] ?? 0))
  return gap <= WORD_GAP_EM * size && gap >= -MAX_BACKSTEP_EM * size && rise <= MAX_RISE_EM * size
}

function wordOf(page: PageCharacters, from: number, to: number): Word {
  const box = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  }
  let text = ''
  let size = 0
  let baseline = 0
  for (let at = from; at < to; at++) {
    box.left = Math.min(box.left, page.boxes[at * 4] ?? 0)
    box.top = Math.min(box.top, page.boxes[at * 4 + 1] ?? 0)
    box.right = Math.max(box.right, page.boxes[at * 4 + 2] ?? 0)
    box.bottom = Math.max(box.bottom, page.boxes[at * 4 + 3] ?? 0)
    text += decoded(page.codes[at] ?? 0, false)
    const own = page.styles[page.styleIds[at] ?? 0]?.sizePoints ?? 0
    if (own <= size) continue
    size = own
    baseline = page.origins[at * 2 + 1] ?? 0
  }
  return { ...box, text, size, baseline }
}

/** Returns lines from top to bottom. */
export function wordLines(words: readonly Word[]): WordLine[] {
  const lines: { words: Word[]; baseline: number; size: number }[] = []
  // In order of baseline; a line takes the baseline of its largest word, so that raised and lowered marks join it.
  const ordered = [...words].sort((a, b) => a.baseline - b.baseline)
  for (const word of ordered) {
    let home: (typeof lines)[number] | undefined
    for (let at = lines.length - 1; at >= Math.max(0, lines.length - 4); at--) {
      const line = lines[at]!
      if (Math.abs(line.baseline - word.baseline) <= SAME_LINE_EM * Math.max(line.size, word.size)) {
        home = line
        break
      }
    }
    if (home === undefined) lines.push({ words: [word], baseline: word.baseline, size: word.size })
    else {
      home.words.push(word)
      if (word.size > home.size) {
        home.size = word.size
        home.baseline = word.baseline
      }
    }
  }
  return lines
    .map((line) => ({ ...line, words: line.words.sort((a, b) => a.left - b.left), ...hull(line.words) }))
    .sort((a, b) => a.baseline - b.baseline)
}

/** Returns the smallest box around all the boxes. */
export function hull(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

/** Returns groups of words of a line with no gap wider than `gapEm` and no rule between them. */
export function chunksOf(line: WordLine, gapEm: number, bounds: readonly number[] = []): Word[][] {
  const chunks: Word[][] = []
  let right = Number.NEGATIVE_INFINITY
  for (const word of line.words) {
    const last = chunks.at(-1)
    const size = Math.min(Math.max(word.size, last?.at(-1)?.size ?? 0), line.size)
    const edge = right
    const isApart =
      word.left - edge > gapEm * size || bounds.some((x) => x >= edge - 1.5 && x <= word.left + 1.5)
    if (last === undefined || isApart) chunks.push([word])
    else last.push(word)
    right = Math.max(right, word.right)
  }
  return chunks
}

/** Returns the words' text, with raised marks as plain text. */
export function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

/** Gap between two cells of a line, in ems. */
export const GAP_EM = 1
/** Minimum number of words of a chunk that may be prose in a narrow column, and of one that certainly is. */
export const PHRASE_WORDS = 4
const PROSE_WORDS = 7

export function isProse(chunk: readonly Word[]): boolean {
  return chunk.length >= PROSE_WORDS && /\p{Ll}{2}/u.test(textOf(chunk)) && !/\.{4}/.test(textOf(chunk))
}

/** Returns whether the middle of `inner` is in the box, or at most a point outside. */
export function isIn(inner: Box, box: Box): boolean {
  const x = (inner.left + inner.right) / 2
  const y = (inner.top + inner.bottom) / 2
  return x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 1 && y <= box.bottom + 1
}

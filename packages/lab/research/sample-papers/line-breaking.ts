/** Breaks words into lines of a width, first fit, with English hyphenation of plain lower-case words. */
import hyphenEnglish from 'hyphen/en-gb/index.js'
import type { Word } from './inline-markup.ts'
import type { Pen } from './pen.ts'

export interface Line {
  readonly words: readonly Word[]
  readonly width: number
  /** The last line of a paragraph is not stretched. */
  readonly isLast: boolean
}

interface Measure {
  readonly widthPoints: number
  readonly sizePoints: number
}

const SOFT_HYPHEN = '\u00ad'
// A word that has a hyphen of its own is never broken, so that joining the parts again is unambiguous.
const BREAKABLE = /^[a-z]{7,}[.,;:)]?$/
const MIN_PART_LETTERS = 3

export function breakLines(pen: Pen, words: readonly Word[], measure: Measure): Line[] {
  const space = pen.spaceWidth(measure.sizePoints)
  const lines: Line[] = []
  const queue = [...words]
  let current: Word[] = []
  let width = 0
  while (queue.length > 0) {
    const word = queue.shift() ?? []
    const before = current.length === 0 ? 0 : width + space
    const needed = pen.widthOf(word, measure.sizePoints)
    if (before + needed <= measure.widthPoints || current.length === 0) {
      current.push(word)
      width = before + needed
      continue
    }
    const parts = hyphenated(pen, word, measure.widthPoints - before, measure.sizePoints)
    queue.unshift(parts === null ? word : parts.rest)
    if (parts !== null) width = before + pen.widthOf(parts.head, measure.sizePoints)
    lines.push({ words: parts === null ? current : [...current, parts.head], width, isLast: false })
    current = []
  }
  return [...lines, { words: current, width, isLast: true }]
}

/** The longest head of a word that fits with its hyphen, or null. */
function hyphenated(
  pen: Pen,
  word: Word,
  roomPoints: number,
  sizePoints: number,
): { head: Word; rest: Word } | null {
  const [piece, ...others] = word
  if (piece === undefined || others.length > 0 || !BREAKABLE.test(piece.text)) return null
  const parts = hyphenEnglish.hyphenateSync(piece.text, { hyphenChar: SOFT_HYPHEN }).split(SOFT_HYPHEN)
  for (let count = parts.length - 1; count > 0; count--) {
    const head = parts.slice(0, count).join('')
    const rest = parts.slice(count).join('')
    if (head.length < MIN_PART_LETTERS || rest.length < MIN_PART_LETTERS) continue
    const first: Word = [{ ...piece, text: `${head}-` }]
    if (pen.widthOf(first, sizePoints) <= roomPoints) return { head: first, rest: [{ ...piece, text: rest }] }
  }
  return null
}

/** Reads table rows of a stored page with the name of its column before each cell: "Plant: Moringa; Fe (mg/100 g): 8.72". */
import { BOX_SIDES, type Page } from '../../corpus/index.ts'
import { DESCENT_EM } from '../extract/index.ts'
import { captionsOf, splitLines } from './captions.ts'
import { type FoundTable, tablesAmong } from './find-tables.ts'
import type { Word } from './words.ts'

export interface NamedRow {
  /** Offsets in the text of the page. */
  readonly start: number
  readonly end: number
  /** Text of the row with its names, which are not the paper's own words. */
  readonly reading: string
  /** Caption of its table. */
  readonly caption: string
}

/** Matches a caption, without which a page is skipped: nearly all tables of papers have one. */
const CAPTION = /^\s*(?:supplement(?:ary|al)\s+)?(?:table|tab\.)\s*[A-Z]?\.?\d|^\s*table\s+[IVX]+\b/im
const NO_RULES = { level: [], upright: [] }

/** Returns whether a page may have a table whose rows can be named. */
export function mayHaveTables({ text, width }: Page): boolean {
  return width > 0 && CAPTION.test(text)
}

/**
 * Returns the rows in text order. They are found by the positions of the characters, since a stored page has no rules.
 * A table without names of columns, or whose rows are not consecutive in the text, has none.
 */
export function namedRows(page: Page): NamedRow[] {
  if (!mayHaveTables(page) || page.boxes.length === 0) return []
  const words = wordsOfPage(page)
  const captions = captionsOf(splitLines(words), NO_RULES.level)
  return tablesAmong(words, captions, NO_RULES)
    .filter(({ caption }) => caption?.kind === 'table')
    .flatMap(rowsOfTable)
    .sort((a, b) => a.start - b.start)
}

interface PlacedWord extends Word {
  readonly start: number
}

/** Returns the words; on pages that are read from another side than shown, boxes are rotated. */
function wordsOfPage({ text, boxes }: Page): PlacedWord[] {
  const found = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index }))
  const isTurned = turnOf(text, boxes, found)
  return found.map(({ word, index }) => {
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
    for (let at = index; at < index + word.length; at++) {
      const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(at * BOX_SIDES, (at + 1) * BOX_SIDES)
      const [l, t, r, b] = isTurned ? [-bottom, left, -top, right] : [left, top, right, bottom]
      box.left = Math.min(box.left, l)
      box.top = Math.min(box.top, t)
      box.right = Math.max(box.right, r)
      box.bottom = Math.max(box.bottom, b)
    }
    const size = Math.max(1, box.bottom - box.top)
    return { ...box, text: word, size, baseline: box.bottom - DESCENT_EM * size, start: index }
  })
}

/** Returns whether most words run up the page, as in a sideways table. */
function turnOf(
  text: string,
  boxes: Float32Array,
  words: readonly { readonly word: string; readonly index: number }[],
): boolean {
  const long = words.filter(({ word, index }) => word.length > 3 && index + word.length <= text.length)
  const up = long.filter(({ word, index }) => {
    const last = (index + word.length - 1) * BOX_SIDES
    const across = (boxes[last] ?? 0) - (boxes[index * BOX_SIDES] ?? 0)
    return (boxes[index * BOX_SIDES + 1] ?? 0) - (boxes[last + 1] ?? 0) > Math.abs(across)
  })
  return up.length * 2 > long.length
}

function rowsOfTable({ grid, caption }: FoundTable): NamedRow[] {
  const { header, headings, rows, words } = grid
  if (header === 0 || headings.filter((name) => name !== '').length < 2) return []
  const body = rows.slice(header).map((cells, at) => ({ cells, span: spanOf(words[header + at]!.flat()) }))
  if (body.some(({ span }, at) => at > 0 && body.some((other, k) => k < at && meet(other.span, span))))
    return []
  let group = ''
  const title = caption?.text ?? ''
  const head = spanOf(words.slice(0, header).flat(2))
  const names = { ...head, reading: headings.filter((name) => name !== '').join('; '), caption: title }
  const named = body.flatMap(({ cells, span }) => {
    const filled = cells.filter((cell) => cell !== '')
    if (filled.length === 1 && cells[0] !== '') group = cells[0]!
    if (filled.length < 2) return []
    const parts = cells.flatMap((cell, column) =>
      cell === '' ? [] : [headings[column] === '' ? cell : `${headings[column]}: ${cell}`],
    )
    return [{ ...span, reading: [group, ...parts].filter(Boolean).join('; '), caption: title }]
  })
  return named.some((row) => meet(row, head)) ? named : [names, ...named]
}

function spanOf(words: readonly Word[]): { start: number; end: number } {
  const places = words.flatMap((word) => ('start' in word ? [word as PlacedWord] : []))
  return {
    start: Math.min(...places.map(({ start }) => start)),
    end: Math.max(...places.map(({ start, text }) => start + text.length)),
  }
}

function meet(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start < b.end && b.start < a.end
}

/**
 * Finds a second text layer: some files have the text of a page twice, a few points apart, of which readers see one. Overlapping lines
 * show it; its words are those that the first layer has in the same order at about the same height.
 */
import type { PageCharacters } from './characters.ts'
import { type LineSegment, sizeAt } from './segments.ts'

// Chosen on one file with such pages; none of 78 others is affected.
const MIN_OVERLAPS = 3
const MIN_LINE_CHARACTERS = 15
const MIN_SHIFT_EM = 0.1
const MAX_SHIFT_EM = 0.8
const RUN = 5
/** Minimum share of repeated words; a few that occur twice near each other are table rows. */
const MIN_SHARE = 0.2
const SAME_HEIGHT_EM = 3

interface Word {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Marks the characters of the second layer with 1; null if the page has one layer. */
export function secondLayer(page: PageCharacters, segments: readonly LineSegment[]): Uint8Array | null {
  if (!haveOverlaps(segments)) return null
  const words = wordsOf(page, segments)
  const dropped = new Uint8Array(page.count)
  const places = new Map<string, number[]>()
  const second = new Set<Word>()
  for (let at = 0; at + RUN <= words.length; at++) {
    const run = words.slice(at, at + RUN)
    const key = run.map((word) => word.text).join(' ')
    const earlier = places.get(key) ?? []
    if (earlier.some((place) => isLevel(page, words[place], run[0]))) {
      for (const word of run) second.add(word)
    } else places.set(key, [...earlier, at])
  }
  if (second.size === 0 || second.size < MIN_SHARE * words.length) return null
  for (const { from, to } of second) dropped.fill(1, from, to)
  return dropped
}

function haveOverlaps(segments: readonly LineSegment[]): boolean {
  const long = segments.filter(({ from, to }) => to - from >= MIN_LINE_CHARACTERS)
  long.sort((a, b) => a.baseline - b.baseline)
  let overlaps = 0
  for (const [at, segment] of long.entries()) {
    for (let next = at + 1; next < long.length; next++) {
      const other = long[next]
      const shift = (other?.baseline ?? Number.POSITIVE_INFINITY) - segment.baseline
      if (other === undefined || shift > MAX_SHIFT_EM * segment.size) break
      if (shift < MIN_SHIFT_EM * segment.size) continue
      const shared = Math.min(segment.right, other.right) - Math.max(segment.left, other.left)
      if (shared > 0.5 * Math.min(segment.right - segment.left, other.right - other.left)) overlaps++
    }
  }
  return overlaps >= MIN_OVERLAPS
}

/** Returns the words in the file's order, with letters and digits only. */
function wordsOf(page: PageCharacters, segments: readonly LineSegment[]): Word[] {
  const words: Word[] = []
  for (const segment of segments) {
    let from = segment.from
    for (let at = segment.from + 1; at <= segment.to; at++) {
      if (at < segment.to && page.spaced[at] === 0) continue
      const text = textOf(page, from, at)
      if (text !== '') words.push({ from, to: at, text })
      from = at
    }
  }
  return words
}

function textOf(page: PageCharacters, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at++) {
    const code = page.codes[at] ?? 0
    if (code < 0x110000) text += String.fromCodePoint(code)
  }
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function isLevel(page: PageCharacters, first: Word | undefined, second: Word | undefined): boolean {
  if (first === undefined || second === undefined) return false
  const distance = Math.abs(
    (page.origins[first.from * 2 + 1] ?? 0) - (page.origins[second.from * 2 + 1] ?? 0),
  )
  return distance <= SAME_HEIGHT_EM * sizeAt(page, second.from)
}

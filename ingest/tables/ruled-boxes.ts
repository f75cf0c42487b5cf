/** Finds tables between horizontal rules: the rules that belong together, and the table's text between them. */
import type { Box } from '../extract/index.ts'
import { overlap } from './captions.ts'
import type { Rules } from './rules.ts'
import {
  chunksOf,
  GAP_EM,
  hull,
  isIn,
  isProse,
  PHRASE_WORDS,
  type Word,
  type WordLine,
  wordLines,
} from './words.ts'

const MIN_LINED_POINTS = 60
const SAME_EDGE_POINTS = 8
const MIN_BAND_POINTS = 6
/** Maximum distances of a caption above the first rule, and below a rule over it. Chosen, not measured. */
const CAPTION_POINTS = 40
const UNDER_RULE_POINTS = 14

/** Groups horizontal rules with the same ends as long as there is no prose between them. `captions` are never within a table. */
export function ruledBoxes(words: readonly Word[], { level }: Rules, captions: readonly Box[]): Box[] {
  const left = level.filter((rule) => rule.right - rule.left >= MIN_LINED_POINTS)
  const found: Box[] = []
  while (left.length > 0) {
    const first = left.shift()!
    const isTitled = isUnderCaption(first, captions, level)
    const { rules, top } = ruleGroup(words, first, left, { captions, isTitled })
    for (const rule of rules) left.splice(left.indexOf(rule), 1)
    const box = { ...hull([first, ...rules]), top }
    if (rules.length > 0 && wordLines(words.filter((word) => isIn(word, box))).length >= 2) found.push(box)
  }
  return found
}

/** Returns the rules below `first` of the same table, and its top: the rule, or the bottom of a caption directly below it. */
function ruleGroup(
  words: readonly Word[],
  first: Box,
  others: readonly Box[],
  { captions, ...around }: { readonly captions: readonly Box[]; readonly isTitled: boolean },
): { readonly rules: readonly Box[]; readonly top: number } {
  const rules: Box[] = []
  let top = first.top
  let { isTitled } = around
  for (const rule of others.filter((other) => isSameWidth(other, first))) {
    const above = rules.at(-1) ?? first
    const band = { ...first, top: above.bottom, bottom: rule.top }
    const caption = captions.find((one) => isIn(one, band))
    if (caption !== undefined) {
      if (rules.length > 0 || caption.top - first.bottom > UNDER_RULE_POINTS) break
      top = caption.bottom
      band.top = top
      isTitled = true
    }
    const lines = wordLines(words.filter((word) => isIn(word, band)))
    if (holdsRows(lines, rules.length === 0) || (isTitled && holdsColumns(lines))) rules.push(rule)
    else if (rule.top - above.bottom > MIN_BAND_POINTS) break
  }
  return { rules, top }
}

function isSameWidth(a: Box, b: Box): boolean {
  return Math.abs(a.left - b.left) <= SAME_EDGE_POINTS && Math.abs(a.right - b.right) <= SAME_EDGE_POINTS
}

/** Returns whether a caption is above the rule, with no other rule between them. */
function isUnderCaption(rule: Box, captions: readonly Box[], others: readonly Box[]): boolean {
  return captions.some(
    (caption) =>
      overlap(caption, rule) > 0 &&
      rule.top >= caption.bottom - MIN_BAND_POINTS &&
      rule.top - caption.bottom <= CAPTION_POINTS &&
      !others.some(
        (other) => other.top > caption.bottom && other.bottom < rule.top && overlap(other, rule) > 0,
      ),
  )
}

/** Returns whether some lines of the band have cells, and few are prose. */
function holdsRows(lines: readonly WordLine[], isFirst: boolean): boolean {
  if (lines.length === 0) return true
  const parted = lines.filter((line) => chunksOf(line, GAP_EM).length >= 2)
  const prose = lines.filter(
    (line) => chunksOf(line, GAP_EM).some((chunk) => isProse(chunk)) && chunksOf(line, GAP_EM).length < 3,
  )
  if (prose.length > 0.4 * lines.length && lines.length > 3) return false
  return parted.length * 3 >= lines.length || (lines.length <= 2 && !isFirst)
}

const MAX_CROSSING_SHARE = 0.1
const MAX_TEXT_SHARE = 0.3
const CORRIDOR_EM = 0.7

/** Returns whether lines under a caption are cells of several lines, with a free corridor that is not a gutter of text. */
function holdsColumns(lines: readonly WordLine[]): boolean {
  const rows = lines.map((line) =>
    chunksOf(line, CORRIDOR_EM).map((words) => ({ ...hull(words), count: words.length })),
  )
  const texts = rows.filter((row) => row.filter(({ count }) => count >= PHRASE_WORDS).length >= 2)
  const corridors = rows.flatMap((row) => row.slice(1).map(({ left }, at) => (row[at]!.right + left) / 2))
  const isFree = (x: number) =>
    rows.filter((row) => row.some(({ left, right }) => left < x && right > x)).length <=
    MAX_CROSSING_SHARE * rows.length
  return corridors.length >= 2 && texts.length <= MAX_TEXT_SHARE * rows.length && corridors.some(isFree)
}

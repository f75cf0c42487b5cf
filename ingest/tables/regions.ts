/** Where on a page are tables? Grids of rules, what stands between level rules of one width, and lines whose cells stand under each other. */
import type { Box } from '../extract/index.ts'
import { gridsOf, type Rules } from './rules.ts'
import { chunksOf, hull, textOf, type Word, type WordLine, wordLines } from './words.ts'

export interface Region {
  readonly box: Box
  readonly words: readonly Word[]
  readonly kind: 'grid' | 'rules' | 'aligned'
}

const GAP_EM = 1
const ALIGNED_EM = 0.7
const MAX_PITCH_EM = 3.2
const PROSE_WORDS = 7
const MIN_LINED_POINTS = 60
const SAME_EDGE_POINTS = 8
const MIN_BAND_POINTS = 6
const MOST_SINGLE_LINES = 2
const LONG_LINE_WORDS = 12
/** How far from the middle of its name a column may stand. Chosen, not measured. */
const SPREAD_EM = 9

/** Returns the places that may be tables, each word in one of them at most. */
export function regionsOf(words: readonly Word[], rules: Rules): Region[] {
  const found: Region[] = []
  const taken = new Set<Word>()
  const take = (from: readonly Word[], box: Box, kind: Region['kind']) => {
    const inside = from.filter((word) => !taken.has(word) && isIn(word, box))
    for (const word of inside) taken.add(word)
    if (inside.length >= 4) found.push({ box: hull([box, ...inside]), words: inside, kind })
  }
  const left = () => words.filter((word) => !taken.has(word))
  for (const box of gridsOf(rules)) if (isTableGrid(left(), box)) take(words, box, 'grid')
  for (const box of linedBoxes(left(), rules)) take(words, box, 'rules')
  for (const column of textColumns(left()))
    for (const box of alignedBoxes(column)) take(column, box, 'aligned')
  return found
}

const GUTTER_LINES = 7
const GUTTER_POINTS = 8
const GUTTER_WORDS = 4

/** The words of each column of text: where the gaps of many lines of prose stand under each other, there is a gutter. */
function textColumns(words: readonly Word[]): Word[][] {
  const middles = wordLines(words).flatMap((line) => {
    const chunks = chunksOf(line, GAP_EM).filter((chunk) => chunk.length >= GUTTER_WORDS)
    return chunks.slice(1).map((chunk, at) => (hull(chunks[at]!).right + chunk[0]!.left) / 2)
  })
  const gutters: number[] = []
  for (const x of middles.sort((a, b) => a - b)) {
    const near = middles.filter((other) => Math.abs(other - x) <= GUTTER_POINTS)
    if (near.length >= GUTTER_LINES && x - (gutters.at(-1) ?? -1e6) > 8 * GUTTER_POINTS)
      gutters.push(near[near.length >> 1]!)
  }
  const columns: Word[][] = [...gutters, 0].map(() => [])
  for (const word of words)
    columns[gutters.filter((x) => (word.left + word.right) / 2 > x).length]!.push(word)
  return columns
}

export function isIn(word: Box, box: Box): boolean {
  const x = (word.left + word.right) / 2
  const y = (word.top + word.bottom) / 2
  return x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 1 && y <= box.bottom + 1
}

function isTableGrid(words: readonly Word[], box: Box): boolean {
  const inside = words.filter((word) => isIn(word, box))
  return inside.length >= 4 && box.right - box.left > 50 && box.bottom - box.top > 14
}

/** Groups of level rules with the same ends, as long as what is between them is no prose. */
function linedBoxes(words: readonly Word[], { level }: Rules): Box[] {
  const left = level.filter((rule) => rule.right - rule.left >= MIN_LINED_POINTS)
  const found: Box[] = []
  while (left.length > 0) {
    const first = left.shift()!
    const group = ruleGroup(words, first, left)
    for (const rule of group) left.splice(left.indexOf(rule), 1)
    const box = hull([first, ...group])
    if (group.length > 0 && wordLines(words.filter((word) => isIn(word, box))).length >= 2) found.push(box)
  }
  return found
}

/** The rules below `first` that go on with its table. */
function ruleGroup(words: readonly Word[], first: Box, others: readonly Box[]): Box[] {
  const group: Box[] = []
  for (const rule of others) {
    if (Math.abs(rule.left - first.left) > SAME_EDGE_POINTS) continue
    if (Math.abs(rule.right - first.right) > SAME_EDGE_POINTS) continue
    const above = group.at(-1) ?? first
    const band = { ...first, top: above.bottom, bottom: rule.top }
    if (holdsRows(words, band, group.length === 0)) group.push(rule)
    else if (rule.top - above.bottom > MIN_BAND_POINTS) break
  }
  return group
}

/** Some line of the band has cells, and few are prose. */
function holdsRows(words: readonly Word[], band: Box, isFirst: boolean): boolean {
  const lines = wordLines(words.filter((word) => isIn(word, band)))
  if (lines.length === 0) return true
  const parted = lines.filter((line) => chunksOf(line, GAP_EM).length >= 2)
  const prose = lines.filter(
    (line) => chunksOf(line, GAP_EM).some((chunk) => isProse(chunk)) && chunksOf(line, GAP_EM).length < 3,
  )
  if (prose.length > 0.4 * lines.length && lines.length > 3) return false
  return parted.length * 3 >= lines.length || (lines.length <= 2 && !isFirst)
}

function isProse(chunk: readonly Word[]): boolean {
  return chunk.length >= PROSE_WORDS && /\p{Ll}{2}/u.test(textOf(chunk)) && !/\.{4}/.test(textOf(chunk))
}

interface AlignedLine {
  readonly line: WordLine
  readonly cells: readonly Box[]
}

/** Runs of lines of two and more cells, most of which stand under those of the line above. */
function alignedBoxes(words: readonly Word[]): Box[] {
  const runs: AlignedLine[][] = []
  let run: AlignedLine[] = []
  let singles: WordLine[] = []
  const close = () => {
    runs.push(run)
    run = []
    singles = []
  }
  for (const line of wordLines(words)) {
    const chunks = chunksOf(line, GAP_EM)
    const cells = chunks.map((chunk) => hull(chunk))
    if (isFar(singles.at(-1) ?? run.at(-1)?.line, line)) close()
    if (chunks.length < 2 || chunks.filter(isProse).length * 2 > chunks.length) {
      singles.push(line)
      if (singles.length > MOST_SINGLE_LINES || chunks.some((chunk) => chunk.length > LONG_LINE_WORDS))
        close()
      continue
    }
    const kept = keptOf(run, cells, line.size)
    if (kept !== run) {
      close()
      run.push(...kept)
    }
    run.push({ line, cells })
    singles = []
  }
  close()
  return runs.filter(isTableRun).map((own) => hull(own.map(({ line }) => line)))
}

/** The lines of a run that go on with these cells: all of it, a line of names that stands over them, or none. */
function keptOf(run: AlignedLine[], cells: readonly Box[], size: number): AlignedLine[] {
  if (run.length === 0 || run.slice(-3).some((other) => shared(other.cells, cells, size) >= 2)) return run
  return run.length === 1 && standsOver(run[0]!, cells) ? [...run] : []
}

/** Fewer names over more columns: each over the middle of two or more. */
function standsOver({ cells, line }: AlignedLine, below: readonly Box[]): boolean {
  return cells.every((cell) => {
    const own = below.filter(
      (other) =>
        other.left >= below[0]!.right && Math.abs(middle(other) - middle(cell)) < SPREAD_EM * line.size,
    )
    return own.length >= 2 && Math.abs(middle(hull(own)) - middle(cell)) <= line.size
  })
}

function middle({ left, right }: Box): number {
  return (left + right) / 2
}

function isFar(above: WordLine | undefined, { baseline, size }: WordLine): boolean {
  return above !== undefined && baseline - above.baseline > MAX_PITCH_EM * Math.max(size, above.size)
}

/** Two lines show a table where each has four cells. */
function isTableRun(run: readonly AlignedLine[]): boolean {
  return run.length >= 3 || (run.length === 2 && run.every(({ cells }) => cells.length >= 4))
}

function shared(above: readonly Box[], below: readonly Box[], size: number): number {
  const reach = ALIGNED_EM * size
  return below.filter((cell) =>
    above.some(
      (other) =>
        Math.abs(other.left - cell.left) <= reach ||
        Math.abs(other.right - cell.right) <= reach ||
        Math.abs(other.left + other.right - cell.left - cell.right) <= 2 * reach,
    ),
  ).length
}

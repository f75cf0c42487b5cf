/** Finds tables on a page: grids of rules, text between horizontal rules of one width, and lines with aligned cells. */
import type { Box } from '../extract/index.ts'
import { isOverlapping, overlap } from './captions.ts'
import { ruledBoxes } from './ruled-boxes.ts'
import { gridsOf, type Rules } from './rules.ts'
import { guttersOf, stretchesOf } from './text-columns.ts'
import { chunksOf, GAP_EM, hull, isIn, isProse, type Word, type WordLine, wordLines } from './words.ts'

export interface Region {
  readonly box: Box
  readonly words: readonly Word[]
  readonly kind: 'grid' | 'rules' | 'aligned'
}

const ALIGNED_EM = 0.7
const MAX_PITCH_EM = 3.2
const CAPTION_REACH = 40
const SLACK_POINTS = 3
const WITHIN_POINTS = 8
const MAX_SINGLE_LINES = 2
const LONG_LINE_WORDS = 12
/** Maximum distance of a column from the middle of its name. Chosen, not measured. */
const SPREAD_EM = 9

/** Returns boxes that may be tables, each word in at most one of them. `captions` are never within a table. */
export function regionsOf(words: readonly Word[], rules: Rules, captions: readonly Box[]): Region[] {
  const found: Region[] = []
  const taken = new Set<Word>()
  const take = (from: readonly Word[], box: Box, kind: Region['kind']) => {
    const inside = from.filter((word) => !taken.has(word) && isIn(word, box))
    for (const word of inside) taken.add(word)
    if (inside.length >= 4) found.push({ box: hull([box, ...inside]), words: inside, kind })
  }
  const left = () => words.filter((word) => !taken.has(word))
  for (const box of gridsOf(rules)) if (isTableGrid(left(), box)) take(words, box, 'grid')
  for (const box of ruledBoxes(left(), rules, captions)) take(words, box, 'rules')
  for (const { box, from } of alignedOverColumns(left(), captions)) take(from, box, 'aligned')
  return withOpenTables(found, words, captions)
}

const MAX_HEADER_LINES = 4
const OPEN_GAP_POINTS = 40

/** Joins a ruled header under a caption, with no rule below its rows, to the pieces of the table below it. */
function withOpenTables(
  found: readonly Region[],
  words: readonly Word[],
  captions: readonly Box[],
): Region[] {
  const regions = [...found].sort((a, b) => a.box.top - b.box.top)
  for (const header of regions.filter((region) => isHeaderAlone(region, captions))) {
    const below = regions.filter(({ box }) => box.top >= header.box.bottom - SLACK_POINTS)
    const box = hull([header.box, ...piecesUnder(header.box, below, captions)])
    const inside = regions.filter((one) => isIn(one.box, box))
    if (inside.length < 2) continue
    for (const one of inside) regions.splice(regions.indexOf(one), 1)
    regions.push({ box, words: words.filter((word) => isIn(word, box)), kind: 'rules' })
  }
  return regions
}

function isHeaderAlone({ box, kind, words }: Region, captions: readonly Box[]): boolean {
  if (kind !== 'rules' || wordLines(words).length > MAX_HEADER_LINES) return false
  return captions.some((one) => overlap(one, box) > 0 && Math.abs(box.top - one.bottom) <= CAPTION_REACH)
}

/** Returns pieces at most as wide as the header, up to the first wide gap or caption. */
function piecesUnder(header: Box, below: readonly Region[], captions: readonly Box[]): Box[] {
  const found: Box[] = []
  for (const { box } of below) {
    const { bottom } = found.at(-1) ?? header
    const between = { ...header, top: bottom, bottom: box.top }
    if (box.top - bottom > OPEN_GAP_POINTS || captions.some((one) => isIn(one, between))) break
    if (box.left >= header.left - WITHIN_POINTS && box.right <= header.right + WITHIN_POINTS) found.push(box)
  }
  return found
}

/** Returns the boxes of each column of text, and those across its gutters that contain these whole, with the words that they come from. */
function alignedOverColumns(words: readonly Word[], captions: readonly Box[]) {
  const gutters = guttersOf(words)
  const columns: Word[][] = [...gutters, 0].map(() => [])
  for (const word of words) columns[gutters.filter((x) => middle(word) > x).length]!.push(word)
  const apart = columns.flatMap((from) => alignedBoxes(from).map((box) => ({ box, from })))
  const over = (gutters.length === 0 ? [] : stretchesOf(words))
    .flatMap((from) => alignedBoxes(from).map((box) => ({ box, from })))
    .filter(
      ({ box }) =>
        gutters.some((x) => box.left < x && box.right > x && !isCaptionedTwice(box, x, captions)) &&
        apart.every((other) => holds(box, other.box) || !isOverlapping(box, other.box)),
    )
  return [...over, ...apart.filter(({ box }) => !over.some((other) => isOverlapping(other.box, box)))]
}

/** Returns whether there are captions on both sides of the gutter, as for two tables side by side. */
function isCaptionedTwice({ top, bottom }: Box, x: number, captions: readonly Box[]): boolean {
  const own = captions.filter((one) => one.bottom >= top - CAPTION_REACH && one.top <= bottom + CAPTION_REACH)
  return own.some(({ right }) => right < x) && own.some(({ left }) => left > x)
}

function holds(outer: Box, inner: Box): boolean {
  return inner.top >= outer.top - SLACK_POINTS && inner.bottom <= outer.bottom + SLACK_POINTS
}

function isTableGrid(words: readonly Word[], box: Box): boolean {
  const inside = words.filter((word) => isIn(word, box))
  return inside.length >= 4 && box.right - box.left > 50 && box.bottom - box.top > 14
}

interface AlignedLine {
  readonly line: WordLine
  readonly cells: readonly Box[]
}

/** Returns runs of lines with at least two cells, most of them aligned with those of the line above. */
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
      if (singles.length > MAX_SINGLE_LINES || chunks.some((chunk) => chunk.length > LONG_LINE_WORDS)) close()
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

/** Returns the lines of a run that these cells continue: all of it, a line of names above them, or none. */
function keptOf(run: AlignedLine[], cells: readonly Box[], size: number): AlignedLine[] {
  if (run.length === 0 || run.slice(-3).some((other) => shared(other.cells, cells, size) >= 2)) return run
  return run.length === 1 && standsOver(run[0]!, cells) ? [...run] : []
}

/** Returns whether fewer names are above more columns, each over the middle of at least two. */
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

/** Returns whether lines are a table: three, or two that have four cells each. */
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

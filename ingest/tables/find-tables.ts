/** Finds the tables of a page with rows and cells, and the boxes of its figures and numbered formulas, with their captions. */
import { anglesOf, type Box, mainAngle, type PageCharacters, rotated, turnedPoint } from '../extract/index.ts'
import { type Caption, captionsOf, overlap, splitLines } from './captions.ts'
import { boxOf } from './figures.ts'
import { formulasAmong } from './formulas.ts'
import { gridOf, isTabular, type ReadGrid, type TableGrid } from './grid.ts'
import { type Region, regionsOf } from './regions.ts'
import { joinRules, type PageDrawings, type Rules } from './rules.ts'
import { hull, isIn, textOf, type Word, type WordLine, wordsOf } from './words.ts'

/** A page before layout, with its drawings. */
export interface DrawnPage {
  readonly characters: PageCharacters
  readonly drawings: PageDrawings
}

/** A figure, table or formula; an unreadable table has no rows. Boxes are in points from the top left corner of the page as shown. */
export interface PageFigure extends TableGrid {
  readonly kind: 'table' | 'figure' | 'formula'
  /** Number as printed: `2`, `S1`; empty without a caption. */
  readonly number: string
  readonly caption: string
  /** Smaller print directly below a table. */
  readonly notes: string
  /** Page number, from 1. */
  readonly page: number
  /** Box without the caption, but with the notes. */
  readonly box: Box
}

/** Minimum number of letters in another direction for a table: fewer are the name of an axis, or a mark of the publisher. */
const TURNED_LETTERS = 150
const CAPTION_WITHIN_POINTS = 36
/** Distance by which a ruled table may be further from its caption than the labels of a drawing. Chosen, not measured. */
const RULED_POINTS = 12
const NO_GRID: TableGrid = { header: 0, rows: [], boxes: [] }
type Unplaced = Omit<PageFigure, 'page'>

/** Returns everything on a page from top to bottom, also on rotated pages, and rotated tables on other pages. */
export function figuresOnPage(page: DrawnPage): PageFigure[] {
  const main = mainAngle(page.characters)
  const turned = anglesOf(page.characters, TURNED_LETTERS).filter((angle) => angle !== main)
  return [
    ...figuresAt(page, main),
    ...turned.flatMap((angle) =>
      figuresAt(page, angle).filter(({ rows, number }) => rows.length > 0 && number !== ''),
    ),
  ]
}

function figuresAt({ characters, drawings }: DrawnPage, angle: number): PageFigure[] {
  const page = rotated(characters, angle)
  const turn = (box: Box) => turnedBox(characters, angle, box)
  const rules = joinRules(drawings.rules.map(turn))
  const words = wordsOf(page, angle)
  const lines = splitLines(words)
  const captions = captionsOf(lines, rules.level)
  const found = tablesAmong(words, captions, rules)
  const tables = found.map((table) => tableOf(table, lines))
  const free = captions.filter((caption) => !found.some((table) => table.caption === caption))
  const drawn = [...drawings.pictures.map(turn), ...rules.level, ...rules.upright].filter(
    (box) => !tables.some((table) => table.number !== '' && isIn(box, table.box)),
  )
  const figures = free.map((caption): Unplaced => {
    const { kind, number, text } = caption
    return {
      ...NO_GRID,
      kind,
      number,
      caption: text,
      notes: '',
      box: boxOf(caption, { drawn, lines, captions }),
    }
  })
  // The labels of a drawing's axes may look like a table.
  const ownTables = tables.filter(
    ({ number, box }) => number !== '' || !figures.some((figure) => isIn(box, figure.box)),
  )
  const formulas = formulasAmong(words)
    .filter(({ box }) => ![...tables, ...figures].some((found) => isIn(box, found.box)))
    .map((formula): Unplaced => ({ ...NO_GRID, ...formula, kind: 'formula', caption: '', notes: '' }))
  const back = (box: Box) => turnedBox(page, (360 - angle) % 360, box)
  return [...ownTables, ...figures, ...formulas]
    .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
    .map((found) => ({
      ...found,
      page: characters.number,
      box: back(found.box),
      boxes: found.boxes.map((row) => row.map((cell) => (cell === null ? null : back(cell)))),
    }))
}

/** Moves a caption without a table, the last of its page, to the unnamed table that begins the next page. Takes figures in order. */
export function withCaptionsOfLastPage(figures: readonly PageFigure[]): PageFigure[] {
  const found: PageFigure[] = []
  for (const figure of figures) {
    const last = found.at(-1)
    const goesOn = last?.kind === 'table' && last.rows.length === 0 && last.page === figure.page - 1
    const isNameless = figure.kind === 'table' && figure.number === '' && figure.rows.length > 0
    if (goesOn && isNameless) found.splice(-1, 1, { ...figure, number: last.number, caption: last.caption })
    else found.push(figure)
  }
  return found
}

export interface FoundTable {
  readonly grid: ReadGrid
  readonly box: Box
  readonly caption: Caption | undefined
}

/** Returns the tables among the words of a page, each with the caption next to it; no caption belongs to two. */
export function tablesAmong(
  words: readonly Word[],
  captions: readonly Caption[],
  rules: Rules,
): FoundTable[] {
  const text = words.filter((word) => !captions.some(({ box }) => isIn(word, box)))
  const places = captions.map(({ box }) => box)
  const regions = regionsOf(text, rules, places)
  const near = nextTo(regions, captions)
  const read = regions.flatMap((region) => {
    const { box, words: inside, kind } = region
    const caption = near.get(region)
    const isSure = caption !== undefined && kind !== 'aligned'
    const isPlain = caption === undefined && kind === 'aligned'
    const grid = gridOf(inside, within(rules, box), isSure)
    if (grid === null || caption?.kind === 'figure' || !isTabular(grid, isPlain, isSure)) return []
    return [{ grid, box, caption }]
  })
  for (const table of read.filter(({ caption }) => caption === undefined)) {
    const free = captions.filter((caption) => !read.some((other) => other.caption === caption))
    const others = [...read.filter((other) => other !== table).map(({ box }) => box), ...places]
    table.caption = distantCaption(table.box, free, others)
  }
  return read
}

interface Pair {
  readonly region: Region
  readonly caption: Caption
  readonly gap: number
  readonly isBelow: boolean
}

/** Pairs tables with the captions directly above or below; all above or all below if that pairs the most. */
function nextTo(regions: readonly Region[], captions: readonly Caption[]): Map<Region, Caption> {
  const pairs = regions
    .flatMap((region) => captions.map((caption) => ({ region, caption })))
    .filter(({ region: { box }, caption }) => overlap(caption.box, box) > 0)
    .map(({ region, caption }): Pair => {
      const isBelow = caption.box.top > region.box.top
      return { region, caption, gap: distance(region.box, caption.box), isBelow }
    })
    .filter(({ gap }) => gap <= CAPTION_WITHIN_POINTS)
  return [pairs, pairs.filter(({ isBelow }) => !isBelow), pairs.filter(({ isBelow }) => isBelow)]
    .map(nearestFirst)
    .reduce((best, other) => (other.size > best.size ? other : best))
}

/** Pairs each caption and each region once, with captions of tables before those of figures. */
function nearestFirst(pairs: readonly Pair[]): Map<Region, Caption> {
  const rank = ({ region, caption, gap }: Pair) =>
    gap +
    (caption.kind === 'table' ? 0 : CAPTION_WITHIN_POINTS) +
    (region.kind === 'aligned' ? 0 : -RULED_POINTS)
  const found = new Map<Region, Caption>()
  const taken = new Set<Caption>()
  for (const { region, caption } of [...pairs].sort((a, b) => rank(a) - rank(b))) {
    if (found.has(region) || taken.has(caption)) continue
    found.set(region, caption)
    taken.add(caption)
  }
  return found
}

const FAR_POINTS = 110
const BESIDE_POINTS = 40

/** Finds a caption with notes between it and its table, or to the left of the table. */
function distantCaption(box: Box, captions: readonly Caption[], others: readonly Box[]): Caption | undefined {
  return captions.find(({ kind, box: own }) => {
    const gap = box.top - own.bottom
    const isAbove = gap >= -2 && gap <= FAR_POINTS && overlap(own, box) > 0
    const isBeside =
      own.right <= box.left + 2 &&
      box.left - own.right <= BESIDE_POINTS &&
      own.top >= box.top - BESIDE_POINTS &&
      own.top <= box.bottom
    const isBetween = (other: Box) =>
      other.top >= own.bottom - 2 && other.bottom <= box.top + 2 && overlap(other, box) > 0
    return kind === 'table' && (isBeside || (isAbove && !others.some(isBetween)))
  })
}

function tableOf({ grid, box, caption }: FoundTable, lines: readonly WordLine[]): Unplaced {
  const notes = notesUnder(box, lines)
  const { header, rows, boxes } = grid
  return {
    header,
    rows,
    boxes,
    kind: 'table',
    number: caption?.number ?? '',
    caption: caption?.text ?? '',
    notes: notes.text,
    box: notes.box === null ? box : hull([box, notes.box]),
  }
}

function distance(a: Box, b: Box): number {
  return Math.max(a.top - b.bottom, b.top - a.bottom)
}

function within({ level, upright }: Rules, { left, right, top, bottom }: Box): Rules {
  const meets = (rule: Box) =>
    rule.left <= right + 3 && rule.right >= left - 3 && rule.top <= bottom + 3 && rule.bottom >= top - 3
  return { level: level.filter(meets), upright: upright.filter(meets) }
}

function turnedBox(page: Pick<PageCharacters, 'width' | 'height'>, angle: number, box: Box): Box {
  if (angle % 90 !== 0 || angle === 0) return box
  const a = turnedPoint(page, angle, box.left, box.top)
  const b = turnedPoint(page, angle, box.right, box.bottom)
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    right: Math.max(a.x, b.x),
    bottom: Math.max(a.y, b.y),
  }
}

const FIRST_GAP_EM = 2.2
const PITCH_EM = 1.5
const MAX_LINES = 8
const MARK =
  /^(?:[*†‡§¶#]|[a-z][.)]?\s|(?:notes?|sources?|abbreviations?|key|data are|values are|\([a-z0-9]\)|n\.?[ds]\.?)\b)/i

/** Returns a table's notes, lines directly below it in small print or with a mark in front; no text and no box if there are none. */
function notesUnder(table: Box, lines: readonly WordLine[]): { text: string; box: Box | null } {
  const below = lines.filter((line) => line.top >= table.bottom - 2 && overlap(line, table) > 0)
  const own: WordLine[] = []
  for (const line of below.slice(0, MAX_LINES)) {
    const isOutside = line.left < table.left - line.size || line.right > table.right + 3 * line.size
    if (isOutside || !continuesNotes(table, own.at(-1), line)) break
    own.push(line)
  }
  return { text: own.map(({ words }) => textOf(words)).join(' '), box: own.length === 0 ? null : hull(own) }
}

function continuesNotes(table: Box, last: WordLine | undefined, line: WordLine): boolean {
  if (last === undefined)
    return line.top - table.bottom <= FIRST_GAP_EM * line.size && MARK.test(textOf(line.words))
  return line.baseline - last.baseline <= PITCH_EM * line.size && Math.abs(line.size - last.size) <= 0.6
}

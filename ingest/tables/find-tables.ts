/** The tables of a page as rows and cells, its figures and numbered formulas as places, with their captions. */
import { type Box, mainAngle, type PageCharacters, rotated, turnedPoint } from '../extract/index.ts'
import { type Caption, captionsOf, overlap, partedLines } from './captions.ts'
import { boxOf, isInside } from './figures.ts'
import { formulasAmong } from './formulas.ts'
import { gridOf, isTabular, type ReadGrid, type TableGrid } from './grid.ts'
import { regionsOf } from './regions.ts'
import { joinRules, type PageDrawings, type Rules } from './rules.ts'
import { hull, textOf, type Word, type WordLine, wordsOf } from './words.ts'

/** A page before layout, with what is drawn on it. */
export interface DrawnPage {
  readonly characters: PageCharacters
  readonly drawings: PageDrawings
}

/** A figure, a table or a formula with its place; a table that no rows could be read of has none. Boxes are points from the top left corner of the page as shown. */
export interface PageFigure extends TableGrid {
  readonly kind: 'table' | 'figure' | 'formula'
  /** As printed: `2`, `S1`; empty where no caption stands by it. */
  readonly number: string
  readonly caption: string
  /** What stands right under a table in smaller print. */
  readonly notes: string
  /** From 1. */
  readonly page: number
  /** Without the caption, with the notes. */
  readonly box: Box
}

const CAPTION_WITHIN_POINTS = 36
const NO_GRID: TableGrid = { header: 0, rows: [], boxes: [] }
type Unplaced = Omit<PageFigure, 'page'>

/** Returns all of a page from top to bottom, of pages that are turned too. */
export function figuresOnPage({ characters, drawings }: DrawnPage): PageFigure[] {
  const angle = mainAngle(characters)
  const page = rotated(characters, angle)
  const turn = (box: Box) => turnedBox(characters, angle, box)
  const rules = joinRules(drawings.rules.map(turn))
  const words = wordsOf(page, angle)
  const lines = partedLines(words)
  const captions = captionsOf(lines)
  const found = tablesAmong(words, captions, rules)
  const tables = found.map((table) => tableOf(table, lines))
  const free = captions.filter((caption) => !found.some((table) => table.caption === caption))
  const drawn = [...drawings.pictures.map(turn), ...rules.level, ...rules.upright].filter(
    (box) => !tables.some((table) => table.number !== '' && isInside(box, table.box)),
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
  // The labels of a drawing's axes may look like one.
  const ownTables = tables.filter(
    ({ number, box }) => number !== '' || !figures.some((figure) => isInside(box, figure.box)),
  )
  const formulas = formulasAmong(words)
    .filter(({ box }) => ![...tables, ...figures].some((found) => isInside(box, found.box)))
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

export interface FoundTable {
  readonly grid: ReadGrid
  readonly box: Box
  readonly caption: Caption | undefined
}

/** The tables among the words of a page, each with the caption next to it; no caption belongs to two. */
export function tablesAmong(
  words: readonly Word[],
  captions: readonly Caption[],
  rules: Rules,
): FoundTable[] {
  const text = words.filter((word) => !captions.some(({ box }) => isInside(word, box)))
  const free = new Set(captions)
  return regionsOf(text, rules).flatMap(({ box, words: inside, kind }) => {
    const grid = gridOf(inside, within(rules, box))
    const caption = nearest(box, free)
    const isPlain = caption === undefined && kind === 'aligned'
    if (grid === null || !isTabular(grid, isPlain) || caption?.kind === 'figure') return []
    if (caption !== undefined) free.delete(caption)
    return [{ grid, box, caption }]
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

/** The caption right above or below, that of a table first. */
function nearest(box: Box, captions: ReadonlySet<Caption>): Caption | undefined {
  const near = [...captions].filter(
    (caption) => overlap(caption.box, box) > 0 && distance(caption.box, box) <= CAPTION_WITHIN_POINTS,
  )
  const rank = ({ kind, box: own }: Caption) =>
    distance(own, box) + (kind === 'table' ? 0 : CAPTION_WITHIN_POINTS)
  return near.sort((a, b) => rank(a) - rank(b))[0]
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
const MOST_LINES = 8
const MARK =
  /^(?:[*†‡§¶#]|[a-z][.)]?\s|(?:notes?|sources?|abbreviations?|key|data are|values are|\([a-z0-9]\)|n\.?[ds]\.?)\b)/i

/** Returns the notes of the table, lines in small print or that begin with a mark right under it; no text and no box where it has none. */
function notesUnder(table: Box, lines: readonly WordLine[]): { text: string; box: Box | null } {
  const below = lines.filter((line) => line.top >= table.bottom - 2 && overlap(line, table) > 0)
  const own: WordLine[] = []
  for (const line of below.slice(0, MOST_LINES)) {
    const isOutside = line.left < table.left - line.size || line.right > table.right + 3 * line.size
    if (isOutside || !goesOn(table, own.at(-1), line)) break
    own.push(line)
  }
  return { text: own.map(({ words }) => textOf(words)).join(' '), box: own.length === 0 ? null : hull(own) }
}

function goesOn(table: Box, last: WordLine | undefined, line: WordLine): boolean {
  if (last === undefined)
    return line.top - table.bottom <= FIRST_GAP_EM * line.size && MARK.test(textOf(line.words))
  return line.baseline - last.baseline <= PITCH_EM * line.size && Math.abs(line.size - last.size) <= 0.6
}

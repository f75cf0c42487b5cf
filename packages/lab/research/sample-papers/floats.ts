/** Tables with three rules and bar charts; each stays whole in one column. */
import { COLUMN_WIDTH, type Columns } from './columns.ts'
import { wordsOf } from './inline-markup.ts'
import { breakLines } from './line-breaking.ts'
import type { Block } from './paper-content.ts'
import type { Pen } from './pen.ts'

type Table = Extract<Block, { kind: 'table' }>
type Figure = Extract<Block, { kind: 'figure' }>

const SIZE_POINTS = 8
const LEADING_POINTS = 10
const ROW_POINTS = 11.5
const SPACE_AROUND = 10
const CHART = { height: 62, bar: 26, labels: 22 } as const

export function drawTable(pen: Pen, columns: Columns, table: Table): void {
  const caption = captionLines(pen, table.caption)
  columns.skip(SPACE_AROUND / 2)
  columns.need(caption.length * LEADING_POINTS + table.rows.length * ROW_POINTS + 2 * SPACE_AROUND)
  drawCaption(pen, columns, caption)
  const starts = cellStarts(pen, table)
  drawRule(pen, columns, 0.7)
  table.rows.forEach((row, i) => {
    columns.skip(ROW_POINTS)
    const y = columns.y - 9
    row.forEach((cell, j) => {
      const words = wordsOf(cell, i === 0 ? 'bold' : 'roman')
      pen.write(words, { x: columns.x + (starts[j] ?? 0), y }, SIZE_POINTS, pen.spaceWidth(SIZE_POINTS))
    })
    if (i === 0 || i === table.rows.length - 1) drawRule(pen, columns, i === 0 ? 0.4 : 0.7)
  })
  columns.skip(SPACE_AROUND)
}

export function drawFigure(pen: Pen, columns: Columns, figure: Figure): void {
  const caption = captionLines(pen, figure.caption)
  columns.skip(SPACE_AROUND / 2)
  columns.need(CHART.height + CHART.labels + caption.length * LEADING_POINTS + SPACE_AROUND)
  drawBars(pen, columns, figure)
  columns.skip(CHART.height + CHART.labels)
  drawCaption(pen, columns, caption)
  columns.skip(SPACE_AROUND / 2)
}

function drawBars(pen: Pen, columns: Columns, figure: Figure): void {
  const { x, y } = columns
  const largest = Math.max(...figure.bars.map((bar) => bar.value))
  const step = COLUMN_WIDTH / figure.bars.length
  const base = y + CHART.height
  figure.bars.forEach((bar, i) => {
    const height = Math.max(0.5, ((CHART.height - 12) * bar.value) / largest)
    const left = x + step * i + (step - CHART.bar) / 2
    pen.document.rect(left, base - height, CHART.bar, height).fill('#7a8ca0')
    pen.document.fillColor('#000000')
    drawCentred(pen, String(bar.value), left + CHART.bar / 2, base - height - 3)
    drawCentred(pen, bar.name, left + CHART.bar / 2, base + 10)
  })
  pen.document
    .lineWidth(0.6)
    .moveTo(x, base)
    .lineTo(x + COLUMN_WIDTH, base)
    .stroke('#000000')
}

function drawCentred(pen: Pen, text: string, x: number, y: number): void {
  const size = SIZE_POINTS - 1.5
  const words = wordsOf(text, 'roman')
  const gap = pen.spaceWidth(size)
  const width = words.reduce((sum, word) => sum + pen.widthOf(word, size), gap * (words.length - 1))
  pen.write(words, { x: x - width / 2, y }, size, gap)
}

function captionLines(pen: Pen, caption: string) {
  return breakLines(pen, wordsOf(caption, 'roman'), { widthPoints: COLUMN_WIDTH, sizePoints: SIZE_POINTS })
}

function drawCaption(pen: Pen, columns: Columns, lines: ReturnType<typeof captionLines>): void {
  for (const line of lines) {
    pen.write(line.words, { x: columns.x, y: columns.y }, SIZE_POINTS, pen.spaceWidth(SIZE_POINTS))
    columns.skip(LEADING_POINTS)
  }
}

/** Left edges of the cells: as wide as their widest text, the rest of the width shared out between them. */
function cellStarts(pen: Pen, table: Table): number[] {
  const count = table.rows[0]?.length ?? 0
  const widths = Array.from({ length: count }, (_, j) =>
    Math.max(
      ...table.rows.map((row) => {
        const words = wordsOf(row[j] ?? '', 'bold')
        const gaps = pen.spaceWidth(SIZE_POINTS) * (words.length - 1)
        return words.reduce((sum, word) => sum + pen.widthOf(word, SIZE_POINTS), gaps)
      }),
    ),
  )
  const spare = (COLUMN_WIDTH - widths.reduce((sum, width) => sum + width, 0)) / Math.max(1, count - 1)
  if (spare < 0) throw new Error(`The table is too wide: ${table.caption}`)
  let at = 0
  return widths.map((width) => {
    const start = at
    at += width + spare
    return start
  })
}

function drawRule(pen: Pen, columns: Columns, thickness: number): void {
  const y = columns.y - 6
  pen.document
    .lineWidth(thickness)
    .moveTo(columns.x, y)
    .lineTo(columns.x + COLUMN_WIDTH, y)
    .stroke()
}

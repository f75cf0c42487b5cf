/** Sets a sample paper as a PDF: a head over the whole width, then two justified columns with tables and figures. */
import { COLUMN_WIDTH, type Columns, createColumns } from './columns.ts'
import { drawFigure, drawTable } from './floats.ts'
import { drawFront, drawMargins } from './front-page.ts'
import { type Style, wordsOf } from './inline-markup.ts'
import { breakLines } from './line-breaking.ts'
import type { Block, PaperContent } from './paper-content.ts'
import { createPen, type Pen } from './pen.ts'

interface TextSetting {
  readonly style: Style
  readonly sizePoints: number
  readonly leadingPoints: number
  /** Indent of the first line, and of the others. */
  readonly first: number
  readonly others: number
  readonly isJustified: boolean
}

const BODY: TextSetting = {
  style: 'roman',
  sizePoints: 10,
  leadingPoints: 12.6,
  first: 0,
  others: 0,
  isJustified: true,
}
const REFERENCE: TextSetting = { ...BODY, sizePoints: 8.5, leadingPoints: 10.6, others: 10 }
const HEADINGS: Readonly<Record<1 | 2, TextSetting>> = {
  1: { ...BODY, style: 'bold', sizePoints: 11, leadingPoints: 13.5, isJustified: false },
  2: { ...BODY, style: 'italic', sizePoints: 10.5, leadingPoints: 13, isJustified: false },
}
const INDENT = 11
const SPACE_ABOVE_HEADING = 9
// A heading needs itself and this many lines of text below it in the same column.
const LINES_KEPT_WITH_HEADING = 3

/** The bytes of the PDF. The same content gives the same bytes. */
export async function typesetPaper(content: PaperContent): Promise<Uint8Array> {
  const date = new Date(Date.UTC(content.front.year, 0, 15))
  // As so often in the wild, the PDF's own title is not the paper's.
  const pen = createPen({ Title: `${content.name}.dvi`, CreationDate: date, ModDate: date })
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    pen.document.on('data', (chunk: Buffer) => chunks.push(chunk))
    pen.document.on('end', resolve)
    pen.document.on('error', reject)
  })
  const startPage = (page: number) => {
    pen.document.addPage()
    drawMargins(pen, content, page)
  }
  startPage(1)
  const columns = createColumns(drawFront(pen, content), startPage)
  let previous: Block['kind'] = 'heading'
  for (const block of bodyOf(content)) {
    drawBlock(pen, columns, block, previous)
    previous = block.kind
  }
  pen.document.end()
  await done
  return Buffer.concat(chunks)
}

function bodyOf(content: PaperContent): Block[] {
  if (content.front.abstract === 'wide') return [...content.blocks]
  const heading: Block = { kind: 'heading', level: 1, text: 'Abstract' }
  return [heading, { kind: 'paragraph', text: content.abstract }, ...content.blocks]
}

function drawBlock(pen: Pen, columns: Columns, block: Block, previous: Block['kind']): void {
  switch (block.kind) {
    case 'heading': {
      const setting = HEADINGS[block.level]
      columns.skip(SPACE_ABOVE_HEADING)
      columns.need(setting.leadingPoints + LINES_KEPT_WITH_HEADING * BODY.leadingPoints)
      drawText(pen, columns, block.text, setting)
      columns.skip(1.5)
      return
    }
    case 'paragraph':
      drawText(pen, columns, block.text, { ...BODY, first: previous === 'paragraph' ? INDENT : 0 })
      return
    case 'reference':
      drawText(pen, columns, block.text, REFERENCE)
      return
    case 'formula':
      columns.skip(4)
      drawText(pen, columns, block.text, {
        ...BODY,
        first: 2 * INDENT,
        others: 3 * INDENT,
        isJustified: false,
      })
      columns.skip(4)
      return
    case 'table':
      drawTable(pen, columns, block)
      return
    case 'figure':
      drawFigure(pen, columns, block)
  }
}

function drawText(pen: Pen, columns: Columns, markup: string, setting: TextSetting): void {
  const { sizePoints, leadingPoints, first, others } = setting
  const space = pen.spaceWidth(sizePoints)
  const widthPoints = COLUMN_WIDTH - Math.max(first, others)
  breakLines(pen, wordsOf(markup, setting.style), { widthPoints, sizePoints }).forEach((line, i) => {
    const indent = i === 0 ? first : others
    columns.need(leadingPoints)
    const stretch = (COLUMN_WIDTH - indent - line.width) / Math.max(1, line.words.length - 1)
    const gap = setting.isJustified && !line.isLast ? space + stretch : space
    pen.write(line.words, { x: columns.x + indent, y: columns.y }, sizePoints, gap)
    columns.skip(leadingPoints)
  })
}

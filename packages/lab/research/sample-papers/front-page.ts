/** The head of the first page (title, authors, affiliations, abstract), running heads and footers. */
import { PAGE, TEXT_WIDTH } from './columns.ts'
import { plainText, type Style, type Word, wordsOf } from './inline-markup.ts'
import { breakLines } from './line-breaking.ts'
import type { PaperContent } from './paper-content.ts'
import { PAGE_HEIGHT_POINTS, type Pen } from './pen.ts'

export const SAMPLE_NOTE = 'Sample paper typeset for Gloss; the study is invented.'

const HEAD_Y = 40
const FOOT_Y = PAGE_HEIGHT_POINTS - 34
const SMALL_POINTS = 8
const MAX_HEAD_CHARACTERS = 70

interface Setting {
  readonly sizePoints: number
  readonly leadingPoints: number
  readonly align: 'left' | 'justified'
}

/** Draws the head and returns where the columns start. */
export function drawFront(pen: Pen, content: PaperContent): number {
  const { front } = content
  let y = 84
  y = drawLines(pen, wordsOf(front.title, 'bold'), y, { sizePoints: 17, leadingPoints: 20, align: 'left' })
  y = drawLines(pen, authorWords(front), y + 6, { sizePoints: 11, leadingPoints: 13.5, align: 'left' })
  y += 2
  front.affiliations.forEach((affiliation, i) => {
    const mark: Word = [{ text: String(i + 1), style: 'roman', level: 'above' }]
    const words = [mark, ...wordsOf(affiliation, 'italic')]
    y = drawLines(pen, words, y, { sizePoints: 8.5, leadingPoints: 10.5, align: 'left' })
  })
  if (front.abstract === 'column') return rule(pen, y + 4) + 20
  y = drawLines(pen, wordsOf('Abstract', 'bold'), y + 12, {
    sizePoints: 11,
    leadingPoints: 13.5,
    align: 'left',
  })
  const abstract = wordsOf(content.abstract, 'roman')
  y = drawLines(pen, abstract, y, { sizePoints: 9.5, leadingPoints: 11.8, align: 'justified' })
  return rule(pen, y) + 20
}

export function drawMargins(pen: Pen, content: PaperContent, page: number): void {
  const { front } = content
  const issue = `${front.journal} ${front.volume} (${front.year}) ${front.pages}`
  const doi = `doi:${front.doi}`
  const lastName = front.authors[0]?.split(' ').at(-1) ?? ''
  const names = front.authors.length > 1 ? `${lastName} et al.` : lastName
  if (page === 1) drawBetween(pen, issue, doi, HEAD_Y, 'roman')
  else drawBetween(pen, names, shortened(plainText(front.title)), HEAD_Y, 'italic')
  drawBetween(pen, SAMPLE_NOTE, String(firstPage(front.pages) + page - 1), FOOT_Y, 'roman')
}

function drawBetween(pen: Pen, left: string, right: string, y: number, style: Style): void {
  const gap = pen.spaceWidth(SMALL_POINTS)
  const words = wordsOf(right, style)
  const widths = words.reduce((sum, word) => sum + pen.widthOf(word, SMALL_POINTS), 0)
  pen.write(wordsOf(left, style), { x: PAGE.left, y }, SMALL_POINTS, gap)
  const x = PAGE.width - PAGE.right - widths - gap * (words.length - 1)
  pen.write(words, { x, y }, SMALL_POINTS, gap)
}

function drawLines(pen: Pen, words: readonly Word[], top: number, setting: Setting): number {
  const { sizePoints, leadingPoints, align } = setting
  let y = top
  for (const line of breakLines(pen, words, { widthPoints: TEXT_WIDTH, sizePoints })) {
    const stretch = (TEXT_WIDTH - line.width) / Math.max(1, line.words.length - 1)
    const extra = align === 'justified' && !line.isLast ? stretch : 0
    pen.write(line.words, { x: PAGE.left, y }, sizePoints, pen.spaceWidth(sizePoints) + extra)
    y += leadingPoints
  }
  return y
}

function authorWords(front: PaperContent['front']): Word[] {
  return front.authors.flatMap((author, i) => {
    const words = wordsOf(author, 'roman')
    const mark = String(Math.min(i, front.affiliations.length - 1) + 1)
    const last: Word = [...(words.at(-1) ?? []), { text: mark, style: 'roman', level: 'above' }]
    const comma: Word = [{ text: ',', style: 'roman', level: 'base' }]
    return [...words.slice(0, -1), i === front.authors.length - 1 ? last : [...last, ...comma]]
  })
}

function rule(pen: Pen, y: number): number {
  pen.document
    .lineWidth(0.5)
    .moveTo(PAGE.left, y)
    .lineTo(PAGE.width - PAGE.right, y)
    .stroke()
  return y
}

function shortened(title: string): string {
  if (title.length <= MAX_HEAD_CHARACTERS) return title
  return `${title.slice(0, title.lastIndexOf(' ', MAX_HEAD_CHARACTERS))} ...`
}

function firstPage(pages: string): number {
  return Number(/^\d+/.exec(pages)?.[0] ?? 1)
}

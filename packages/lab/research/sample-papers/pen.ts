/**
 * Writes styled text into a PDF with as few bytes as possible: one text operator for each run of a font, Times for Latin
 * and an embedded Tinos for Greek. Streams stay uncompressed, so that the bytes do not depend on a version of zlib.
 */
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { Level, Piece, Style, Word } from './inline-markup.ts'

/** What pdfkit keeps of a font; the members are not in its type declarations. */
interface FontHandle {
  readonly id: string
  encode(text: string): [string[], unknown]
  widthOfString(text: string, sizePoints: number): number
  ref(): unknown
}

export interface Place {
  readonly x: number
  /** Of the baseline, from the top of the page. */
  readonly y: number
}

export interface Pen {
  readonly document: PDFKit.PDFDocument
  widthOf(word: Word, sizePoints: number): number
  spaceWidth(sizePoints: number): number
  /** Writes words on one baseline; `gap` is the space between two of them. */
  write(words: readonly Word[], place: Place, sizePoints: number, gap: number): void
}

const LATIN: Readonly<Record<Style, string>> = {
  roman: 'Times-Roman',
  italic: 'Times-Italic',
  bold: 'Times-Bold',
}
const GREEK_FILE: Readonly<Record<Style, string>> = {
  roman: '400-normal',
  italic: '400-italic',
  bold: '700-normal',
}
const GREEK_LETTERS = /([\u0370-\u03ff]+)/
const LEVELS: Readonly<Record<Level, { scale: number; rise: number }>> = {
  base: { scale: 1, rise: 0 },
  below: { scale: 0.7, rise: -0.18 },
  above: { scale: 0.7, rise: 0.33 },
}
export const PAGE_HEIGHT_POINTS = 841.89

export function createPen(info: PDFKit.DocumentInfo): Pen {
  const document = new PDFDocument({ size: 'A4', margin: 0, compress: false, autoFirstPage: false, info })
  const handles = new Map<string, FontHandle>()
  const widths = new Map<string, number>()

  function fontOf(style: Style, isGreek: boolean): FontHandle {
    const name = isGreek ? greekFile(style) : LATIN[style]
    const known = handles.get(name)
    if (known !== undefined) return known
    document.font(name)
    const handle = (document as unknown as { _font: FontHandle })._font
    handles.set(name, handle)
    return handle
  }
  /** Width without kerning, in points at size 1. */
  function characterWidth(character: string, style: Style): number {
    const key = style + character
    const known = widths.get(key)
    if (known !== undefined) return known
    const width = fontOf(style, GREEK_LETTERS.test(character)).widthOfString(character, 1)
    widths.set(key, width)
    return width
  }
  function pieceWidth(piece: Piece, sizePoints: number): number {
    let width = 0
    for (const character of piece.text) width += characterWidth(character, piece.style)
    return width * sizePoints * LEVELS[piece.level].scale
  }
  function show(piece: Piece, isGreek: boolean, place: Place, sizePoints: number): string {
    const font = fontOf(piece.style, isGreek)
    const { fonts } = document.page as unknown as { fonts: Record<string, unknown> }
    fonts[font.id] ??= font.ref()
    const { scale, rise } = LEVELS[piece.level]
    const codes = [...piece.text].map((character) => codeOf(font, character, isGreek)).join('')
    const y = PAGE_HEIGHT_POINTS - place.y + rise * sizePoints
    return `BT /${font.id} ${tidy(sizePoints * scale)} Tf ${tidy(place.x)} ${tidy(y)} Td <${codes}> Tj ET`
  }

  return {
    document,
    widthOf: (word, sizePoints) => word.reduce((sum, piece) => sum + pieceWidth(piece, sizePoints), 0),
    spaceWidth: (sizePoints) => characterWidth(' ', 'roman') * sizePoints,
    write(words, place, sizePoints, gap) {
      const spacing = gap - characterWidth(' ', 'roman') * sizePoints
      // pdfkit turns the page upside down; text is written in the page's own coordinates.
      const lines = [`q 1 0 0 -1 0 ${PAGE_HEIGHT_POINTS} cm ${tidy(spacing)} Tw`]
      let x = place.x
      for (const run of runsOf(words)) {
        for (const text of run.text.split(GREEK_LETTERS).filter((part) => part !== '')) {
          const piece = { ...run, text }
          lines.push(show(piece, GREEK_LETTERS.test(text), { x, y: place.y }, sizePoints))
          x += pieceWidth(piece, sizePoints) + (text.split(' ').length - 1) * spacing
        }
      }
      document.addContent([...lines, 'Q'].join('\n'))
    },
  }
}

/** Neighbours of the same style and level become one piece; the space between words goes to the first of them. */
function runsOf(words: readonly Word[]): Piece[] {
  const runs: Piece[] = []
  words.forEach((word, i) => {
    word.forEach((piece, j) => {
      const previous = runs.at(-1)
      const space = i > 0 && j === 0 ? ' ' : ''
      if (previous !== undefined && previous.style === piece.style && previous.level === piece.level)
        runs[runs.length - 1] = { ...previous, text: previous.text + space + piece.text }
      else {
        if (space !== '') runs.push(spaceAfter(runs))
        runs.push(piece)
      }
    })
  })
  return runs
}

/** A space is set at full size, so that raised and lowered pieces do not narrow it. */
function spaceAfter(runs: Piece[]): Piece {
  const previous = runs.at(-1)
  if (previous?.level === 'base' && previous.style === 'roman') {
    runs.pop()
    return { ...previous, text: `${previous.text} ` }
  }
  return { text: ' ', style: 'roman', level: 'base' }
}

function codeOf(font: FontHandle, character: string, isGreek: boolean): string {
  const point = character.codePointAt(0) ?? 0
  if (!isGreek && (point > 0xff || point < 0x20))
    throw new Error(`The Latin font has no ${JSON.stringify(character)}`)
  return font.encode(character)[0].join('')
}

function greekFile(style: Style): string {
  return createRequire(import.meta.url).resolve(
    `@fontsource/tinos/files/tinos-greek-${GREEK_FILE[style]}.woff`,
  )
}

function tidy(points: number): string {
  return String(Math.round(points * 100) / 100)
}

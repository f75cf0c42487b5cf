/** A copy of a PDF with highlights as every reader of PDFs shows them: standard annotations with quad points. */
import type { PaperAnswer, PaperRequest, PdfRectangle, PlaceToMark } from './paper-protocol.ts'
import { openPdf } from './pdfium-document.ts'
import type { Pdfium } from './pdfium-module.ts'

// fpdf_annot.h and fpdf_save.h.
const HIGHLIGHT = 9
const COLOUR = 0
const PRINTED = 4
/** Whole and without encryption: what is moved to an object of its own would need another key. */
const WHOLE = 3
/** The yellow of Zotero. */
const YELLOW = [0xff, 0xd4, 0x00, 0xff] as const
/** Pixels for each point where pdfium takes whole pixels. */
const FINENESS = 100
const AUTHOR = 'Gloss'

type MarkRequest = Extract<PaperRequest, { kind: 'mark' }>

export function markPdfCopy(pdfium: Pdfium, { bytes, places }: MarkRequest): PaperAnswer {
  const document = openPdf(pdfium, bytes)
  if ('code' in document) return { kind: 'failure', ...document }
  try {
    const rectangles = places.map((place) => highlight(pdfium, document.handle, place))
    return { kind: 'marked', pdf: withOwnAnnotations(savedCopy(pdfium, document.handle), AUTHOR), rectangles }
  } finally {
    document.close()
  }
}

/** Empty where there is no such page. */
function highlight(
  pdfium: Pdfium,
  document: number,
  { page: number, boxes, note }: PlaceToMark,
): PdfRectangle[] {
  const { call } = pdfium
  const page = call.FPDF_LoadPage(document, number - 1)
  if (page === 0) return []
  const annotation = call.FPDFPage_CreateAnnot(page, HIGHLIGHT)
  try {
    const quads = boxes.map(({ left, top, right, bottom }) =>
      (
        [
          [left, top],
          [right, top],
          [left, bottom],
          [right, bottom],
        ] as const
      ).flatMap(([x, y]) => pointInPage(pdfium, page, x, y)),
    )
    const rectangles = quads.map(rectangleAround)
    call.FPDFAnnot_SetColor(annotation, COLOUR, ...YELLOW)
    call.FPDFAnnot_SetFlags(annotation, PRINTED)
    for (const quad of quads)
      withFloats(pdfium, quad, (at) => call.FPDFAnnot_AppendAttachmentPoints(annotation, at))
    const [left, bottom, right, top] = rectangleAround(rectangles.flat())
    withFloats(pdfium, [left, top, right, bottom], (at) => call.FPDFAnnot_SetRect(annotation, at))
    setText(pdfium, annotation, 'T', AUTHOR)
    setText(pdfium, annotation, 'Contents', note)
    return rectangles
  } finally {
    call.FPDFPage_CloseAnnot(annotation)
    call.FPDF_ClosePage(page)
  }
}

/** From where the eye sees it to the page's own space, which may be turned and cut. */
function pointInPage({ call, doubles }: Pdfium, page: number, x: number, y: number): [number, number] {
  const size = (points: number) => Math.round(points * FINENESS)
  const at = call.malloc(16)
  try {
    const [width, height] = [size(call.FPDF_GetPageWidthF(page)), size(call.FPDF_GetPageHeightF(page))]
    call.FPDF_DeviceToPage(page, 0, 0, width, height, 0, size(x), size(y), at, at + 8)
    return [doubles()[at / 8]!, doubles()[at / 8 + 1]!]
  } finally {
    call.free(at)
  }
}

/** Of `x, y, x, y, …`. */
function rectangleAround(points: readonly number[]): PdfRectangle {
  const [xs, ys] = [points.filter((_, at) => at % 2 === 0), points.filter((_, at) => at % 2 === 1)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function withFloats(
  { call, floats }: Pdfium,
  values: readonly number[],
  use: (address: number) => void,
): void {
  const at = call.malloc(values.length * 4)
  floats().set(values, at / 4)
  use(at)
  call.free(at)
}

function setText({ call, bytes }: Pdfium, annotation: number, key: string, value: string): void {
  const [name, text] = [Buffer.from(`${key}\0`, 'latin1'), Buffer.from(`${value}\0`, 'utf16le')]
  const at = call.malloc(name.length + 1 + text.length)
  const textAt = at + name.length + (name.length % 2)
  bytes().set(name, at)
  bytes().set(text, textAt)
  call.FPDFAnnot_SetStringValue(annotation, at, textAt)
  call.free(at)
}

/** Writes the whole file: pdfium leaves changed pages out of what it appends. Throws where pdfium cannot write it. */
function savedCopy(pdfium: Pdfium, document: number): Uint8Array {
  const { call, bytes } = pdfium
  const blocks: Uint8Array[] = []
  function takeBlock(_: number, address: number, length: number): number {
    blocks.push(bytes().slice(address, address + length))
    return 1
  }
  // FPDF_FILEWRITE: version 1, WriteBlock at the address 0.
  const at = call.malloc(8)
  bytes().set([1, 0, 0, 0, 0, 0, 0, 0], at)
  const isSaved = pdfium.asNullFunction(takeBlock, () => call.FPDF_SaveAsCopy(document, at, WHOLE))
  call.free(at)
  if (isSaved === 0) throw new Error('pdfium could not write the marked copy')
  return Buffer.concat(blocks)
}

/**
 * Annotations as objects of their own: pdfium writes them into the array of their page, where ISO 32000-1 (12.5.2) wants references, and readers
 * such as MuPDF look for nothing else. Works on what pdfium writes: whole objects and one table of places at the end.
 */

const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

/** The same file, and behind it the pages that have annotations with `author` once more, with references to them (an update as of ISO 32000-1, 7.5.6). */
function withOwnAnnotations(pdf: Uint8Array, author: string): Uint8Array {
  const text = latin1(pdf)
  const size = Number(/\/Size (\d+)/.exec(text.slice(text.lastIndexOf('trailer')))?.[1])
  const before = text.lastIndexOf('startxref')
  const start = Number(/startxref\s+(\d+)/.exec(text.slice(before))?.[1])
  if (!Number.isInteger(size) || !Number.isInteger(start)) return pdf
  const added: { number: number; body: string }[] = []
  let next = size
  for (const page of objectsWith(text, `/T(${author})`)) {
    const kept = page.body
    let moved = ''
    let at = 0
    for (const [from, to] of annotationsIn(kept, author)) {
      moved += `${kept.slice(at, from)} ${next} 0 R `
      // The appearance that pdfium made is left out of the file; every reader draws a highlight without one.
      added.push({ number: next++, body: kept.slice(from, to).replace(/\/AP<<\/N \d+ 0 R>>/, '') })
      at = to
    }
    added.push({ number: page.number, body: moved + kept.slice(at) })
  }
  return added.length === 0 ? pdf : appended(pdf, text, added, { size: next, start })
}

interface WrittenObject {
  readonly number: number
  readonly body: string
}

/** The objects whose text has `mark`. */
function objectsWith(text: string, mark: string): WrittenObject[] {
  const found = new Map<number, WrittenObject>()
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const head = text.lastIndexOf(' 0 obj', at)
    const number = Number(/(\d+)$/.exec(text.slice(Math.max(0, head - 12), head))?.[1])
    const body = text.indexOf('<<', head)
    if (Number.isInteger(number))
      found.set(number, { number, body: text.slice(body, endOfDictionary(text, body)) })
  }
  return [...found.values()]
}

/** Where the dictionaries of annotations by `author` stand in a page's. */
function annotationsIn(page: string, author: string): [from: number, to: number][] {
  const found: [number, number][] = []
  const array = page.indexOf('/Annots')
  for (let at = page.indexOf('<<', array); at >= 0; at = page.indexOf('<<', at)) {
    const end = endOfDictionary(page, at)
    if (page.slice(at, end).includes(`/T(${author})`)) found.push([at, end])
    at = end
  }
  return found
}

const MARKS = /\\[\s\S]|[()]|<<|>>/g

/** Behind the `>>` that closes the dictionary at `start`; strings may hold brackets. */
function endOfDictionary(text: string, start: number): number {
  const steps: Readonly<Record<string, number>> = { '<<': 1, '>>': -1 }
  let [depth, inString] = [0, 0]
  MARKS.lastIndex = start
  for (let mark = MARKS.exec(text); mark !== null; mark = MARKS.exec(text)) {
    const [sign] = mark
    if (sign === '(') inString++
    else if (sign === ')') inString--
    else if (inString === 0) depth += steps[sign] ?? 0
    if (depth === 0) break
  }
  return depth === 0 ? MARKS.lastIndex : text.length
}

function appended(
  pdf: Uint8Array,
  text: string,
  objects: readonly WrittenObject[],
  { size, start }: { readonly size: number; readonly start: number },
): Uint8Array {
  let [body, table] = ['\n', 'xref\n']
  for (const { number, body: dictionary } of [...objects].sort((a, b) => a.number - b.number)) {
    table += `${number} 1\n${String(pdf.length + body.length).padStart(10, '0')} 00000 n \n`
    body += `${number} 0 obj\n${dictionary}\nendobj\n`
  }
  const trailer = text.slice(text.indexOf('<<', text.lastIndexOf('trailer')), text.lastIndexOf('startxref'))
  const linked = trailer.replace(/\/Size \d+/, `/Size ${size}/Prev ${start}`)
  const tail = `${body}${table}trailer\n${linked.trim()}\nstartxref\n${pdf.length + body.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(tail, 'latin1')])
}

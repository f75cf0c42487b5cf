/** Copies a PDF with highlights that every PDF reader shows: standard annotations with quad points. */

import { closing } from '../../core/index.ts'
import type { PaperAnswer, PaperRequest, PdfRectangle, PlaceToMark } from './paper-protocol.ts'
import { withOwnAnnotations } from './pdf-annotations.ts'
import { openPdf } from './pdfium-document.ts'
import type { Pdfium } from './pdfium-module.ts'

// fpdf_annot.h and fpdf_save.h.
const HIGHLIGHT = 9
const COLOUR = 0
const PRINTED = 4
/** Saves the whole file, without encryption: an object made from an annotation would need another key. */
const WHOLE = 3
/** The yellow of Zotero. */
const YELLOW = [0xff, 0xd4, 0x00, 0xff] as const
/** Pixels per point in calls where pdfium accepts only whole pixels. */
const FINENESS = 100
const AUTHOR = 'Gloss'

type MarkRequest = Extract<PaperRequest, { kind: 'mark' }>

export function markPdfCopy(pdfium: Pdfium, { bytes, places }: MarkRequest): PaperAnswer {
  const opened = openPdf(pdfium, bytes)
  if ('code' in opened) return { kind: 'failure', ...opened }
  using document = closing(opened)
  const rectangles = places.map((place) => highlight(pdfium, document.handle, place))
  return { kind: 'marked', pdf: withOwnAnnotations(savedCopy(pdfium, document.handle), AUTHOR), rectangles }
}

/** Returns the highlight's rectangles, none if there is no such page. */
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

/** Converts a point of the page as shown to the page's own space, which may be rotated and cropped. */
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

/** Returns the rectangle around points given as `x, y, x, y, …`. */
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

/** Writes the whole file, since pdfium omits changed pages from incremental updates. Throws if pdfium cannot write it. */
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

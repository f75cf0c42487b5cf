/** Draws the printed page of a hit, and finds where on it a span of text is printed. */
import { GlossError } from '../../core/index.ts'
import { BOX_SIDES, PAGE_BREAK, type Page, type Span } from '../../corpus/index.ts'
import { findPaper } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'
import type { PageBox, SpanOnPage } from '../wiring/place-shapes.ts'
import { fileOf } from './paper-file.ts'

export type { PageBox, SpanOnPage }

/**
 * Returns the page (from 1), or a part of it, as a PNG, drawn from the paper's own file.
 * Throws `PAGE_NOT_FOUND`, `FILE_UNREADABLE` for a paper that is no PDF, and `FILE_GONE` if none of its files still exists.
 */
export async function pageImage(
  gloss: Gloss,
  asked: {
    readonly corpus?: string | undefined
    readonly paper: string
    readonly page: number
    readonly widthPixels: number
    /** Boxes to highlight as with a marker. */
    readonly marks?: readonly PageBox[]
    /** Part to draw. Default: the whole page. */
    readonly crop?: PageBox | undefined
  },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { store, name } = await gloss.session(asked.corpus)
  const paper = await findPaper(store, asked.paper)
  if (asked.page > paper.pageCount || asked.page < 1)
    throw new GlossError(
      'PAGE_NOT_FOUND',
      `Paper ${paper.id} has ${paper.pageCount} pages; there is no page ${asked.page}.`,
      {
        page: asked.page,
      },
    )
  if (paper.format !== 'pdf')
    throw new GlossError(
      'FILE_UNREADABLE',
      `Paper ${paper.id} is ${paper.format}, which has no printed pages.`,
      { paper: paper.id },
    )
  const { page, widthPixels, marks, crop } = asked
  const { bytes } = await fileOf(paper, { workspace: gloss.workspace, name })
  return gloss.pdf().render(bytes, page, widthPixels, signal, marks, crop)
}

/** Returns the boxes of a span of the paper's text. Empty for papers without a layout. */
export async function spanBoxes(
  gloss: Gloss,
  asked: {
    readonly corpus?: string | undefined
    readonly paper: string
    readonly start: number
    readonly end: number
  },
): Promise<SpanOnPage[]> {
  const { store } = await gloss.session(asked.corpus)
  const paper = await findPaper(store, asked.paper)
  return spanOnPages(await store.pages(paper.id), [asked.start, asked.end])
}

/** A page with the units printed on it, whole or in part, in their order. */
export interface UnitsOnPage extends Omit<SpanOnPage, 'boxes'> {
  readonly units: readonly { readonly unit: string; readonly boxes: readonly PageBox[] }[]
}

/** Returns the units on a page. `page` counts from 1. Throws `PAPER_NOT_FOUND` and `PAGE_NOT_FOUND`. */
export async function unitsOnPage(
  gloss: Gloss,
  asked: { readonly corpus?: string | undefined; readonly paper: string; readonly page: number },
): Promise<UnitsOnPage> {
  const session = await gloss.session(asked.corpus)
  const { id } = await findPaper(session.store, asked.paper)
  const { number, width, height } = await session.page(id, asked.page)
  const pages = await session.store.pages(id)
  const units = (await session.store.listUnits({ paper: id, kind: 'unit' })).flatMap(
    ({ id: unit, start, end }) => {
      if (start === null || end === null) return []
      const place = spanOnPages(pages, [start, end]).find(({ page }) => page === number)
      return place === undefined ? [] : [{ unit, boxes: place.boxes }]
    },
  )
  return { page: number, width, height, units }
}

/** Returns a box per line, page by page. `from` and `to` are offsets in the text of all `pages`. */
export function spanOnPages(pages: readonly Page[], [from, to]: Span): SpanOnPage[] {
  const places: SpanOnPage[] = []
  let pageStart = 0
  for (const page of pages) {
    const start = Math.max(from, pageStart) - pageStart
    const end = Math.min(to, pageStart + page.text.length) - pageStart
    pageStart += page.text.length + PAGE_BREAK.length
    if (start >= end || page.boxes.length === 0) continue
    const { number, width, height } = page
    places.push({ page: number, width, height, boxes: lineBoxes(page, start, end) })
  }
  return places
}

/** Joins boxes of neighbouring characters while they continue to the right in the same line. */
function lineBoxes({ text, boxes }: Page, start: number, end: number): PageBox[] {
  const lines: PageBox[] = []
  for (let i = start; i < end; i++) {
    if (/\s/.test(text[i] ?? '')) continue
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(i * BOX_SIDES, (i + 1) * BOX_SIDES)
    const last = lines.at(-1)
    if (last !== undefined && isSameLine(last, { left, top, right, bottom }))
      lines[lines.length - 1] = {
        left: Math.min(last.left, left),
        top: Math.min(last.top, top),
        right: Math.max(last.right, right),
        bottom: Math.max(last.bottom, bottom),
      }
    else lines.push({ left, top, right, bottom })
  }
  return lines
}

/** Returns whether the boxes overlap in height by half of the smaller one, and the next one does not begin left of the line. */
function isSameLine(line: PageBox, next: PageBox): boolean {
  const overlap = Math.min(line.bottom, next.bottom) - Math.max(line.top, next.top)
  const smaller = Math.min(line.bottom - line.top, next.bottom - next.top)
  return overlap >= 0.5 * smaller && next.left >= line.left
}

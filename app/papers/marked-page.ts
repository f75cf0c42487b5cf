/** Draws the printed page of a unit as a picture, with the unit marked. */
import { GlossError, invalidInput } from '../../core/index.ts'
import { type PageBox, pageImage, spanOnPages } from '../ingest/page-image.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** A unit, or a page of a paper; with both, the part of the unit on that page. */
export interface PageQuestion {
  readonly corpus?: string | undefined
  readonly unit?: string | undefined
  readonly paper?: string | undefined
  /** Page number from 1. */
  readonly page?: number | undefined
  /** Maximum number of pixels of the picture. */
  readonly pixels: number
}

/**
 * Draws the page. Throws `INPUT_INVALID` if neither a unit nor a paper with a page is named, `UNIT_NOT_FOUND`, `PAPER_NOT_FOUND`,
 * `PAGE_NOT_FOUND`, `FILE_UNREADABLE` for a paper that is no PDF, and `FILE_GONE`.
 */
export async function markedPage(gloss: Gloss, asked: PageQuestion, signal: AbortSignal) {
  const session = await gloss.session(asked.corpus)
  const unit = asked.unit === undefined ? null : await session.unit(asked.unit)
  const { id, title } = await session.paper(nameOf(unit?.paper ?? asked.paper))
  const { start = null, end = null } = unit ?? {}
  const places =
    start === null || end === null ? [] : spanOnPages(await session.store.pages(id), [start, end])
  const page = asked.page ?? places[0]?.page ?? unit?.page
  if (page == null)
    throw new GlossError('PAGE_NOT_FOUND', 'Give a page: the unit has none, or only a paper was given.', {
      paper: id,
    })
  const { width, height } = await session.page(id, page)
  const marks: readonly PageBox[] = places.find((place) => place.page === page)?.boxes ?? []
  const widthPixels = Math.max(1, Math.floor(Math.sqrt((asked.pixels * width) / height) || 1))
  const png = await pageImage(gloss, { corpus: session.name, paper: id, page, widthPixels, marks }, signal)
  return {
    png,
    paper: id,
    title,
    page,
    /** All pages that the unit is printed on. */
    pages: places.map((place) => place.page),
    isMarked: marks.length > 0,
    /** Width in pixels. */
    width: widthPixels,
    height: Math.round((widthPixels * height) / width),
  }
}

function nameOf(paper: string | undefined): string {
  if (paper !== undefined) return paper
  throw invalidInput('unit', 'unit: name a unit, or a paper and a page.')
}

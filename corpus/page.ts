/**
 * A page: its text, and for each UTF-16 unit of the text the box it was printed in.
 * The text of a paper is its pages' texts joined by PAGE_BREAK; offsets count in that text.
 */
export const PAGE_BREAK = '\n\n'

/** Numbers a character box takes: left, top, right, bottom. */
export const BOX_SIDES = 4

export interface Page {
  /** From 1. */
  readonly number: number
  /** Points (1/72 inch); 0 for sources without a layout. */
  readonly width: number
  readonly height: number
  readonly text: string
  /**
   * BOX_SIDES numbers for each UTF-16 unit of `text`, in points from the top left corner of the page as it is shown.
   * White space that was added has the box of its neighbour. Empty for sources without a layout.
   */
  readonly boxes: Float32Array
}

/** Returns the paper's whole text. */
export function paperText(pages: readonly Page[]): string {
  return pages.map((page) => page.text).join(PAGE_BREAK)
}

/** Where each page's text starts in the paper's text. */
export function pageStarts(pages: readonly Pick<Page, 'text'>[]): number[] {
  const starts: number[] = []
  let at = 0
  for (const page of pages) {
    starts.push(at)
    at += page.text.length + PAGE_BREAK.length
  }
  return starts
}

/** Index into `starts` of the page that holds `offset`. */
export function pageIndexAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

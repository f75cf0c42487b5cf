/**
 * A page: its text, and for each UTF-16 unit of the text the box it was printed in.
 * The text of a paper is its pages' texts joined by PAGE_BREAK; offsets count in that text.
 */
export const PAGE_BREAK = '\n\n'

/** Numbers a character box takes: left, top, right, bottom. */
export const BOX_SIDES = 4

export interface PageMargin {
  /** A line each. */
  readonly text: string
  /** As those of a page. */
  readonly boxes: Float32Array
}

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
  /** Running heads, feet and stamps, which are no part of the text; absent where there are none. */
  readonly margin?: PageMargin
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

/** Before the margin of each page in `textWithMargins`. */
export const MARGIN_MARK = '\f'

/** The paper's whole text, with a line break for the space between two printed lines or blocks, and behind it what stands in the margins of its pages. */
export function textWithMargins(pages: readonly Page[]): string {
  return (
    pages.map(withLineBreaks).join(PAGE_BREAK) +
    pages.map(({ margin }) => MARGIN_MARK + (margin?.text ?? '')).join('')
  )
}

/** Where in `textWithMargins` each page's margin starts. */
export function marginStarts(pages: readonly Page[]): number[] {
  let at = paperText(pages).length
  return pages.map(({ margin }) => {
    const start = at + MARGIN_MARK.length
    at = start + (margin?.text.length ?? 0)
    return start
  })
}

/** A space between two words of a block, in heights of a letter. Chosen, not measured. */
const WIDEST_SPACE = 1

function withLineBreaks({ text, boxes }: Page): string {
  if (boxes.length === 0) return text
  const side = (at: number, which: number) => boxes[at * BOX_SIDES + which] ?? 0
  const isNewLine = (at: number) => side(at + 1, 0) < side(at - 1, 0) || side(at + 1, 3) < side(at - 1, 1)
  const isWide = (at: number) =>
    side(at + 1, 0) - side(at - 1, 2) > WIDEST_SPACE * (side(at - 1, 3) - side(at - 1, 1))
  const lines = text.replace(/(?<=.) /g, (space, at: number) => (isNewLine(at) ? '\n' : space))
  return lines.replace(/.+/g, (line, start: number) => {
    // Two blocks side by side that were read as one line have one wide space; a line that was spread out has several.
    const [wide, other] = [...line.matchAll(/(?<=.) /g)].filter(({ index }) => isWide(start + index))
    if (wide === undefined || other !== undefined) return line
    return `${line.slice(0, wide.index)}\n${line.slice(wide.index + 1)}`
  })
}

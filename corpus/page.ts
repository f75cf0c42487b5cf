/**
 * A page: its text, and the box in which each UTF-16 unit of the text was printed.
 * The text of a paper is its pages' texts joined by PAGE_BREAK; offsets are into that text.
 */
export const PAGE_BREAK = '\n\n'

/** Number of coordinates in a character box: left, top, right, bottom. */
export const BOX_SIDES = 4

export interface PageMargin {
  /** Running heads, feet and stamps, one on each line. */
  readonly text: string
  /** Boxes in the format of a page's. */
  readonly boxes: Float32Array
}

export interface Page {
  /** Page number, from 1. */
  readonly number: number
  /** Width in points (1/72 inch); 0 for sources without a layout. */
  readonly width: number
  readonly height: number
  readonly text: string
  /**
   * BOX_SIDES numbers for each UTF-16 unit of `text`, in points from the top left corner of the page as displayed.
   * White space that was added has the box of its neighbour. Empty for sources without a layout.
   */
  readonly boxes: Float32Array
  /** Running heads, feet and stamps, which are not part of the text; absent if the page has none. */
  readonly margin?: PageMargin
}

/** Returns the paper's whole text. */
export function paperText(pages: readonly Page[]): string {
  return pages.map((page) => page.text).join(PAGE_BREAK)
}

/** Returns the offset of each page's text in the paper's text. */
export function pageStarts(pages: readonly Pick<Page, 'text'>[]): number[] {
  const starts: number[] = []
  let at = 0
  for (const page of pages) {
    starts.push(at)
    at += page.text.length + PAGE_BREAK.length
  }
  return starts
}

/** Returns the index into `starts` of the page that contains `offset`. */
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

/** Separator before the margin of each page in `textWithMargins`. */
export const MARGIN_MARK = '\f'

/** Returns the paper's whole text, with line breaks in place of spaces between printed lines or blocks, followed by its pages' margins. */
export function textWithMargins(pages: readonly Page[]): string {
  return (
    pages.map(withLineBreaks).join(PAGE_BREAK) +
    pages.map(({ margin }) => MARGIN_MARK + (margin?.text ?? '')).join('')
  )
}

/** Returns the offset of each page's margin in `textWithMargins`. */
export function marginStarts(pages: readonly Page[]): number[] {
  let at = paperText(pages).length
  return pages.map(({ margin }) => {
    const start = at + MARGIN_MARK.length
    at = start + (margin?.text.length ?? 0)
    return start
  })
}

/** Widest space between two words of a block, in heights of a letter. Chosen, not measured. */
const WIDEST_SPACE = 1

function withLineBreaks({ text, boxes }: Page): string {
  if (boxes.length === 0) return text
  const side = (at: number, which: number) => boxes[at * BOX_SIDES + which] ?? 0
  const isNewLine = (at: number) => side(at + 1, 0) < side(at - 1, 0) || side(at + 1, 3) < side(at - 1, 1)
  const isWide = (at: number) =>
    side(at + 1, 0) - side(at - 1, 2) > WIDEST_SPACE * (side(at - 1, 3) - side(at - 1, 1))
  const lines = text.replace(/(?<=.) /g, (space, at: number) => (isNewLine(at) ? '\n' : space))
  return lines.replace(/.+/g, (line, start: number) => {
    // Two blocks side by side that were read as one line have a single wide space; a justified line has several.
    const [wide, other] = [...line.matchAll(/(?<=.) /g)].filter(({ index }) => isWide(start + index))
    if (wide === undefined || other !== undefined) return line
    return `${line.slice(0, wide.index)}\n${line.slice(wide.index + 1)}`
  })
}

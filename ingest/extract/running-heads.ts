/** Finds running heads, feet and page numbers: lines in the margin of several pages with the same words, ignoring digits. */

/** A line near the top or bottom edge of a page. `at` is the middle of the line, as a share of the page's height. */
export interface EdgeLine {
  readonly page: number
  readonly text: string
  readonly at: number
}

/** Share of the page at either edge that may hold running heads. */
export const EDGE_SHARE = 0.12
const NUMBER_EDGE_SHARE = 0.1
/** Maximum difference in height between the heads of odd and even pages, as a share of the page. */
const SAME_PLACE = 0.012
const MIN_PAGES = 2

const PAGE_NUMBER =
  /^[-–—·|\s]*(?:page|p\.|seite)?\s*(?:\d{1,5}|[ivxlc]{1,6})(?:\s*(?:of|\/|von)\s*\d{1,5})?[-–—·|\s]*$/i

/** Returns the edge lines that repeat, or are page numbers. */
export function runningHeadsOf(lines: readonly EdgeLine[], pageCount: number): ReadonlySet<EdgeLine> {
  const found = new Set<EdgeLine>()
  const byKey = new Map<string, EdgeLine[]>()
  for (const line of lines) {
    if (isPageNumber(line, pageCount)) found.add(line)
    const key = line.text
      .replace(/\d+/g, '#')
      .replace(/[^\p{L}#]+/gu, '')
      .toLowerCase()
    if (key.length < 2) continue
    const same = byKey.get(key)
    if (same === undefined) byKey.set(key, [line])
    else same.push(line)
  }
  for (const same of byKey.values())
    for (const line of same) if (pagesNear(line, same) >= MIN_PAGES) found.add(line)
  return found
}

function isPageNumber(line: EdgeLine, pageCount: number): boolean {
  if (pageCount < MIN_PAGES) return false
  const isAtEdge = line.at < NUMBER_EDGE_SHARE || line.at > 1 - NUMBER_EDGE_SHARE
  return isAtEdge && PAGE_NUMBER.test(line.text)
}

function pagesNear(line: EdgeLine, same: readonly EdgeLine[]): number {
  const pages = new Set<number>()
  for (const other of same) if (Math.abs(other.at - line.at) <= SAME_PLACE) pages.add(other.page)
  return pages.size
}

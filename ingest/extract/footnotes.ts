/** Moves footnotes and side bars to the end, since they interrupt sentences that continue in the next column. */
import type { Flow } from './columns.ts'
import { boundsOf, type Line } from './lines.ts'

// Chosen on the labelled papers, not measured.
const SMALLER = 0.93
const NARROWER = 0.62
const LOWER_PART = 0.55
const LARGER = 1.06
const MIN_GAP_EM = 1.7

/** Returns flows in the same order, with asides at the end of the page. */
export function footnotesLast(flows: readonly Flow[], bodySize: number, pageHeight: number): Flow[] {
  const mainWidth = flows.reduce((widest, flow) => Math.max(widest, textWidth(flow, bodySize)), 0)
  const main: Flow[] = []
  const asides: Flow[] = []
  for (const flow of flows) {
    if (isSideBar(flow, bodySize, mainWidth)) {
      asides.push(flow)
      continue
    }
    const cut = footnotesFrom(flow, bodySize, pageHeight)
    if (cut > 0) main.push({ ...flow, lines: flow.lines.slice(0, cut) })
    if (cut < flow.lines.length) asides.push(part(flow.lines.slice(cut)))
  }
  return [...main, ...asides]
}

function part(lines: readonly Line[]): Flow {
  return { lines, ...boundsOf(lines) }
}

/** Returns the width of a flow in the type of the text, to which side bars are compared; 0 for other flows. */
function textWidth(flow: Flow, bodySize: number): number {
  const size = flow.lines[flow.lines.length >> 1]?.size ?? 0
  return size >= bodySize * SMALLER && flow.lines.length >= 3 ? flow.right - flow.left : 0
}

function isSideBar(flow: Flow, bodySize: number, mainWidth: number): boolean {
  const isSmall = flow.lines.every((line) => line.size < bodySize * SMALLER)
  return isSmall && flow.lines.length >= 3 && flow.right - flow.left < mainWidth * NARROWER
}

/** Returns the index of the first line of the small print at the foot of a flow, or the number of lines without any. */
function footnotesFrom(flow: Flow, bodySize: number, pageHeight: number): number {
  const { lines } = flow
  let from = lines.length
  while (from > 0 && isSmallPrint(lines[from - 1], bodySize, pageHeight)) from--
  // The notes begin at a change of type or after a gap: an abstract in small type may end at the foot of a column too.
  while (from < lines.length && !isSetApart(lines[from - 1], lines[from])) from++
  return from === 0 || isHeading(flow, from - 1, bodySize) ? lines.length : from
}

/** Returns whether a line is a heading; small type below it is its text, such as references. */
function isHeading({ lines, left, right }: Flow, at: number, bodySize: number): boolean {
  const [above, line] = [lines[at - 1], lines[at]]
  if (line === undefined || line.size < bodySize * SMALLER) return false
  const isShort = line.right - line.left < (right - left) * NARROWER
  return isShort && (above === undefined || line.baseline - above.baseline > MIN_GAP_EM * line.size)
}

function isSmallPrint(line: Line | undefined, bodySize: number, pageHeight: number): boolean {
  return line !== undefined && line.size < bodySize * SMALLER && line.top > pageHeight * LOWER_PART
}

function isSetApart(above: Line | undefined, below: Line | undefined): boolean {
  if (above === undefined || below === undefined) return false
  return above.size > below.size * LARGER || below.baseline - above.baseline > MIN_GAP_EM * below.size
}

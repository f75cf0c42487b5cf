/** Footnotes and side bars stand in the way of the sentence that goes on in the next column, so they are read last. */
import type { Flow } from './columns.ts'
import { boundsOf, type Line } from './lines.ts'

// Chosen on the labelled papers, not measured.
const SMALLER = 0.93
const NARROWER = 0.62
const LOWER_PART = 0.55

/** Flows in the same order, with asides moved to the end of the page. */
export function asidesLast(flows: readonly Flow[], bodySize: number, pageHeight: number): Flow[] {
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

/** Width of a flow that is set as the text is; side bars are measured against it. */
function textWidth(flow: Flow, bodySize: number): number {
  const size = flow.lines[flow.lines.length >> 1]?.size ?? 0
  return size >= bodySize * SMALLER && flow.lines.length >= 3 ? flow.right - flow.left : 0
}

function isSideBar(flow: Flow, bodySize: number, mainWidth: number): boolean {
  const isSmall = flow.lines.every((line) => line.size < bodySize * SMALLER)
  return isSmall && flow.lines.length >= 3 && flow.right - flow.left < mainWidth * NARROWER
}

/** Index of the first line of the small print at the foot of a flow; the number of lines where there is none. */
function footnotesFrom(flow: Flow, bodySize: number, pageHeight: number): number {
  let from = flow.lines.length
  while (from > 0) {
    const line = flow.lines[from - 1]
    if (line === undefined || line.size >= bodySize * SMALLER || line.top < pageHeight * LOWER_PART) break
    from--
  }
  return from === 0 ? flow.lines.length : from
}

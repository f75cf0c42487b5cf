/** From the characters of all pages to their text in reading order, running heads left out. */

import type { PageCharacters } from './characters.ts'
import { type Flow, readingOrder } from './columns.ts'
import { composePage, type LaidOutPage, type SetFlow } from './compose.ts'
import { footnotesLast } from './footnotes.ts'
import { vocabularyOf } from './hyphens.ts'
import { withoutLineNumbers } from './line-numbers.ts'
import { lineText, texStyles } from './line-text.ts'
import { type Line, linesOf } from './lines.ts'
import { mendGlyphs } from './mend-glyphs.ts'
import type { KnownWords } from './mend-ligatures.ts'
import { angleAt, mainAngle, rotated } from './rotate-page.ts'
import { EDGE_SHARE, type EdgeLine, runningHeadsOf } from './running-heads.ts'
import { type LineSegment, segmentsOf } from './segments.ts'
import { styledLine } from './styled-line.ts'
import { arrangeRows } from './table-rows.ts'

/** A page between its characters and its text. */
interface Draft {
  readonly shown: PageCharacters
  readonly read: PageCharacters
  readonly tex: ReadonlySet<number>
  readonly segments: readonly LineSegment[]
  readonly edges: ReadonlyMap<EdgeLine, Line>
  readonly margins: string[]
}

const NO_WORDS: KnownWords = new Set()

/** `known` mends ligatures that a font does not map, and hyphens. Cost: some 1 ms a page. */
export function layOut(pages: readonly PageCharacters[], known: KnownWords = NO_WORDS): LaidOutPage[] {
  const drafts = mendGlyphs(withoutLineNumbers(pages), known).map(draftOf)
  const furniture = runningHeadsOf(
    drafts.flatMap((draft) => [...draft.edges.keys()]),
    pages.length,
  )
  const bodySize = bodySizeOf(drafts)
  const flows = drafts.map((draft) => setFlows(draft, furniture, bodySize))
  const vocabulary = vocabularyOf(textsOf(flows), known)
  return drafts.map((draft, at) =>
    composePage(draft.shown, flows[at] ?? [], draft.margins, vocabulary, bodySize),
  )
}

function* textsOf(pages: readonly (readonly SetFlow[])[]): Iterable<string> {
  for (const flows of pages) for (const { lines } of flows) for (const { text } of lines) yield text
}

function draftOf(shown: PageCharacters): Draft {
  const angle = mainAngle(shown)
  const read = rotated(shown, angle)
  const tex = texStyles(read)
  const straight: LineSegment[] = []
  const other = new Set<number>()
  for (const segment of segmentsOf(read)) {
    const direction = angleAt(read, segment.from)
    if (direction === angle) straight.push(segment)
    else other.add(direction)
  }
  const margins = [...other].flatMap((direction) => stampsOf(shown, direction, tex))
  return { shown, read, tex, segments: straight, edges: edgesOf(read, straight, tex), margins }
}

/** Stamps and labels that run another way than the page are no part of its text. */
function stampsOf(page: PageCharacters, angle: number, tex: ReadonlySet<number>): string[] {
  const read = rotated(page, angle)
  const segments = segmentsOf(read).filter((segment) => angleAt(read, segment.from) === angle)
  return linesOf(segments).map((line) => lineText(read, line, tex).text)
}

function edgesOf(
  page: PageCharacters,
  segments: readonly LineSegment[],
  tex: ReadonlySet<number>,
): ReadonlyMap<EdgeLine, Line> {
  const near = segments.filter(
    (segment) => segment.bottom < page.height * EDGE_SHARE || segment.top > page.height * (1 - EDGE_SHARE),
  )
  const edges = new Map<EdgeLine, Line>()
  for (const line of linesOf(near)) {
    const at = (line.top + line.bottom) / 2 / page.height
    edges.set({ page: page.number, text: lineText(page, line, tex).text, at }, line)
  }
  return edges
}

/** The size that most characters of the document are set in, to half a point. */
function bodySizeOf(drafts: readonly Draft[]): number {
  const counts = new Map<number, number>()
  for (const { segments } of drafts) {
    for (const segment of segments) {
      const size = Math.round(segment.size * 2) / 2
      counts.set(size, (counts.get(size) ?? 0) + segment.to - segment.from)
    }
  }
  let best = 0
  let most = 0
  for (const [size, count] of counts) {
    if (count <= most) continue
    best = size
    most = count
  }
  return best
}

function setFlows(draft: Draft, furniture: ReadonlySet<EdgeLine>, bodySize: number): SetFlow[] {
  const removed = new Set<LineSegment>()
  for (const [edge, line] of draft.edges) {
    if (!furniture.has(edge)) continue
    draft.margins.push(edge.text)
    for (const segment of line.segments) removed.add(segment)
  }
  const order: Flow[] = readingOrder(draft.segments.filter((segment) => !removed.has(segment)))
  const ordered = footnotesLast(order, bodySize, draft.read.height)
  return ordered
    .map((flow) => ({
      flow,
      lines: arrangeRows(flow.lines, (line) => lineText(draft.read, line, draft.tex).text)
        .map((line) => styledLine(draft.read, line, draft.tex))
        .filter((line) => line.text !== ''),
    }))
    .filter(({ lines }) => lines.length > 0)
}

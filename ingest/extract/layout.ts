/** Converts the characters of all pages to their text in reading order, without running heads. */

import type { PageCharacters } from './characters.ts'
import { type Flow, readingOrder } from './columns.ts'
import { composePage, type LaidOutPage, type StyledFlow } from './compose.ts'
import { footnotesLast } from './footnotes.ts'
import { vocabularyOf } from './hyphens.ts'
import { withoutCharacters, withoutLineNumbers } from './line-numbers.ts'
import { type LineText, lineText, texStyles } from './line-text.ts'
import { type Line, linesOf } from './lines.ts'
import { mendGlyphs } from './mend-glyphs.ts'
import type { KnownWords } from './mend-ligatures.ts'
import { withoutOverprints } from './overprints.ts'
import { pitchLimitOf } from './paragraphs.ts'
import { angleAt, mainAngle, rotated } from './rotate-page.ts'
import { EDGE_SHARE, type EdgeLine, runningHeadsOf } from './running-heads.ts'
import { type LineSegment, segmentsOf } from './segments.ts'
import { betterOrder } from './stored-order.ts'
import { styledLine } from './styled-line.ts'
import { arrangeRows } from './table-rows.ts'
import { secondLayer } from './text-layers.ts'

/** A page on the way from characters to text. */
interface Draft {
  readonly shown: PageCharacters
  readonly read: PageCharacters
  readonly tex: ReadonlySet<number>
  readonly segments: readonly LineSegment[]
  readonly edges: ReadonlyMap<EdgeLine, Line>
  /** Sideways text, read after the rest of the page. */
  readonly sideways: readonly TurnedText[]
  readonly margins: LineText[]
}

const NO_WORDS: KnownWords = new Set()

/** Lays out pages; `known` words help to mend hyphens, and ligatures that a font does not map. Cost: some 1 ms a page. */
export function layOut(pages: readonly PageCharacters[], known: KnownWords = NO_WORDS): LaidOutPage[] {
  const drafts = mendGlyphs(withoutLineNumbers(pages), known).map(draftOf)
  const furniture = runningHeadsOf(
    drafts.flatMap((draft) => [...draft.edges.keys()]),
    pages.length,
  )
  const bodySize = bodySizeOf(drafts)
  const flows = drafts.map((draft) => styledFlows(draft, furniture, bodySize))
  const vocabulary = vocabularyOf(textsOf(flows), known)
  const maxPitchEm = pitchLimitOf(flows.flatMap((page) => page.map(({ lines }) => lines)))
  const composition = { vocabulary, bodySize, maxPitchEm }
  return drafts.map((draft, at) => composePage(draft.shown, flows[at] ?? [], draft.margins, composition))
}

function* textsOf(pages: readonly (readonly StyledFlow[])[]): Iterable<string> {
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
  const second = secondLayer(read, straight)
  if (second !== null) return draftOf(withoutCharacters(shown, second))
  const segments = withoutOverprints(read, straight)
  const turned = [...other].map((direction) => turnedText(shown, direction))
  const margins = turned
    .filter(isStamp)
    .flatMap(({ page, lines }) => lines.map((line) => lineText(page, line, tex)))
  const sideways = turned.filter((text) => !isStamp(text))
  return { shown, read, tex, segments, edges: edgesOf(read, segments, tex), sideways, margins }
}

/** Text in another direction than the page, rotated so that it runs from left to right. */
interface TurnedText {
  readonly page: PageCharacters
  readonly segments: readonly LineSegment[]
  readonly lines: readonly Line[]
}

function turnedText(shown: PageCharacters, angle: number): TurnedText {
  const page = rotated(shown, angle)
  const segments = segmentsOf(page).filter((segment) => angleAt(page, segment.from) === angle)
  return { page, segments, lines: linesOf(segments) }
}

// The labels of a figure's axes have some 100 characters; a sideways table has 500 or more. Chosen, not measured.
const MIN_SIDEWAYS_CHARACTERS = 400

/** Returns whether rotated text is a stamp or label, which is not part of the text, rather than a sideways table. */
function isStamp({ page, lines }: TurnedText): boolean {
  const isStraight = angleAt(page, lines[0]?.segments[0]?.from ?? 0) % 90 === 0
  return !isStraight || lines.reduce((sum, line) => sum + line.characters, 0) < MIN_SIDEWAYS_CHARACTERS
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

/** Returns the commonest type size of the document, to half a point. */
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

function styledFlows(draft: Draft, furniture: ReadonlySet<EdgeLine>, bodySize: number): StyledFlow[] {
  const removed = new Set<LineSegment>()
  for (const [edge, line] of draft.edges) {
    if (!furniture.has(edge)) continue
    draft.margins.push(lineText(draft.read, line, draft.tex))
    for (const segment of line.segments) removed.add(segment)
  }
  const order: Flow[] = readingOrder(draft.segments.filter((segment) => !removed.has(segment)))
  const textOf = (line: Line) => lineText(draft.read, line, draft.tex).text
  const ordered = betterOrder(footnotesLast(order, bodySize, draft.read.height), textOf)
  const sideways = draft.sideways.flatMap(({ page, segments }) =>
    styleFlows(page, readingOrder(segments), draft.tex),
  )
  return [...styleFlows(draft.read, ordered, draft.tex), ...sideways]
}

function styleFlows(page: PageCharacters, flows: readonly Flow[], tex: ReadonlySet<number>): StyledFlow[] {
  return flows
    .map((flow) => ({
      flow,
      lines: arrangeRows(flow.lines, (line) => lineText(page, line, tex).text)
        .map((line) => styledLine(page, line, tex))
        .filter((line) => line.text !== ''),
    }))
    .filter(({ lines }) => lines.length > 0)
}

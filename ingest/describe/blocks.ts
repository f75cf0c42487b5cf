/** Splits a paper into paragraphs with their visual layout, the one view that every rule of this folder reads. */
import { BOX_SIDES, PAGE_BREAK, type Page, pageStarts } from '../../corpus/index.ts'
import { type LaidOutPage, type TextLine, withPlainNotes } from '../extract/index.ts'
import { coverPageCount } from './cover-page.ts'
import { isPartName } from './heading-names.ts'
import { plainWordsOf } from './name-list.ts'

/** A line; offsets refer to the paper's text. Sizes and positions are in points, all 0 for sources without a layout. */
export interface BlockLine extends Omit<TextLine, 'paragraph' | 'sizePoints'> {
  readonly text: string
  readonly page: number
  readonly size: number
  /** Offsets after gaps that are wider than any word space of an unjustified line: names side by side. */
  readonly gaps: readonly number[]
}

export interface Block {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly page: number
  readonly lines: readonly BlockLine[]
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  /** Heading level in the source's own markup (Markdown, HTML); 0 without one. */
  readonly level: number
}

/** Matches program code: at a prompt, or with an assignment. */
export const CODE = /^\w{0,4}>\s|<-/

/** Everything that the rules may read. */
export interface Front {
  readonly text: string
  /** Blocks of the paper, without the covers that repositories put before it. */
  readonly blocks: readonly Block[]
  /** Type size of most of the text; 0 without a layout. */
  readonly bodySize: number
  readonly margins: readonly string[]
  /** Offsets where the paper's first, second and third pages begin, or the text's length. */
  readonly firstPageStart: number
  readonly firstPageEnd: number
  readonly secondPageEnd: number
  /** Words that the paper uses as plain words, in lower case. */
  readonly words: ReadonlySet<string>
}

export function frontOfPages(laidOut: readonly LaidOutPage[]): Front {
  const pages = laidOut.map((one) => ({ ...one, page: { ...one.page, text: withPlainNotes(one.page.text) } }))
  const text = pages.map(({ page }) => page.text).join(PAGE_BREAK)
  const starts = pageStarts(pages.map(({ page }) => page))
  const covers = coverPageCount(pages.map(({ page }) => page.text))
  const blocks = pages.flatMap((page, at) =>
    at < covers ? [] : blocksOfPage(page, starts[at] ?? 0, at === covers),
  )
  return {
    text,
    blocks,
    bodySize: bodySizeOf(blocks),
    margins: pages.slice(0, covers + 3).flatMap(({ margins }) => margins),
    firstPageStart: starts[covers] ?? 0,
    firstPageEnd: starts[covers + 1] ?? text.length,
    secondPageEnd: starts[covers + 2] ?? text.length,
    words: plainWordsOf(text),
  }
}

// Without pages, the front matter is taken to be the text that would fill the first ones. Chosen, not measured.
const FIRST_PAGE_CHARACTERS = 4000

const MARKDOWN_HEADING = /^(#{1,6})\s+(.+?)\s*#*$/

const PARAGRAPH = /[^\n]+(?:\n(?![ \t]*\n)[^\n]+)*/g

// Shorter lines are headings and rows. Chosen, not measured.
const WRAPPED_CHARACTERS = 40

/** Splits a text without layout into paragraphs at blank lines; `#` and the names of parts mark headings. */
export function frontOfText(text: string): Front {
  return {
    text,
    blocks: [...text.matchAll(PARAGRAPH)].flatMap((match) => plainBlocks(text, match[0], match.index)),
    bodySize: 0,
    margins: [],
    firstPageStart: 0,
    firstPageEnd: Math.min(text.length, FIRST_PAGE_CHARACTERS),
    secondPageEnd: Math.min(text.length, 2 * FIRST_PAGE_CHARACTERS),
    words: plainWordsOf(text),
  }
}

/** Returns one block, or several if headings are directly above their text. */
function plainBlocks(text: string, paragraph: string, start: number): Block[] {
  const blocks: Block[] = []
  let pending: BlockLine[] = []
  let at = start
  const flush = () => {
    if (pending.length > 0) blocks.push(blockOf(text, pending, 0))
    pending = []
  }
  for (const line of paragraph.split('\n')) {
    const heading = MARKDOWN_HEADING.exec(line)
    if (heading !== null) flush()
    const isPart = heading === null && isPartLine(line, pending.at(-1)?.text ?? '')
    if (isPart) flush()
    if (heading !== null) blocks.push(blockOf(text, [plainLine(line, at)], heading[1]?.length ?? 1))
    else if (isPart) blocks.push(blockOf(text, [plainLine(line, at)], 0))
    else if (line.trim() !== '') pending.push(plainLine(line, at))
    at += line.length + 1
  }
  flush()
  return blocks
}

/** Returns whether a line is a part's name, such as "Results", and not a wrapped line of the sentence above. */
function isPartLine(line: string, above: string): boolean {
  const isWrapped = above.length >= WRAPPED_CHARACTERS && !/[.!?:;)\]"”]$/.test(above)
  return !isWrapped && /^\P{Ll}/u.test(line.trim()) && isPartName(line.trim())
}

function plainLine(line: string, start: number): BlockLine {
  const place = { left: 0, top: 0, right: 0, bottom: 0 }
  const style = { size: 0, bold: false, italic: false, boldPrefix: 0, raised: [], row: false, gaps: [] }
  return { start, end: start + line.length, text: line.trim(), page: 1, ...style, ...place }
}

// A word space is 0.25 to 0.33 em, and some 0.5 em in lines of capitals.
const GAP_EM = 0.6

function gapsOf({ text, boxes }: Page, { start, end, sizePoints }: TextLine): number[] {
  const gaps: number[] = []
  for (let at = start + 2; at < end; at++) {
    if (text[at - 1] !== ' ') continue
    const [right, left] = [boxes?.[(at - 2) * BOX_SIDES + 2] ?? 0, boxes?.[at * BOX_SIDES] ?? 0]
    if (left - right > GAP_EM * sizePoints) gaps.push(at - start)
  }
  return gaps
}

/** Returns the blocks of a page. `isFirst` marks the paper's first page, which names its authors. */
function blocksOfPage({ page, lines }: LaidOutPage, offset: number, isFirst: boolean): Block[] {
  const groups = new Map<number, BlockLine[]>()
  for (const line of lines) {
    const { paragraph, sizePoints, start, end, ...rest } = line
    const placed = {
      ...rest,
      size: sizePoints,
      page: page.number,
      start: start + offset,
      end: end + offset,
      text: page.text.slice(start, end),
      gaps: isFirst ? gapsOf(page, line) : [],
    }
    const group = groups.get(paragraph)
    if (group === undefined) groups.set(paragraph, [placed])
    else group.push(placed)
  }
  const text = page.text
  return [...groups.values()].map((group) => blockOf(text, group, 0, offset))
}

function blockOf(text: string, lines: readonly BlockLine[], level: number, offset = 0): Block {
  const start = lines[0]?.start ?? 0
  const end = lines.at(-1)?.end ?? start
  return {
    start,
    end,
    text: text
      .slice(start - offset, end - offset)
      .replace(/\s+/g, ' ')
      .trim(),
    page: lines[0]?.page ?? 1,
    lines,
    size: lines[0]?.size ?? 0,
    bold: lines.every((line) => line.bold),
    italic: lines.every((line) => line.italic),
    level,
  }
}

function bodySizeOf(blocks: readonly Block[]): number {
  const counts = new Map<number, number>()
  for (const { lines } of blocks) {
    for (const line of lines) {
      const size = Math.round(line.size * 2) / 2
      counts.set(size, (counts.get(size) ?? 0) + line.text.length)
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

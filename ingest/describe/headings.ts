/** Finds headings and their levels by name, by number and by type. */
import type { Section } from '../../corpus/index.ts'
import { type Block, CODE, type Front } from './blocks.ts'
import { isCapitals, isNumbered, levelsOf } from './heading-levels.ts'
import { isPartName, MAIN_PART_NAME } from './heading-names.ts'

export interface Heading {
  readonly block: Block
  readonly text: string
  readonly level: number
}

// Chosen on the labelled papers, not measured.
const MAX_HEADING_CHARACTERS = 120
const MAX_HEADING_LINES = 3
const LARGER = 1.05
const COLUMN_NAME = /^(?:study design|statistical analysis|findings|limitations|outlook|summary)$/i
const MAX_STACKED = 4
const MIN_TEXT_BELOW = 50
const BODY_SIZE_SLACK = 1.3
const MAX_LINE_GAP_EM = 0.35
const MAX_PLAIN_CHARACTERS = 80
const MAX_SENTENCE_CHARACTERS = 60
const OPEN_END =
  /(?:[,;(]|\s(?:and|or|of|the|in|for|with|an?|to|by|from|on|at|as|than|that|which|is|are|was|were|ha[sd]|have))$/i
const BACK_MATTER = /^(?:appendix|appendices|supplement|supporting|annex)/i
const CAPTION =
  /^(?:fig(?:ure|\.)?|tab(?:le|\.)?|scheme|chart|box|algorithm|listing|equation|eq\.)\s*(?:\S*\d|[IVXL]+\b)/i
/** A sentence that ends within the text: "It is a special case. The ordination". */
const RUN_ON = /\p{Ll}{3}\.\s\p{Lu}\p{Ll}*\s(?:\p{Ll}{2}|\d)/u
const NO_HEADING =
  /^(?:authors?$|affiliations?$|article (?:info|history)|©|copyright|this (?:paper|article) is\b|received|accepted|doi|https?:|www\.|key\s?words|e-?mail|correspond|open access|vol\b|page\b)/i

export function isHeading(block: Block, bodySize: number): boolean {
  if (block.level > 0) return true
  const { text, lines } = block
  if (text.length > MAX_HEADING_CHARACTERS || lines.length > MAX_HEADING_LINES) return false
  if (isPartName(text)) return true
  if (!readsLikeHeading(text)) return false
  if (bodySize === 0) return isNumbered(text) && lines.length === 1 && text.length < MAX_PLAIN_CHARACTERS
  if (isNumbered(text)) return isSetOff(block, bodySize)
  return isSetOff(block, bodySize) && /^\p{Lu}/u.test(text) && !lines.some((line) => line.row)
}

function isSetOff(block: Block, bodySize: number): boolean {
  return block.bold || block.size >= bodySize * LARGER || isCapitals(block.text)
}

function readsLikeHeading(text: string): boolean {
  if (CODE.test(text) || RUN_ON.test(text)) return false
  if (!looksLikeWords(text) || CAPTION.test(text) || NO_HEADING.test(text) || OPEN_END.test(text))
    return false
  return !(/[.!?]$/.test(text) && text.length > MAX_SENTENCE_CHARACTERS)
}

/**
 * Returns the headings in text order. The front matter (title, authors) between `titleEnd` and `from` has none, but reading order may
 * put the introduction's before the abstract. Among the references after `bodyEnd`, only names of parts and numbers count, since
 * authors are often set in bold there.
 */
export function headingsOf(front: Front, titleEnd: number, from: number, bodyEnd: number): Heading[] {
  const { blocks, bodySize } = front
  const isEarly = ({ start, text }: Block) => start >= titleEnd && MAIN_PART_NAME.test(text)
  const found = blocks.filter(
    (block, at) =>
      (block.start >= from || isEarly(block)) &&
      isHeading(block, bodySize) &&
      (block.start < bodyEnd || isBackMatter(block)) &&
      (isExplicit(block) || isOverText(front, at)),
  )
  const levels = levelsOf(found)
  const headings = found.map((block, at) => ({
    block,
    text: block.text.replace(/^#{1,6}\s+/, ''),
    level: levels[at] ?? 1,
  }))
  return joined(headings)
}

/** Returns whether a block is a heading by its name or the source's markup; some names are also used for columns. */
function isExplicit({ level, text }: Block): boolean {
  return level > 0 || (isPartName(text) && !COLUMN_NAME.test(text))
}

/** Returns whether text follows a block that only looks like a heading; none follows table cells, axis labels and addresses. */
function isOverText({ blocks, bodySize }: Front, at: number): boolean {
  if (bodySize === 0) return true
  for (const below of blocks.slice(at + 1, at + 1 + MAX_STACKED)) {
    if (isHeading(below, bodySize)) continue
    return below.text.length >= MIN_TEXT_BELOW && Math.abs(below.size - bodySize) <= BODY_SIZE_SLACK
  }
  return false
}

/** Joins the lines of a long heading, which are separate paragraphs. */
function joined(headings: readonly Heading[]): Heading[] {
  const whole: Heading[] = []
  for (const heading of headings) {
    const above = whole.at(-1)
    if (above === undefined || !isNextLine(above.block, heading)) whole.push(heading)
    else
      whole[whole.length - 1] = {
        ...above,
        text: `${above.text} ${heading.text}`,
        block: merged(above.block, heading.block),
      }
  }
  return whole
}

function isNextLine(above: Block, { block, text }: Heading): boolean {
  const [end, start] = [above.lines.at(-1), block.lines[0]]
  if (end === undefined || start === undefined || end.page !== start.page || start.size === 0) return false
  if (isNumbered(text) || isPartName(text) || isPartName(above.text) || block.level > 0) return false
  const isSameType =
    Math.abs(above.size - block.size) < 0.2 && above.bold === block.bold && above.italic === block.italic
  const isCase = isCapitals(above.text) === isCapitals(text)
  const gap = start.top - end.bottom
  return isSameType && isCase && gap > -1 && gap < MAX_LINE_GAP_EM * start.size
}

function merged(above: Block, below: Block): Block {
  return {
    ...above,
    end: below.end,
    text: `${above.text} ${below.text}`,
    lines: [...above.lines, ...below.lines],
  }
}

/** Returns the headings with the text that each covers, up to the next heading. */
export function sectionsOf(headings: readonly Heading[], end: number): Section[] {
  return headings.map(({ block, text, level }, at) => ({
    heading: text,
    level,
    start: block.start,
    end: headings[at + 1]?.block.start ?? end,
  }))
}

function isBackMatter({ text, level }: Block): boolean {
  return level > 0 || isPartName(text) || BACK_MATTER.test(text) || isNumbered(text)
}

function looksLikeWords(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return /\p{L}{3}/u.test(text) && letters >= text.replace(/\s/g, '').length * 0.6
}

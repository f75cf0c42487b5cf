/** Which text is the abstract? By heading, by a heading run into the text, by labels, or by its place on the first page. */
import type { Block, Front } from './blocks.ts'
import {
  ABSTRACT_LABEL,
  ABSTRACT_NAME,
  AFTER_ABSTRACT,
  INTRODUCTION_NAME,
  SECTION_NAME,
} from './heading-names.ts'
import { isHeading } from './headings.ts'

/** `start` and `end` are where the heading, if any, begins and the last block ends. */
export interface Abstract {
  readonly text: string
  readonly start: number
  readonly end: number
}

// Chosen on the labelled papers, not measured.
const MAX_CHARACTERS = 4500
const MIN_UNHEADED_CHARACTERS = 200
const MAX_LABEL_CHARACTERS = 40
const SAME_SIZE_POINTS = 0.35
const SEARCH_BLOCKS = 14
/** Reports have a cover and lists before the abstract. */
const FRONT_SHARE = 0.15
const RUN_IN =
  /^(?:abstract|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|summary|synopsis|zusammenfassung|résumé|resumen|摘\s*要)\s*(?:[—–:.-]+\s*|\s+(?=\p{Lu}))/iu
const RIGHTS =
  /\s*(?:(?:©|\bq|\(c\)|Copyright)\s*(?:©\s*)?(?:19|20)\d\d\b|All rights reserved|Published by Elsevier).*$/su
/** The label of a structured abstract's first part: the abstract begins with the sentence after it, as catalogues print it. */
const FIRST_LABEL =
  /^(?:background(?: and (?:purpose|aims?|objectives?))?|context|objectives?|aims?|purpose|introduction|motivation|rationale)\s*(?:[:.—–]+\s*|\s(?=\p{Lu}))/iu
const FRONT_MATTER =
  /@|\b(?:university|department|institute|hospital|school of|college|laboratory|received|accepted|correspond|copyright|©|licen[cs]e)/i

export function abstractOf(front: Front): Abstract | null {
  return byHeading(front) ?? byRunIn(front) ?? byLabels(front) ?? byPlace(front)
}

function byHeading(front: Front): Abstract | null {
  const blocks = front.blocks
  for (const [at, block] of blocks.entries()) {
    if (block.start > Math.max(front.secondPageEnd, front.text.length * FRONT_SHARE)) break
    if (!ABSTRACT_NAME.test(block.text)) continue
    const first = firstBelow(block, blocks, at)
    const found = first === null ? null : collected(front, first, '')
    if (found !== null) return { ...found, start: Math.min(block.start, found.start) }
  }
  return null
}

/** Index of the first block under the heading; a block of another column may come between them in reading order. */
function firstBelow(heading: Block, blocks: readonly Block[], at: number): number | null {
  const line = heading.lines[0]
  if (line === undefined || at + 1 >= blocks.length) return null
  const centre = (line.left + line.right) / 2
  for (let next = at + 1; next < Math.min(blocks.length, at + 1 + SEARCH_BLOCKS); next++) {
    const place = blocks[next]?.lines[0]
    if (place === undefined || place.page !== line.page) break
    const slack = 2 * Math.max(line.size, 1)
    if (place.left - slack <= centre && centre <= place.right + slack && place.top >= line.top - slack)
      return next
  }
  return at + 1
}

function byRunIn(front: Front): Abstract | null {
  for (const [at, block] of front.blocks.entries()) {
    if (block.start > front.secondPageEnd) break
    const match = RUN_IN.exec(block.text)
    if (match !== null && block.text.length > match[0].length + 40) return collected(front, at, match[0])
  }
  return null
}

/** "Objectives. … Methods. … Results. …" without any heading above. */
function byLabels(front: Front): Abstract | null {
  for (const [at, block] of front.blocks.entries()) {
    if (block.start > front.firstPageEnd || INTRODUCTION_NAME.test(block.text)) break
    const labels =
      block.text.match(/\b(?:Background|Objectives?|Aims?|Purpose|Methods?|Results?|Conclusions?)[.:]\s/g) ??
      []
    const opens = ABSTRACT_LABEL.test(block.text) && block.text.length > 80
    if (opens && (labels.length >= 2 || hasLabelledNeighbour(front.blocks, at)))
      return collected(front, at, '')
  }
  return null
}

function hasLabelledNeighbour(blocks: readonly Block[], at: number): boolean {
  const next = blocks[at + 1]
  return next !== undefined && ABSTRACT_LABEL.test(next.text) && next.text.length > 80
}

/** The longest paragraph of the first page that stands before the introduction and is no address or notice. */
function byPlace(front: Front): Abstract | null {
  let best: number | null = null
  for (const [at, block] of front.blocks.entries()) {
    if (block.start > front.firstPageEnd || SECTION_NAME.test(block.text)) break
    if (block.text.length < MIN_UNHEADED_CHARACTERS || FRONT_MATTER.test(block.text.slice(0, 200))) continue
    if (best === null || block.text.length > (front.blocks[best]?.text.length ?? 0)) best = at
  }
  return best === null ? null : collected(front, best, '')
}

/** The block and those after it that go on in the same type, up to keywords, a notice or the next heading. */
function collected(front: Front, from: number, prefix: string): Abstract | null {
  const first = front.blocks[from]
  if (first === undefined) return null
  const parts: string[] = []
  let end = first.end
  let length = 0
  let kind: Block | null = null
  const bodyStart = introductionAfter(front, first)
  for (const [at, block] of front.blocks.slice(from).entries()) {
    const isLabel = block.start < bodyStart && isLabelHeading(block.text)
    if (at > 0 && length > 0 && !isLabel && isAfter(front, block, kind, parts.at(-1) ?? '')) break
    const text = at === 0 ? block.text.slice(prefix.length) : block.text
    if (kind === null && text.length > 60) kind = block
    parts.push(text)
    end = block.end
    length += text.length
    if (length > MAX_CHARACTERS) break
  }
  const text = parts
    .join(' ')
    .replace(/^#{1,6}\s+/, '')
    .replace(RIGHTS, '')
    .replace(FIRST_LABEL, '')
    .trim()
  return text.length < 40 ? null : { text: text.slice(0, MAX_CHARACTERS), start: first.start, end }
}

/** Where the introduction begins; 0 where no heading says so. Parts of an abstract that have headings stand before it. */
function introductionAfter(front: Front, first: Block): number {
  const limit = Math.max(front.secondPageEnd, front.text.length * FRONT_SHARE)
  const heading = front.blocks.find(
    ({ start, text }) => start > first.start && start < limit && INTRODUCTION_NAME.test(text),
  )
  return heading?.start ?? 0
}

function isLabelHeading(text: string): boolean {
  return text.length < MAX_LABEL_CHARACTERS && ABSTRACT_LABEL.test(text) && !INTRODUCTION_NAME.test(text)
}

function isAfter(front: Front, block: Block, kind: Block | null, above: string): boolean {
  if (AFTER_ABSTRACT.test(block.text) || RIGHTS.test(block.text.slice(0, 60))) return true
  const isLabel = ABSTRACT_LABEL.test(block.text)
  if (isHeading(block, front.bodySize))
    return !(isLabel && !INTRODUCTION_NAME.test(block.text) && kind === null)
  if (kind === null) return false
  if (Math.abs(block.size - kind.size) > SAME_SIZE_POINTS) return true
  if (isLabel) return false
  const isOpen = !/[.!?:;]["'”’)\]]*\d*$/.test(above)
  return !isOpen && !isSameColumn(block, kind) && !isLastLine(block, kind)
}

function isSameColumn(a: Block, b: Block): boolean {
  const [one] = a.lines
  const [two] = b.lines
  if (one === undefined || two === undefined || one.page !== two.page) return false
  const limit = 3 * Math.max(one.size, 1)
  return Math.abs(widestRight(a) - widestRight(b)) < limit && one.top > two.top - 1
}

/** A short last line stands directly below the widest one's left end, wherever it stops. */
function isLastLine(block: Block, kind: Block): boolean {
  const [line, more] = block.lines
  const above = kind.lines.at(-1)
  if (line === undefined || more !== undefined || above === undefined || line.page !== above.page)
    return false
  const isBelow = line.top > above.top && line.top - above.bottom < line.size
  return isBelow && Math.abs(line.left - above.left) < line.size
}

function widestRight(block: Block): number {
  return block.lines.reduce((right, line) => Math.max(right, line.right), 0)
}

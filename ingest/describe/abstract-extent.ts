/** Collects the abstract from its first block: the following blocks in the same type, past notices and footnotes in between. */

import { KEYWORDS_ELSEWHERE } from '../part-names.ts'
import type { Block, Front } from './blocks.ts'
import { ABSTRACT_LABEL, AFTER_ABSTRACT, INTRODUCTION_NAME, REFERENCES_NAME } from './heading-names.ts'
import { isHeading } from './headings.ts'

/** An abstract's text; `start` is where its heading or first block begins, `end` where its last block ends. */
export interface Abstract {
  readonly text: string
  readonly start: number
  readonly end: number
}

// Chosen on the labelled papers, not measured.
const MAX_CHARACTERS = 4500
const MAX_LABEL_CHARACTERS = 40
/** An abstract without labels is seldom longer: further text belongs to the body. */
const SUSPECT_CHARACTERS = 2500
const SKIPPED_BLOCKS = 24
const CLOSED = /[.!?:;。！？；]["'”’)\]]*\d*$/
const CONTINUED = /^\(?\s*continued (?:on|from)\b/i
const KEYWORDS_LINE =
  /^(?:key\s?-?words?|key\s?phrases|index terms|descriptors|mesh terms|abbreviations|jel classification)\b/i
/** Number of characters of a keywords line by which its start is found. */
const KEYWORDS_LABEL = 8
const KEYWORDS_WITHIN =
  /\b(?:key\s?-?words?|key\s?phrases|index terms|descriptors|mesh terms|abbreviations|jel classification)\b(?=\s*[:.—–-]|\s+\p{Lu})/iu
/** Matches "(Am Heart J 2021;235:12–23.)", "Molecular & Cellular Proteomics 8: 451–466, 2009." */
const OWN_CITATION =
  /\s*(?:\(\p{Lu}[^()]{3,60}\b(?:19|20)\d\d\s*[;:,][^()]{3,30}\)|\p{Lu}[\p{L} &.]{5,50}\s\d{1,4}(?:\(\d+\))?:\s?\d+[–-]\d+,\s(?:19|20)\d\d)\s*\.?$/u
const RIGHTS =
  /\s*(?:(?:©|\bq|\(c\)|Copyright)\s*(?:©\s*)?(?:19|20)\d\d\b|All rights reserved|Published by Elsevier).*$/su
/** Label of a structured abstract's first part: the abstract begins with the sentence after it, as catalogues print it. */
const FIRST_LABEL =
  /^(?:background(?: and (?:purpose|aims?|objectives?))?|context|objectives?|aims?|purpose|introduction|motivation|rationale)\s*(?:[:.—–]+\s*|\s(?=\p{Lu}))/iu
/** Type sizes that differ by less are the same. */
export const SAME_SIZE_POINTS = 0.35
/** In a paper without headings, the introduction may begin as late as this share of its text. */
export const FRONT_SHARE = 0.15
const MIN_UNHEADED_CHARACTERS = 200

/** Returns the block and those that continue it in the same type, up to keywords, a notice or the next heading. */
export function collected(front: Front, from: number, prefix: string): Abstract | null {
  const first = front.blocks[from]
  if (first === undefined) return null
  const parts: string[] = []
  let last = first
  let length = 0
  let kind: Block | null = null
  const bodyStart = introductionAfter(front, first)
  for (let at: number | null = from; at !== null && !isFull(parts, length); ) {
    const block: Block = front.blocks[at] ?? first
    const { text, isCut } = untilKeywords(block)
    if (kind === null && text.length > 60) kind = block
    parts.push(text)
    last = block
    length += text.length
    if (isCut) break
    at = nextOf({ front, kind, last, bodyStart, above: parts.at(-1) ?? '' }, at)
  }
  const text = cleaned(parts.with(0, (parts[0] ?? '').slice(prefix.length)))
  return text.length < 40 ? null : { text: text.slice(0, MAX_CHARACTERS), start: first.start, end: last.end }
}

function cleaned(parts: readonly string[]): string {
  return parts
    .join(' ')
    .replace(/^#{1,6}\s+/, '')
    .replace(RIGHTS, '')
    .replace(OWN_CITATION, '')
    .replace(FIRST_LABEL, '')
    .trim()
}

/** Returns the block up to any line that begins with "Keywords". */
function untilKeywords(block: Block): { readonly text: string; readonly isCut: boolean } {
  const at = block.lines.findIndex((line, index) => index > 0 && isKeywords(line.text))
  const end = block.lines[at - 1]
  if (end === undefined) return { text: block.text, isCut: false }
  const kept = block.lines.slice(0, at).reduce((length, line) => length + line.text.length, 0)
  const within = block.text.search(KEYWORDS_WITHIN)
  const cut =
    within >= 0 ? within : block.text.lastIndexOf(block.lines[at]?.text.slice(0, KEYWORDS_LABEL) ?? '')
  return { text: cut < kept / 2 ? block.text : block.text.slice(0, cut).trim(), isCut: true }
}

function isFull(parts: readonly string[], length: number): boolean {
  const isLabelled = parts.some((part) => ABSTRACT_LABEL.test(part))
  return length > (isLabelled ? MAX_CHARACTERS : SUSPECT_CHARACTERS)
}

interface Collecting {
  readonly front: Front
  /** The first long block, whose type is that of the abstract. */
  readonly kind: Block | null
  readonly last: Block
  readonly bodyStart: number
  readonly above: string
}

/** Returns the index of the block that continues the abstract, or null at its end. */
function nextOf({ front, kind, last, bodyStart, above }: Collecting, at: number): number | null {
  const next = front.blocks[at + 1]
  if (next === undefined) return null
  const isLabel = next.start < bodyStart && isLabelHeading(next.text)
  if (isLabel || !isAfter(front, next, kind, above)) return at + 1
  if (kind === null || isEnd(next)) return null
  return continuation(front, kind, last, above, at + 1)
}

function isKeywords(text: string): boolean {
  return KEYWORDS_LINE.test(text) || KEYWORDS_ELSEWHERE.test(text)
}

export function isEnd({ text }: Block): boolean {
  return isKeywords(text) || INTRODUCTION_NAME.test(text) || REFERENCES_NAME.test(text)
}

/**
 * Returns the block after notices, footnotes and boxes that continues the abstract: the rest of an open sentence, on this page or the
 * next one; text that the page calls continued; or a paragraph directly below in the same column.
 */
function continuation(front: Front, kind: Block, last: Block, above: string, from: number): number | null {
  const isOpen = !CLOSED.test(above)
  let isContinued = false
  for (let at = from; at < Math.min(front.blocks.length, from + SKIPPED_BLOCKS); at++) {
    const block = front.blocks[at]
    if (block === undefined || block.page > kind.page + 1 || isEnd(block)) return null
    if (CONTINUED.test(block.text)) isContinued = true
    if (!isOfKind(block, kind)) continue
    const isNextPage = isContinued && block.page > kind.page
    const isSentence = isOpen && /^[\p{Ll}\d(]/u.test(block.text)
    if (isNextPage || isSentence || isParagraphBelow(front, kind, last, block)) return at
  }
  return null
}

function isParagraphBelow(front: Front, kind: Block, last: Block, block: Block): boolean {
  return block.bold === kind.bold && isDirectlyBelow(last, block) && !isHeading(block, front.bodySize)
}

function isOfKind(block: Block, kind: Block): boolean {
  if (CONTINUED.test(block.text) || AFTER_ABSTRACT.test(block.text)) return false
  return Math.abs(block.size - kind.size) <= SAME_SIZE_POINTS
}

function isDirectlyBelow(above: Block, below: Block): boolean {
  const [end, start] = [above.lines.at(-1), below.lines[0]]
  if (end === undefined || start === undefined || end.page !== start.page || start.size === 0) return false
  const gap = start.top - end.bottom
  const isAligned = Math.abs((above.lines[0]?.left ?? 0) - start.left) < 2 * start.size
  return (
    isAligned &&
    gap > -1 &&
    gap < 1.5 * start.size &&
    Math.abs(widestRight(above) - widestRight(below)) < 3 * start.size
  )
}

/** Returns where the introduction begins, 0 if no heading says so. Parts of an abstract with headings precede it. */
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
  if (
    AFTER_ABSTRACT.test(block.text) ||
    KEYWORDS_ELSEWHERE.test(block.text) ||
    RIGHTS.test(block.text.slice(0, 60))
  )
    return true
  const isLabel = ABSTRACT_LABEL.test(block.text)
  if (isHeading(block, front.bodySize))
    return !(isLabel && !INTRODUCTION_NAME.test(block.text) && kind === null)
  if (kind === null) return false
  if (Math.abs(block.size - kind.size) > SAME_SIZE_POINTS) return true
  if (isLabel) return false
  if (kind.bold && !block.bold && block.text.length > MIN_UNHEADED_CHARACTERS / 2) return true
  return CLOSED.test(above) && !isSameColumn(block, kind) && !isLastLine(block, kind)
}

function isSameColumn(a: Block, b: Block): boolean {
  const [one] = a.lines
  const [two] = b.lines
  if (one === undefined || two === undefined || one.page !== two.page) return false
  const limit = 3 * Math.max(one.size, 1)
  return Math.abs(widestRight(a) - widestRight(b)) < limit && one.top > two.top - 1
}

/** Returns whether a block is a short last line: directly below the left end of the line above, wherever it stops. */
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

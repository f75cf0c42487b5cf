/** Finds where the references begin; they are cut off before units are made. */
import type { Front } from './blocks.ts'
import { REFERENCES_NAME } from './heading-names.ts'

// A heading this early is an entry of a table of contents. Chosen, not measured.
const EARLIEST_SHARE = 0.25
const MIN_NUMBERED_RUN = 8
const MIN_DATES = 4
const DATED_CHARACTERS = 1500
const MAX_HEADING_CHARACTERS = 40
const FIRST_ENTRY = /^(?:\[1\]|1[.)]?)\s*\p{L}/u
/** Entry numbers: in brackets anywhere, as an entry's lines may be joined; others at the beginning of a line. */
const ENTRY = /(?:(?:^|\s)\[(\d{1,3})\]|(?:^|\n)(\d{1,3})[.)]?\s)\s*(?=\p{L})/gu
const MAX_ENTRY_CHARACTERS = 1500
const YEAR = /\b(?:19|20)\d\d\b/
const PLACE = /\b(?:19|20)\d\d\b|arXiv:|\bdoi\b/i

/**
 * Returns the offset of the heading "References" or of the first of the closing numbered entries, else the text's length.
 * Table columns may have that name too, so the first heading with dates of publication below it is chosen.
 */
export function bodyEndOf(front: Front): number {
  const earliest = front.text.length * EARLIEST_SHARE
  const lines = front.blocks.flatMap((block) =>
    block.end < earliest ? [] : block.lines.filter(({ text, start }) => start >= earliest && isHeading(text)),
  )
  const dated = lines.find(({ end }) => datesAfter(front.text, end) >= MIN_DATES)
  return (dated ?? lines.at(-1))?.start ?? closingEntries(front, earliest) ?? front.text.length
}

/** Returns whether a line is the heading, which may include a reference number from the next column. */
function isHeading(text: string): boolean {
  return text.length < MAX_HEADING_CHARACTERS && REFERENCES_NAME.test(text.replace(/\s\d{1,3}$/, ''))
}

function datesAfter(text: string, at: number): number {
  return text.slice(at, at + DATED_CHARACTERS).match(new RegExp(YEAR, 'g'))?.length ?? 0
}

/** Returns the start of a run of numbered entries with years that lasts until the end, for papers without the heading. */
function closingEntries({ blocks, text }: Front, earliest: number): number | null {
  const first = blocks.findLast(
    (block) =>
      block.start >= earliest && FIRST_ENTRY.test(block.text) && isListToTheEnd(text.slice(block.start)),
  )
  return first?.start ?? null
}

function isListToTheEnd(text: string): boolean {
  const starts: number[] = []
  for (const { 1: bracketed, 2: bare, index } of text.matchAll(ENTRY))
    if (Number(bracketed ?? bare) === starts.length + 1) starts.push(index)
  const entries = starts.map((start, at) => text.slice(start, starts[at + 1] ?? text.length))
  const placed = entries.filter((entry) => PLACE.test(entry)).length
  const isShort = entries.slice(0, -1).every(({ length }) => length <= MAX_ENTRY_CHARACTERS)
  return entries.length >= MIN_NUMBERED_RUN && placed * 2 >= entries.length && isShort
}

/** Where do the references begin? What follows is cut off before units are made. */
import type { Block, Front } from './blocks.ts'
import { REFERENCES_NAME } from './heading-names.ts'

// A heading this early is an entry of a table of contents. Chosen, not measured.
const EARLIEST_SHARE = 0.25
const MIN_NUMBERED_RUN = 8
const MIN_DATES = 4
const DATED_CHARACTERS = 1500
const MAX_HEADING_CHARACTERS = 40
const NUMBERED_ENTRY = /^\[?(\d{1,3})[\].)]?\s+\p{L}/u
const YEAR = /\b(?:19|20)\d\d\b/

/**
 * Offset of the heading "References" or of the first of the closing numbered entries; the text's length without any.
 * Tables have columns of that name, so the first heading counts that has dates of publication below it.
 */
export function bodyEndOf(front: Front): number {
  const earliest = front.text.length * EARLIEST_SHARE
  const lines = front.blocks.flatMap((block) =>
    block.end < earliest ? [] : block.lines.filter(({ text, start }) => start >= earliest && isHeading(text)),
  )
  const dated = lines.find(({ end }) => datesAfter(front.text, end) >= MIN_DATES)
  return (dated ?? lines.at(-1))?.start ?? closingEntries(front.blocks, earliest) ?? front.text.length
}

/** The number of a reference in the next column may stand on the heading's line. */
function isHeading(text: string): boolean {
  return text.length < MAX_HEADING_CHARACTERS && REFERENCES_NAME.test(text.replace(/\s\d{1,3}$/, ''))
}

function datesAfter(text: string, at: number): number {
  return text.slice(at, at + DATED_CHARACTERS).match(new RegExp(YEAR, 'g'))?.length ?? 0
}

/** Start of a run of numbered entries with years that lasts until the end, as papers without the heading have it. */
function closingEntries(blocks: readonly Block[], earliest: number): number | null {
  let run: Block[] = []
  let expected = 1
  for (const block of blocks) {
    if (block.start < earliest) continue
    const number = Number(NUMBERED_ENTRY.exec(block.text)?.[1] ?? 0)
    if (number === 1) {
      run = [block]
      expected = 2
    } else if (run.length > 0 && number === expected) {
      run.push(block)
      expected++
    }
  }
  const dated = run.filter((block) => YEAR.test(block.text)).length
  return run.length >= MIN_NUMBERED_RUN && dated * 2 >= run.length ? (run[0]?.start ?? null) : null
}

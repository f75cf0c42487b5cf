/** Collects what a paper says of itself outside its text: running heads, feet, stamps, citation lines, dates. References are excluded. */
import type { Block, Front } from './blocks.ts'

// A citation line with a title in it is longer than a notice of dates. Chosen, not measured.
const MAX_NOTICE_CHARACTERS = 320
const TAIL_CHARACTERS = 140
const MAX_CLOSING_CHARACTERS = 120
const CLOSING = /^(?:first published|published|doi\b|https?:\/\/(?:dx\.)?doi\.org)/i
// "[3] …", "9. Scarfo L, …", "Blood. 2020;136(10):1134–43. 7. World Health …".
const REFERENCE_ENTRY =
  /^\[?\d{1,3}[.\]]\s+\p{Lu}|\p{L}\.?\s(?:19|20)\d\d;\s?\d+[^\n]{0,40}?\.\s+\d{1,3}\.\s+\p{Lu}/u

/** Lines in the margins and of short paragraphs on the paper's first page, and its short paragraphs on the second. */
export interface Notices {
  readonly margins: readonly string[]
  /** Short paragraphs, with the separate lines of longer ones; the first page's before the second's. */
  readonly short: readonly string[]
  /** End of the abstract, where journals print their citation. */
  readonly abstractTail: string
  /** Text of the pages that a repository put before the paper; they name its DOI. */
  readonly cover: string
  /** Lines before the references that state when and under which DOI the paper was published, as at the end of letters. */
  readonly closing: readonly string[]
}

export function noticesOf(
  front: Front,
  abstract: { readonly start: number; readonly end: number } | null,
  bodyEnd: number,
): Notices {
  const isAbstract = ({ start, end }: Block) =>
    abstract !== null && start >= abstract.start && end <= abstract.end
  const short = front.blocks
    .filter((block) => block.start < front.secondPageEnd && !isAbstract(block) && isNotice(block))
    .flatMap(({ text, lines }) => (lines.length > 1 ? [...lines.map((line) => line.text), text] : [text]))
  const closing = front.blocks.filter(
    ({ text, start }) => start < bodyEnd && text.length <= MAX_CLOSING_CHARACTERS && CLOSING.test(text),
  )
  const tail =
    abstract === null
      ? ''
      : front.text.slice(Math.max(abstract.start, abstract.end - TAIL_CHARACTERS), abstract.end)
  return {
    margins: front.margins,
    short,
    abstractTail: tail,
    cover: front.text.slice(0, front.firstPageStart),
    closing: closing.map(({ text }) => text),
  }
}

function isNotice({ text }: Block): boolean {
  return text.length <= MAX_NOTICE_CHARACTERS && !REFERENCE_ENTRY.test(text)
}

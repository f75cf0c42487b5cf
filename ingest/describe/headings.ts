/** Which blocks are headings, and of which level? By name, by number, by type. */
import type { Section } from '../../corpus/index.ts'
import type { Block, Front } from './blocks.ts'
import { ABSTRACT_NAME, REFERENCES_NAME, SECTION_NAME } from './heading-names.ts'

export interface Heading {
  readonly block: Block
  readonly text: string
  readonly level: number
}

// Chosen on the labelled papers, not measured.
const MAX_HEADING_CHARACTERS = 120
const MAX_HEADING_LINES = 3
const LARGER = 1.05
const MAX_PLAIN_CHARACTERS = 80
const MAX_SENTENCE_CHARACTERS = 60
const OPEN_END = /(?:[,;(]|\s(?:and|or|of|the|in|for|with|a|to|by))$/i
const BACK_MATTER = /^(?:appendix|appendices|supplement|supporting|annex)/i
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{Lu}/u
const ROMAN = /^[IVX]{1,5}\.\s+\p{L}/u
const LETTERED = /^[A-H]\.\s+\p{Lu}\p{L}/u
const CAPTION = /^(?:fig(?:ure|\.)?|tab(?:le|\.)?|scheme|chart|box|algorithm|listing|equation|eq\.)\s*\S*\d/i
const NO_HEADING =
  /^(?:©|copyright|received|accepted|doi|https?:|www\.|key\s?words|e-?mail|correspond|open access|vol\b|page\b)/i

export function isHeading(block: Block, bodySize: number): boolean {
  if (block.level > 0) return true
  const { text, lines } = block
  if (text.length > MAX_HEADING_CHARACTERS || lines.length > MAX_HEADING_LINES) return false
  if (isNamed(text)) return true
  if (!readsLikeHeading(text)) return false
  if (bodySize === 0) return isNumbered(text) && lines.length === 1 && text.length < MAX_PLAIN_CHARACTERS
  if (isNumbered(text)) return isSetOff(block, bodySize)
  return isSetOff(block, bodySize) && /^\p{Lu}/u.test(text) && !lines.some((line) => line.row)
}

function isNumbered(text: string): boolean {
  return NUMBERED.test(text) || ROMAN.test(text) || LETTERED.test(text)
}

function isSetOff(block: Block, bodySize: number): boolean {
  return block.bold || block.size >= bodySize * LARGER || isCapitals(block.text)
}

function readsLikeHeading(text: string): boolean {
  if (!looksLikeWords(text) || CAPTION.test(text) || NO_HEADING.test(text) || OPEN_END.test(text))
    return false
  return !(/[.!?]$/.test(text) && text.length > MAX_SENTENCE_CHARACTERS)
}

function isNamed(text: string): boolean {
  return SECTION_NAME.test(text) || ABSTRACT_NAME.test(text) || REFERENCES_NAME.test(text)
}

/**
 * Headings in the order of the text. The front matter (title, authors) before `from` has none; among the references after
 * `bodyEnd` only names of parts and numbers count, since authors are often set in bold there.
 */
export function headingsOf(front: Front, from: number, bodyEnd: number): Heading[] {
  const blocks = front.blocks.filter(
    (block) =>
      block.start >= from &&
      isHeading(block, front.bodySize) &&
      (block.start < bodyEnd || isBackMatter(block)),
  )
  const sizes = [...new Set(blocks.map((block) => Math.round(block.size * 2)))].sort((a, b) => b - a)
  return blocks.map((block) => {
    const text = block.text.replace(/^#{1,6}\s+/, '')
    return { block, text, level: levelOf(block, text, sizes) }
  })
}

/** Headings with the text that each of them covers: up to the next heading. */
export function sectionsOf(headings: readonly Heading[], end: number): Section[] {
  return headings.map(({ block, text, level }, at) => ({
    heading: text,
    level,
    start: block.start,
    end: headings[at + 1]?.block.start ?? end,
  }))
}

function isBackMatter({ text, level }: Block): boolean {
  return level > 0 || isNamed(text) || BACK_MATTER.test(text) || NUMBERED.test(text) || LETTERED.test(text)
}

function levelOf(block: Block, text: string, sizes: readonly number[]): number {
  if (block.level > 0) return block.level
  const number = NUMBERED.exec(text)?.[1]
  if (number !== undefined) return number.split('.').length
  if (ROMAN.test(text) || isNamed(text)) return 1
  if (LETTERED.test(text)) return 2
  const rank = sizes.indexOf(Math.round(block.size * 2))
  return isCapitals(text) ? 1 : Math.min(3, rank < 1 ? 1 : rank + 1)
}

function looksLikeWords(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters >= 3 && letters >= text.replace(/\s/g, '').length * 0.6
}

function isCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}{3}/u.test(text)
}

/** Determines the level of a heading by its number, or by its type compared with that of the main parts of a paper. */
import { countsOf } from '../../core/index.ts'
import type { Block } from './blocks.ts'
import { ABSTRACT_NAME, MAIN_PART_NAME, REFERENCES_NAME, SECTION_NAME } from './heading-names.ts'

const DEEPEST = 3
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?(?:\s+[|•]?\s*)\p{Lu}/u
const ROMAN = /^[IVX]{1,5}\.\s+\p{L}/u
const LETTERED = /^[A-H]\.\s+\p{Lu}\p{L}/u

export function isNumbered(text: string): boolean {
  return NUMBERED.test(text) || ROMAN.test(text) || LETTERED.test(text)
}

export function isCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}{3}/u.test(text)
}

/** Returns a key for the type of a heading, with its size rounded to half a point. */
function typeOf({ size, bold, italic, text }: Block): string {
  return [Math.round(size * 2), bold, italic, isCapitals(text)].join(' ')
}

/** Returns the level of each heading, 1 to 3 without numbers; the blocks must be in text order. */
export function levelsOf(blocks: readonly Block[]): number[] {
  const main = mainTypeOf(blocks)
  const deeper = [
    ...new Set(blocks.filter((block) => isUnmarked(block) && typeOf(block) !== main).map(typeOf)),
  ]
  const types = [main, ...deeper.sort((a, b) => rankOf(b) - rankOf(a))]
  return blocks.map((block) => {
    if (block.level > 0) return block.level
    return numberedLevel(block.text) ?? levelByType(block, main, types)
  })
}

/** Returns the type of most of "Introduction", "Methods", "Results", "Discussion" and "Conclusions"; null without any. */
function mainTypeOf(blocks: readonly Block[]): string | null {
  const main = blocks.filter((block) => isUnmarked(block) && MAIN_PART_NAME.test(block.text))
  const counts = countsOf(main.map(typeOf))
  return [...counts].sort((a, b) => b[1] - a[1] || rankOf(b[0]) - rankOf(a[0]))[0]?.[0] ?? null
}

function isUnmarked(block: Block): boolean {
  return block.level === 0 && numberedLevel(block.text) === null
}

/** Ranks larger above smaller, capitals above lower case, bold above regular, upright above italic. */
function rankOf(type: string): number {
  const [size, bold, italic, capitals] = type.split(' ')
  return (
    Number(size) * 8 +
    Number(capitals === 'true') * 4 +
    Number(bold === 'true') * 2 -
    Number(italic === 'true')
  )
}

function numberedLevel(text: string): number | null {
  const number = NUMBERED.exec(text)?.[1]
  if (number !== undefined) return number.split('.').length
  if (ROMAN.test(text)) return 1
  return LETTERED.test(text) ? 2 : null
}

function levelByType(block: Block, main: string | null, types: readonly (string | null)[]): number {
  const type = typeOf(block)
  if (main === null)
    return SECTION_NAME.test(block.text) || isCapitals(block.text)
      ? 1
      : Math.min(DEEPEST, types.indexOf(type))
  if (type === main) return 1
  // A main part in an odd type: the first heading of a page, or one in a box.
  if (MAIN_PART_NAME.test(block.text) || ABSTRACT_NAME.test(block.text) || REFERENCES_NAME.test(block.text))
    return 1
  return Math.min(DEEPEST, 1 + types.filter((other) => other !== null && rankOf(other) > rankOf(type)).length)
}

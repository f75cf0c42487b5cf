/** Ends front-matter sections that no heading ends: an abstract above an introduction without one, boxes in the middle of a text. */
import type { Section } from '../../corpus/index.ts'
import type { Abstract } from './abstract-extent.ts'
import type { Block } from './blocks.ts'
import { ABSTRACT_NAME } from './heading-names.ts'

/** Minimum length of text after a section: less is key words, dates and addresses below an abstract. Chosen on half of the papers. */
const MIN_TEXT_AFTER = 700
const BOX =
  /^(?:strengths and limitations(?: of (?:this|the) study)?|article summary|importance|significance(?: statement)?|author summary|(?:research )?highlights|key (?:points|messages|findings)|(?:plain[- ]language|lay) (?:summary|abstract)|what (?:is|was) (?:already )?known.*|what (?:this|the) (?:study|paper) adds|impact statement|in brief|teaser)\W*$/i
const BULLET = /^[►▸▶•●▪■◆‣∙·✓]/u
const ENDS = /[.!?]["'”’)\]]*[\d⁰¹²³⁴-⁹,–]*$/u

/** Shortens sections that end before the next heading; the text after them belongs to the section before, if any. */
export function withEnds(
  sections: readonly Section[],
  blocks: readonly Block[],
  abstract: Abstract | null,
): Section[] {
  return sections.map((section) => {
    const end = endOf(section, blocks, abstract)
    return end !== null && section.end - end >= MIN_TEXT_AFTER ? { ...section, end } : section
  })
}

function endOf(section: Section, blocks: readonly Block[], abstract: Abstract | null): number | null {
  if (ABSTRACT_NAME.test(section.heading))
    return abstract !== null && abstract.start <= section.start && section.start < abstract.end
      ? abstract.end
      : null
  return BOX.test(section.heading) ? boxEnd(section, blocks) : null
}

/** Returns the end of the box: that of its bullets, or of one paragraph, which a page break may split. */
function boxEnd({ start, end }: Section, blocks: readonly Block[]): number | null {
  const inside = blocks.filter((block) => block.start > start && block.start < end)
  const bullets = inside.findIndex(({ text }) => !BULLET.test(text))
  if (bullets > 0) return inside[bullets - 1]!.end
  return inside.find(({ text }) => ENDS.test(text))?.end ?? null
}

/** Finds the headings of a paper that an offset in its text is under. */
import type { Section } from './paper.ts'

const ABSTRACT = /^(?:abstract|summary)$/iu

/** Returns the sections around an offset, innermost first, each of a lower level than the one before. */
export function sectionsAround(offset: number, sections: readonly Section[]): Section[] {
  const around: Section[] = []
  let level = Number.POSITIVE_INFINITY
  for (const [at, section] of [...sections.entries()].toReversed()) {
    if (section.start > offset || section.level >= level) continue
    if (section.end <= offset && isClosed(section, sections[at + 1])) continue
    level = section.level
    around.push(section)
  }
  return around
}

/** A section ends where the next one begins, while its parent continues; a box or an abstract ends at its own end. */
function isClosed({ heading, end }: Section, next: Section | undefined): boolean {
  return (next !== undefined && end < next.start) || ABSTRACT.test(heading)
}

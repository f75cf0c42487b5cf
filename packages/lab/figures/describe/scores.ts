/** Compares a described paper with its label. Letter case, white space and punctuation are not judged. */
import type { Section } from '../../../../corpus/index.ts'

export interface HeadingCounts {
  readonly matched: number
  readonly found: number
  readonly labelled: number
}

// Publishers' XML keeps these apart from the body's sections, so their absence from a label says nothing about the reading.
const BESIDE_THE_BODY =
  /^(?:\d+|[ivx]+)?(?:articleinfo)?(?:abstract|summary|keywords?|references|bibliography|literaturecited|acknowledge?ments?|funding.*|(?:financial)?(?:support|disclosures?)(?:andsponsorship)?|(?:author|conflict|competing|declaration|ethic|consent|data|code|supp|abbreviation|appendi|orcid|availab|publisher|additional|electronic|footnote|notes?$|creditauthor).*)$/u

/** Normalises a text for exact comparison: letters and digits only, NFKC, lower case. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Returns the harmonic mean of precision and recall over the words of two texts, counting repeats; 0 to 1. */
export function tokenF1(found: string, label: string): number {
  const [one, two] = [wordsOf(found), wordsOf(label)]
  if (one.length === 0 || two.length === 0) return one.length === two.length ? 1 : 0
  const left = new Map<string, number>()
  for (const word of two) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of one) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    shared++
    left.set(word, count - 1)
  }
  return (2 * shared) / (one.length + two.length)
}

/** Returns whether the names and their order are the same. */
export function sameNames(found: readonly string[], label: readonly string[]): boolean {
  return found.length === label.length && found.every((name, at) => plain(name) === plain(label[at] ?? ''))
}

/** Counts first-level headings of the body, each label matched once; numbers before a heading are not judged. */
export function headingCounts(
  sections: readonly Section[],
  bodyEnd: number,
  label: readonly string[],
): HeadingCounts {
  const found = sections
    .filter(({ level, start }) => level === 1 && start < bodyEnd)
    .map(({ heading }) => unnumbered(heading))
    .filter((heading) => !BESIDE_THE_BODY.test(heading))
  const open = label.map(unnumbered).filter((heading) => !BESIDE_THE_BODY.test(heading))
  const labelled = open.length
  let matched = 0
  for (const heading of found) {
    const at = open.indexOf(heading)
    if (at < 0) continue
    open.splice(at, 1)
    matched++
  }
  return { matched, found: found.length, labelled }
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function unnumbered(heading: string): string {
  return plain(heading.replace(/^(?:\d+(?:\.\d+)*|[IVX]+)[.)]?\s+/u, ''))
}

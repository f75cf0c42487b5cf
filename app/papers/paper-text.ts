/** Returns a paper's sections and the text of one of them. */
import { invalidInput } from '../../core/index.ts'
import { pageIndexAt, pageStarts, paperText, type Section } from '../../corpus/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'

export interface SectionPlace {
  readonly heading: string
  readonly level: number
  /** Page number from 1. */
  readonly page: number
}

export interface SectionText extends SectionPlace {
  readonly text: string
}

/** Returns the sections of a paper in order; empty if none were recognised. Throws `PAPER_NOT_FOUND`. */
export async function paperSections(session: CorpusSession, name: string): Promise<SectionPlace[]> {
  const { id, sections } = await session.paper(name)
  const pages = await session.store.pages(id)
  const starts = pageStarts(pages)
  return sections.map((section) => placeOf(section, starts))
}

/**
 * Returns the first section whose heading equals or else contains `heading`, ignoring leading numbers and case. Throws `PAPER_NOT_FOUND`,
 * and `INPUT_INVALID` with a list of the headings if none fits.
 */
export async function sectionText(
  session: CorpusSession,
  name: string,
  heading: string,
): Promise<SectionText> {
  const { id, sections } = await session.paper(name)
  const wanted = plain(heading)
  const found =
    sections.find((section) => plain(section.heading) === wanted) ??
    sections.find((section) => plain(section.heading).includes(wanted))
  if (found === undefined)
    throw invalidInput(
      'section',
      sections.length === 0
        ? 'section: the paper has no sections; read it by pages.'
        : `section: no section is called "${heading}"; the paper has ${sections.map((section) => section.heading).join('; ')}.`,
    )
  const pages = await session.store.pages(id)
  return { ...placeOf(found, pageStarts(pages)), text: paperText(pages).slice(found.start, found.end) }
}

function placeOf({ heading, level, start }: Section, starts: readonly number[]): SectionPlace {
  return { heading, level, page: pageIndexAt(starts, start) + 1 }
}

function plain(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/^[\s\d.]+/, '')
    .trim()
}

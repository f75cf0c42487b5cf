/** Where a paper came out, from the fields of a catalogue. */
import { NO_PUBLICATION, type Publication } from '../../corpus/index.ts'

/** Only what is known; nothing where no field is. Page ranges get a plain hyphen. */
export function publicationOf(fields: Partial<Record<keyof Publication, string | null | undefined>>): {
  publication?: Publication
} {
  const publication: Publication = {
    journal: known(fields.journal),
    volume: known(fields.volume),
    issue: known(fields.issue),
    pages: known(fields.pages)?.replace(/\s*[-‐‑–—]+\s*/g, '-') ?? null,
  }
  return Object.values(publication).every((value) => value === null) ? {} : { publication }
}

/** What a catalogue says of each part, and where it says nothing what the paper says. */
export function mergedPublication(known: Publication | undefined, found: Publication): Publication {
  const { journal, volume, issue, pages } = known ?? NO_PUBLICATION
  return {
    journal: journal ?? found.journal,
    volume: volume ?? found.volume,
    issue: issue ?? found.issue,
    pages: pages ?? found.pages,
  }
}

function known(value: string | null | undefined): string | null {
  const text = value?.replace(/\s+/g, ' ').trim().normalize() ?? ''
  return text === '' ? null : text
}

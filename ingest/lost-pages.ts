/**
 * Marks pages where OCR ran out of time: in the stored name of the recipe, so that no later run considers the paper completely
 * read, and in a sentence for people.
 */
import type { Paper } from '../corpus/index.ts'

const MARK = /^lost-pages (?<pages>\d+(?:,\d+)*) /

/** Returns `name` if no page was lost. */
export function markLostPages(name: string, lost: readonly number[]): string {
  return lost.length === 0 ? name : `lost-pages ${lost.join(',')} ${name}`
}

/** Returns page numbers from 1, none for a paper that was read completely. */
export function lostPagesOf({ recipe }: Pick<Paper, 'recipe'>): readonly number[] {
  return MARK.exec(recipe)?.groups?.['pages']?.split(',').map(Number) ?? []
}

/** Returns the sentence about pages without text; empty if no page was lost. */
export function lostPagesSentence(lost: readonly number[]): string {
  if (lost.length === 0) return ''
  const pages = lost.length === 1 ? `Page ${lost[0]} has` : `Pages ${lost.join(', ')} have`
  return `${pages} no text: OCR ran out of time. The next ingest of the file tries again.`
}

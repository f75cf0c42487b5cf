/** Shows how Gloss reads a quotation, if that differs from it: never shown as the paper's own words. */
import { element } from './dom.ts'

export function readingNote(reading: string | null) {
  if (reading === null) return null
  return element(
    'details.own-reading',
    element('summary', 'As Gloss reads it'),
    element('p', reading),
    element(
      'p.help',
      'Short forms spelled out, citation marks left out, columns of tables named; not the paper’s own words.',
    ),
  )
}

/** A description with what a catalogue, a record or marks in the file say of the paper: it wins, and it is sure. */
import type { Confidence, Description } from '../corpus/index.ts'
import { mergedPublication } from './formats/publication.ts'

export function withKnown(found: Description, known: Partial<Description>): Description {
  const sure: Partial<Confidence> = {
    ...(known.title && { title: 1 }),
    ...(known.authors !== undefined && known.authors.length > 0 && { authors: 1 }),
    ...(known.year != null && { year: 1 }),
  }
  return {
    ...found,
    ...known,
    publication: mergedPublication(known.publication, found.publication),
    confidence: { ...found.confidence, ...sure, ...known.confidence },
  }
}

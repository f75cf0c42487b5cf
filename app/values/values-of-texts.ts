/** Reads the values of texts in a file, one text a line, without a corpus. */
import { z } from 'zod'
import { valuesIn } from '../../values/index.ts'
import { RecordId, readRecords } from '../wiring/read-records.ts'

const Line = z.object({ id: RecordId, text: z.string() })

/** Reads JSON Lines of `{id, text}`. Throws `FILE_UNREADABLE` if no line has that form. */
export function valuesOfTexts(path: string) {
  return readRecords(path, {
    schema: Line,
    holds: 'an id and a text',
    take: ({ id, text }) => ({ id, values: valuesIn(text) }),
  })
}

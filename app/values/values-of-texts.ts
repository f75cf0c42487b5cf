/** The values of texts in a file, one text a line: no corpus is opened. */
import { z } from 'zod'
import { type Value, valuesIn } from '../../values/index.ts'
import { RecordId, readRecords } from '../wiring/read-records.ts'

interface TextValues {
  readonly id: string
  readonly values: readonly Value[]
}

const Line = z.object({ id: RecordId, text: z.string() })

/** Reads JSON Lines of `{id, text}`. Throws `FILE_UNREADABLE` with the line that is something else. */
export async function valuesOfTexts(path: string): Promise<TextValues[]> {
  const texts: TextValues[] = []
  for await (const { id, text } of readRecords(path, Line, 'an id and a text'))
    texts.push({ id, values: valuesIn(text) })
  return texts
}

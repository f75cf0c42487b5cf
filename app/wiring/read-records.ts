/** Records of a file, one JSON object a line. */
import { z } from 'zod'
import { GlossError, linesOf, openFile } from '../../core/index.ts'

/** Of a record: numbers are taken as they are written. */
export const RecordId = z.union([z.string(), z.number()]).transform(String)

/** `form` says what a line must be ("an object with an id and a text"). Throws `FILE_UNREADABLE` with the line that is something else. */
export async function* readRecords<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  form: string,
): AsyncGenerator<z.output<Schema>> {
  const chunks = await openFile(path, 'Records are read from a file')
  for await (const { number, text } of linesOf(chunks, { name: path })) {
    const record = jsonOrNull(text)
    const parsed = schema.safeParse(record)
    if (!parsed.success) {
      const { path: field, message } = parsed.error.issues[0]!
      const why = record === null ? '' : ` (${[...field, message].join(': ')})`
      throw new GlossError(
        'FILE_UNREADABLE',
        `Line ${number} of ${path} is not a JSON object with ${form}${why}.`,
        { file: path, line: number, reason: 'not_a_record' },
      )
    }
    yield parsed.data
  }
}

/** Returns null for a text that is not JSON. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

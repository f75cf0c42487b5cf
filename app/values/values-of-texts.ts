/** The values of texts in a file, one text a line: no corpus is opened. */
import { z } from 'zod'
import { GlossError, linesOf, openFile } from '../../core/index.ts'
import { type Value, valuesIn } from '../../values/index.ts'

interface TextValues {
  readonly id: string
  readonly values: readonly Value[]
}

const Line = z.object({ id: z.coerce.string(), text: z.string() })

/** Reads JSON Lines of `{id, text}`. Throws `FILE_UNREADABLE` with the line that is none. */
export async function valuesOfTexts(path: string): Promise<TextValues[]> {
  const chunks = await openFile(path, 'Texts are read from a file')
  const texts: TextValues[] = []
  for await (const { number, text: line } of linesOf(chunks, { name: path })) {
    const { id, text } = lineOf(line, path, number)
    texts.push({ id, values: valuesIn(text) })
  }
  return texts
}

function lineOf(line: string, file: string, number: number): z.output<typeof Line> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    value = null
  }
  const parsed = Line.safeParse(value)
  if (parsed.success) return parsed.data
  throw new GlossError(
    'FILE_UNREADABLE',
    `Line ${number} of ${file} is not a JSON object with an id and a text.`,
    { file, line: number, reason: 'not_a_record' },
  )
}

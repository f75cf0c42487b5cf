/** Reads records of a file, one JSON object a line. */
import { z } from 'zod'
import { GlossError, linesOf, MAX_LINE_CHARACTERS, openFile, parsedJson } from '../../core/index.ts'

/** Id of a record, with numbers as text. */
export const RecordId = z.union([z.string(), z.number()]).transform(String)

/** Fault in a line of a file, with its number from 1. */
export interface LineProblem {
  readonly line: number
  readonly message: string
}

interface RecordForm<Schema extends z.ZodType, Result> {
  readonly schema: Schema
  /** What a line must contain: "an id and a text". */
  readonly holds: string
  /** Makes a result from a record; a `GlossError` that it throws becomes the problem of the line. */
  readonly take: (record: z.output<Schema>) => Result | Promise<Result>
}

/**
 * Reads all lines; a bad one is reported and does not affect the others. Throws `FILE_UNREADABLE` with the first problem if no line is a
 * record, since the file is then of another kind.
 */
export async function readRecords<Schema extends z.ZodType, Result>(
  path: string,
  { schema, holds, take }: RecordForm<Schema, Result>,
): Promise<{ readonly results: readonly Result[]; readonly problems: readonly LineProblem[] }> {
  const results: Result[] = []
  const problems: LineProblem[] = []
  let records = 0
  const onTooLong = (line: number) => {
    problems.push({ line, message: tooLong(path, line) })
  }
  const chunks = await openFile(path, 'Records are read from a file')
  for await (const { number: line, text } of linesOf(chunks, { name: path, onTooLong })) {
    const json = parsedJson(text) ?? null
    const { data, error } = schema.safeParse(json)
    if (error !== undefined) {
      const { path: field, message } = error.issues[0]!
      const why = json === null ? '' : ` (${[...field, message].join(': ')})`
      problems.push({ line, message: `Line ${line} of ${path} is not a JSON object with ${holds}${why}.` })
      continue
    }
    records++
    try {
      results.push(await take(data))
    } catch (failure) {
      if (!(failure instanceof GlossError)) throw failure
      problems.push({ line, message: `Line ${line} of ${path}: ${failure.message}` })
    }
  }
  const [first] = problems
  if (first === undefined || records > 0) return { results, problems }
  const facts = { file: path, line: first.line, reason: 'not_a_record' }
  throw new GlossError('FILE_UNREADABLE', first.message, facts)
}

function tooLong(path: string, line: number): string {
  const most = `${Math.round(MAX_LINE_CHARACTERS / 1024 / 1024)} million characters`
  return `Line ${line} of ${path} is longer than ${most}; split it.`
}

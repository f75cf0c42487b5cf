/** Reads sheets of questions with csv-parse. */
import { CsvError, parse } from 'csv-parse/sync'
import type { SheetRow } from '../sets/question-file.ts'

const DELIMITERS = [',', ';', '\t']

/** Reads CSV (RFC 4180) with commas, semicolons or tabs, according to the first line. Null if a quoted cell is never closed. */
export function readCsvSheet(text: string): SheetRow[] | null {
  let line = 1
  return (
    recordsOf(text)?.map(({ raw, record }) => {
      const row = { cells: record, line }
      // Counted here because the parser counts a CRLF within a quoted cell as two lines.
      line += raw.replace(/\n$/, '').split('\n').length
      return row
    }) ?? null
  )
}

interface CsvRecord {
  /** Text of the record, with or without the line break at its end. */
  readonly raw: string
  readonly record: readonly string[]
}

function recordsOf(text: string): CsvRecord[] | null {
  const [header = ''] = text.split(/\r?\n/, 1)
  try {
    return parse(text, {
      delimiter: DELIMITERS.find((mark) => header.includes(mark)) ?? ',',
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      relax_quotes: true,
      raw: true,
    }) as unknown as CsvRecord[]
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return null
    throw error
  }
}

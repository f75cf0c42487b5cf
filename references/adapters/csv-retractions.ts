/** Reads a list of retracted papers, exported as CSV by a reference manager or Retraction Watch. */
import { CsvError, parse } from 'csv-parse/sync'
import { GlossError } from '../../core/index.ts'
import type { Retraction, RetractionList } from '../ports.ts'
import { doiIn, titleKey } from '../work-keys.ts'

/** Column names used by such lists, in lower case. */
const COLUMNS = {
  doi: ['originalpaperdoi', 'doi', 'original paper doi', 'article doi'],
  title: ['title', 'original title', 'article title', 'publication title'],
  nature: ['retractionnature', 'nature', 'type', 'status', 'notice type'],
  date: ['retractiondate', 'date', 'retraction date', 'notice date'],
  reason: ['reason', 'reasons', 'notes'],
} as const

/** Reads the list. Throws `INPUT_INVALID` for a text without a column of DOIs or titles. */
export function readRetractions(csv: string, from: string): RetractionList {
  const [header = [], ...rows] = recordsOf(csv.replace(/^\uFEFF/, ''), from)
  const names = header.map((name) => name.trim().toLowerCase())
  const columnOf = (column: keyof typeof COLUMNS) =>
    names.findIndex((name) => (COLUMNS[column] as readonly string[]).includes(name))
  const [doi, title] = [columnOf('doi'), columnOf('title')]
  if (doi < 0 && title < 0)
    throw new GlossError('INPUT_INVALID', `${from} has neither a column of DOIs nor one of titles.`, {
      file: from,
    })
  const [nature, date, reason] = [columnOf('nature'), columnOf('date'), columnOf('reason')]
  const byKey = new Map<string, Retraction>()
  for (const row of rows) {
    const retraction = {
      nature: row[nature]?.trim() || 'Retraction',
      date: row[date]?.trim() ?? '',
      reason: (row[reason] ?? '')
        .replace(/^[+;\s]+|[+;\s]+$/g, '')
        .replace(/;?\+|;/g, '; ')
        .replace(/\s+/g, ' '),
    }
    const named = doiIn(row[doi] ?? '')
    const titled = titleKey(row[title] ?? '')
    if (named !== null) byKey.set(`doi ${named}`, retraction)
    // A work with a DOI is identified by that alone.
    if (titled !== null && !byKey.has(titled)) byKey.set(titled, retraction)
  }
  return { size: rows.length, of: ({ keys }) => keys.flatMap((key) => byKey.get(key) ?? [])[0] ?? null }
}

function recordsOf(csv: string, from: string): string[][] {
  const [header = ''] = csv.split(/\r?\n/, 1)
  const delimiter = [',', ';', '\t'].find((mark) => header.includes(mark)) ?? ','
  try {
    return parse(csv, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
  } catch (error) {
    if (error instanceof CsvError)
      throw new GlossError('INPUT_INVALID', `${from} cannot be read as CSV: ${error.message}.`, {
        file: from,
      })
    throw error
  }
}

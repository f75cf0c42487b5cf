/** Writes units as lines of CSV or JSON. Each function returns one record with its line break. */
import { csvLine } from '../../core/index.ts'
import { DOUBTFUL_BELOW, type Paper, statementKind, type Unit } from '../../corpus/index.ts'
import { UNIT_COLUMNS, type UnitRow } from './unit-csv.ts'

/** Fields of a unit's paper that are written. */
export type ExportedPaper = Pick<
  Paper,
  'id' | 'title' | 'authors' | 'doi' | 'paths' | 'publication' | 'confidence' | 'document' | 'sections'
>

/** Columns that readers want first, then those to cite the statement and find it again. `place`: UTF-16 offsets in the paper's text. */
export const CITED_COLUMNS = [
  'paper',
  'year',
  'section',
  'kind',
  'statement',
  'page',
  'place',
  'doi',
  'authors',
  'journal',
  'volume',
  'issue',
  'pages',
  'topic',
  'file',
  'doubtful',
  'paper_id',
  'unit',
] as const

export const UNIT_CSV_HEADER = `${UNIT_COLUMNS.join(',')}\n`
export const CITED_CSV_HEADER = `${CITED_COLUMNS.join(',')}\n`

/** Values of the published file in the first four columns of every row. */
const CONSTANTS = { name: 'SYNTHESIZED_POINT_SUMMARY', year: 'N/A', locator: 'N/A', topic: 'N/A' } as const
// Stricter than RFC 4180, so that the lenient parser of model output returns every cell unchanged.
const PAGE_OF_LOCATOR = /(?:^|, )p\. \d+$/
const MUST_BE_QUOTED = /[",\r\n]|^\s|\s$|^$|^[`~]{3}/

/** Returns the row; `constants` writes the published constants in place of the true provenance. */
export function unitRow(unit: Unit, columns: 'provenance' | 'constants' = 'provenance'): UnitRow {
  if (columns === 'constants') return { ...CONSTANTS, quote: unit.text }
  const { name, locator, topic } = unit
  return { name, year: unit.year === null ? 'N/A' : String(unit.year), locator, topic, quote: unit.text }
}

/** Returns a row of the published columns. */
export function unitCsvLine(row: UnitRow): string {
  return csvLine(
    UNIT_COLUMNS.map((column) => row[column]),
    '\n',
    MUST_BE_QUOTED,
  )
}

/** Returns a row of all columns, on one line; semicolons separate authors. */
export function citedCsvLine(unit: Unit, paper: ExportedPaper): string {
  const { journal, volume, issue, pages } = paper.publication
  const row: Record<(typeof CITED_COLUMNS)[number], string> = {
    paper: paper.title,
    year: unit.year === null ? '' : String(unit.year),
    section: unit.locator.replace(PAGE_OF_LOCATOR, ''),
    kind: statementKind(unit, paper.sections) ?? unit.kind,
    statement: unit.text,
    page: unit.page === null ? '' : String(unit.page),
    place: unit.start === null ? '' : `${unit.start}-${unit.end}`,
    authors: paper.authors.join('; '),
    doi: paper.doi ?? '',
    journal: journal ?? '',
    volume: volume ?? '',
    issue: issue ?? '',
    pages: pages ?? '',
    topic: unit.topic,
    file: paper.paths[0] ?? '',
    doubtful: doubtfulParts(paper).join(' '),
    paper_id: unit.paper,
    unit: unit.id,
  }
  return csvLine(
    CITED_COLUMNS.map((column) => row[column].replace(/\s+/g, ' ').trim()),
    '\n',
    MUST_BE_QUOTED,
  )
}

/** Returns a unit with the identity of its paper; `confidence` rates title, authors and year. */
export function unitJsonLine(unit: Unit, paper: ExportedPaper): string {
  const { title, authors, doi, paths, publication, confidence, document } = paper
  const statement = statementKind(unit, paper.sections)
  const kinds = statement === null ? {} : { statement }
  return `${JSON.stringify({ ...unit, ...kinds, title, authors, doi, path: paths[0] ?? null, document, publication, confidence })}\n`
}

/** Returns which of title, authors and year a reader should check before citing. */
function doubtfulParts({ confidence }: Pick<Paper, 'confidence'>): string[] {
  return (['title', 'authors', 'year'] as const).filter((part) => confidence[part] < DOUBTFUL_BELOW)
}

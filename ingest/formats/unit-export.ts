/** Units and papers as lines of CSV in the published columns, JSON or BibTeX. Each function gives one record, line break included. */
import { csvLine } from '../../core/index.ts'
import type { Paper, Unit } from '../../corpus/index.ts'
import { textToLatex } from './latex-text.ts'
import { UNIT_COLUMNS, type UnitRow } from './unit-csv.ts'

export const UNIT_CSV_HEADER = `${UNIT_COLUMNS.join(',')}\n`

/** What the published file has in the first four columns of every row. */
const CONSTANTS = { name: 'SYNTHESIZED_POINT_SUMMARY', year: 'N/A', locator: 'N/A', topic: 'N/A' } as const
// More than RFC 4180 asks for: our reader forgives models much, and must give back every cell as it was.
const MUST_BE_QUOTED = /[",\r\n]|^\s|\s$|^$|^[`~]{3}/

/** `constants` writes the published constants in place of the true provenance. */
export function unitRow(unit: Unit, columns: 'provenance' | 'constants' = 'provenance'): UnitRow {
  if (columns === 'constants') return { ...CONSTANTS, quote: unit.text }
  const { name, locator, topic } = unit
  return { name, year: unit.year === null ? 'N/A' : String(unit.year), locator, topic, quote: unit.text }
}

export function unitCsvLine(row: UnitRow): string {
  return csvLine(
    UNIT_COLUMNS.map((column) => row[column]),
    '\n',
    MUST_BE_QUOTED,
  )
}

/** One unit with what identifies its paper. */
export function unitJsonLine(unit: Unit, paper: Pick<Paper, 'title' | 'authors' | 'doi' | 'paths'>): string {
  const { title, authors, doi, paths } = paper
  return `${JSON.stringify({ ...unit, title, authors, doi, path: paths[0] ?? null })}\n`
}

/** Keys are author, year and first long word of the title; the writer gives repeats the suffixes b, c … z, aa … */
export function createBibtexWriter(): (
  paper: Pick<Paper, 'title' | 'authors' | 'year' | 'doi' | 'abstract' | 'paths'>,
) => string {
  const taken = new Set<string>()
  return (paper) => {
    const key = freeKey(keyOf(paper), taken)
    const fields: [string, string][] = [
      ['title', `{${textToLatex(paper.title)}}`],
      ['author', paper.authors.map(bibAuthor).join(' and ')],
      ['year', paper.year === null ? '' : String(paper.year)],
      ['doi', textToLatex(paper.doi ?? '')],
      ['abstract', textToLatex(paper.abstract)],
      ['file', bibFile(paper.paths[0] ?? '')],
    ]
    const lines = fields
      .filter(([, value]) => value !== '' && value !== '{}')
      .map(([name, value]) => `  ${name} = {${value}}`)
    return `@${paper.doi === null ? 'misc' : 'article'}{${[key, ...lines].join(',\n')}\n}\n\n`
  }
}

function keyOf({ authors, year, title }: Pick<Paper, 'authors' | 'year' | 'title'>): string {
  const name = asciiWords(authors[0] ?? '').at(-1) ?? 'anonymous'
  const word = asciiWords(title).find((part) => part.length > 3) ?? 'untitled'
  return `${name}${year ?? ''}${word}`.toLowerCase()
}

function asciiWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[A-Za-z]+/g) ?? []
  )
}

function freeKey(base: string, taken: Set<string>): string {
  let key = base
  for (let count = 2; taken.has(key); count++) key = `${base}${lettersOf(count)}`
  taken.add(key)
  return key
}

/** 1 is a, 26 is z, 27 is aa. */
function lettersOf(count: number): string {
  const rest = Math.floor((count - 1) / 26)
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(97 + ((count - 1) % 26))
}

/** Braces keep a name whole where ` and ` or a comma within it would part it. */
function bibAuthor(name: string): string {
  const latex = textToLatex(name)
  return /,| and |^others$/.test(name) ? `{${latex}}` : latex
}

/** A path with a brace is left out: BibTeX counts every brace. */
function bibFile(path: string): string {
  if (!path.toLowerCase().endsWith('.pdf') || /[{}]/.test(path)) return ''
  return path.replace(/[:;\\_&#%$]/g, '\\$&')
}

/** The views of query-views.ts over the tables of a corpus file, as temporary views of one connection, and the functions they offer. */
import type { Database } from 'better-sqlite3'
import { words } from '../../core/index.ts'

/** All that statements may read, each with its indexes. */
export const READABLE_TABLES = ['paper', 'unit', 'mention', 'fact'] as const

export const QUERY_FUNCTIONS = [
  {
    call: "has_words(text, 'two words')",
    about: '1 where the text has every one of the words, whatever their case and ending, else 0.',
  },
] as const

const YEAR_OF_UNIT = 'coalesce((SELECT year FROM main.paper WHERE paper.id = unit.paper), unit.year)'

/** Dropped papers are no part of the answers; their units are not there. */
const VIEWS: Readonly<Record<string, string>> = {
  papers: `SELECT id AS paper_id, title, author_list(authors) AS authors, abstract, year, doi, language, document, page_count
           FROM main.paper WHERE state = 'kept'`,
  units: `SELECT id AS unit_id, paper AS paper_id, kind, name, topic, locator, page, ordinal, ${YEAR_OF_UNIT} AS year, text
          FROM main.unit`,
  names: `SELECT unit.id AS unit_id, unit.paper AS paper_id, mention.name, alias, mention.kind, is_subject
          FROM main.mention JOIN main.unit ON unit.row = mention.unit`,
  facts: `SELECT unit.id AS unit_id, unit.paper AS paper_id, subject, predicate, object
          FROM main.fact JOIN main.unit ON unit.row = fact.unit`,
}

/** The tables' own names mean the views too: so no statement reaches past them, and a slip into the singular is none. */
const SYNONYMS: Readonly<Record<string, string>> = {
  paper: 'papers',
  unit: 'units',
  mention: 'names',
  fact: 'facts',
}

export function createQueryViews(database: Database): void {
  database.function('has_words', { deterministic: true }, hasWords)
  database.function('author_list', { deterministic: true }, authorList)
  for (const [name, select] of Object.entries(VIEWS)) database.exec(`CREATE TEMP VIEW ${name} AS ${select}`)
  for (const [name, view] of Object.entries(SYNONYMS))
    database.exec(`CREATE TEMP VIEW ${name} AS SELECT * FROM temp.${view}`)
}

/** A statement gives the same few lists of words for every row. */
const wanted = new Map<string, readonly string[]>()
const REMEMBERED_LISTS = 100

function hasWords(text: unknown, list: unknown): number {
  if (typeof text !== 'string' || typeof list !== 'string') return 0
  const terms = termsOf(list)
  if (terms.length === 0) return 0
  const had = new Set(words(text))
  return terms.every((term) => had.has(term)) ? 1 : 0
}

function termsOf(list: string): readonly string[] {
  const known = wanted.get(list)
  if (known !== undefined) return known
  const terms = words(list)
  if (wanted.size >= REMEMBERED_LISTS) wanted.clear()
  wanted.set(list, terms)
  return terms
}

/** `["Jane Doe","R. Roe"]` as `Jane Doe; R. Roe`. Throws for anything else, as any function of SQL may. */
function authorList(stored: unknown): string {
  return (JSON.parse(String(stored)) as string[]).join('; ')
}

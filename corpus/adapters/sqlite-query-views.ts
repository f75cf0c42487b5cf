/** Creates the views of query-views.ts on the tables of a corpus file, as temporary views of one connection, and their functions. */
import type { Database } from 'better-sqlite3'
import { hasWords } from './sqlite-query-words.ts'

/** All tables that statements may read, each with its indexes. */
export const READABLE_TABLES = ['paper', 'unit', 'mention', 'fact'] as const

export const QUERY_FUNCTIONS = [
  {
    call: "has_words(text, 'two words')",
    about: '1 if the text has all of the words, whatever their case and ending, else 0.',
  },
] as const

const YEAR_OF_UNIT = 'coalesce((SELECT year FROM main.paper WHERE paper.id = unit.paper), unit.year)'

/** SQL that turns `["Jane Doe","R. Roe"]` into `Jane Doe; R. Roe`. */
const AUTHOR_LIST = String.raw`CASE authors WHEN '[]' THEN ''
  ELSE replace(replace(replace(substr(authors, 3, length(authors) - 4), '","', '; '), '\"', '"'), '\\', '\') END`

/**
 * Leaves out dropped papers, which have no units. The plus keeps SQLite from using the index of states, with which
 * a scan of 100k papers takes three times as long.
 */
const VIEWS: Readonly<Record<string, string>> = {
  papers: `SELECT id AS paper_id, title, ${AUTHOR_LIST} AS authors, abstract, year, doi, language, document, page_count
           FROM main.paper WHERE +state = 'kept'`,
  units: `SELECT id AS unit_id, paper AS paper_id, kind, name, topic, locator, page, ordinal, ${YEAR_OF_UNIT} AS year, text
          FROM main.unit`,
  names: `SELECT unit.id AS unit_id, unit.paper AS paper_id, mention.name, alias, mention.kind, is_subject
          FROM main.mention JOIN main.unit ON unit.row = mention.unit`,
  facts: `SELECT unit.id AS unit_id, unit.paper AS paper_id, subject, predicate, object
          FROM main.fact JOIN main.unit ON unit.row = fact.unit`,
}

/** The tables' own names refer to the views as well, so that no statement bypasses them, and singular forms work. */
const SYNONYMS: Readonly<Record<string, string>> = {
  paper: 'papers',
  unit: 'units',
  mention: 'names',
  fact: 'facts',
}

export function createQueryViews(database: Database): void {
  database.function('has_words', { deterministic: true }, hasWords)
  for (const [name, select] of Object.entries(VIEWS)) database.exec(`CREATE TEMP VIEW ${name} AS ${select}`)
  for (const [name, view] of Object.entries(SYNONYMS))
    database.exec(`CREATE TEMP VIEW ${name} AS SELECT * FROM temp.${view}`)
}

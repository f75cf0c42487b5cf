/** Which rows have digests, of which values, and in which column: as SQL, for the migration that adds digests and for `verify`. */
import type { Database } from 'better-sqlite3'
import { rowDigest, type StoredValue } from './row-digest.ts'
import { PAGE_DIGESTED, PAPER_DIGESTED, UNIT_DIGESTED } from './stored-rows.ts'

interface DigestedTable {
  readonly table: string
  /** SQL expressions over a row of the table, in the order in which its writer digests them. */
  readonly digested: readonly string[]
  /** A column added after the digests: digested last if it is not null, so that older digests stay valid. */
  readonly added?: string
  /** SQL expression that names a row for people. */
  readonly named: string
}

const OWN_UNIT = (table: string) => `(SELECT id FROM unit WHERE unit.row = ${table}.unit)`
const OWN_EMBEDDER = (table: string) => `(SELECT id FROM embedder WHERE embedder.row = ${table}.embedder)`
const list = (columns: string): readonly string[] => columns.split(' ')

/**
 * `digested` has the columns as of migration 5. Rows of a unit or an embedder digest its id, not its row number, to reveal swapped rows.
 */
export const DIGESTED: readonly DigestedTable[] = [
  {
    table: 'paper',
    digested: PAPER_DIGESTED,
    added: 'corrections',
    named: `'Paper ' || id`,
  },
  {
    table: 'paper_path',
    digested: list('path paper'),
    named: `'The path ' || path || ' of paper ' || paper`,
  },
  {
    table: 'page',
    digested: PAGE_DIGESTED,
    named: `'Page ' || number || ' of paper ' || paper`,
  },
  { table: 'gate', digested: list('paper record'), named: `'The gate record of paper ' || paper` },
  {
    table: 'unit',
    digested: UNIT_DIGESTED,
    named: `'Unit ' || id`,
  },
  {
    table: 'vector',
    digested: [OWN_UNIT('vector'), OWN_EMBEDDER('vector'), 'value'],
    named: `'The vector of unit ' || coalesce(${OWN_UNIT('vector')}, '?')`,
  },
  {
    table: 'unit_graph',
    digested: [OWN_UNIT('unit_graph'), ...list('recipe made entities triples')],
    named: `'What was extracted from unit ' || coalesce(${OWN_UNIT('unit_graph')}, '?')`,
  },
  {
    table: 'mention',
    digested: [OWN_UNIT('mention'), ...list('name alias kind is_subject start_offset end_offset')],
    named: `'The name ' || name || ' in unit ' || coalesce(${OWN_UNIT('mention')}, '?')`,
  },
  {
    table: 'fact',
    digested: [OWN_UNIT('fact'), ...list('subject predicate object')],
    named: `'A fact of unit ' || coalesce(${OWN_UNIT('fact')}, '?')`,
  },
  {
    table: 'synonym',
    digested: ['one', 'other', OWN_EMBEDDER('synonym'), 'cosine'],
    named: `'The synonym ' || one || ' of ' || other`,
  },
  {
    table: 'phrase_vector',
    digested: ['phrase', OWN_EMBEDDER('phrase_vector'), 'value'],
    named: `'The vector of the phrase ' || phrase`,
  },
  { table: 'setting', digested: list('name value'), named: `'The setting ' || name` },
  { table: 'call', digested: list('hash answer'), named: `'The cached answer ' || hash` },
]

/** Adds digests of the rows as they are: earlier damage cannot be detected. */
export function addDigests(database: Database): void {
  offerDigest(database)
  for (const { table, digested } of DIGESTED)
    database.exec(
      `ALTER TABLE ${table} ADD COLUMN digest TEXT; UPDATE ${table} SET digest = row_digest(${digested.join(', ')})`,
    )
  // `inverse` is ~seq and decreases by one when `seq` increases by one, so no later change can hide damage to either.
  database.exec('ALTER TABLE meta ADD COLUMN inverse INTEGER; UPDATE meta SET inverse = ~seq')
}

/** Returns SQL over a row: its name for people if the row is damaged, else null. Returns null for a table without digests. */
export function damageOf(table: string): string | null {
  const found = DIGESTED.find((one) => one.table === table)
  if (found === undefined) return null
  const columns = found.digested.join(', ')
  const { added, named } = found
  const whole =
    added === undefined
      ? `row_digest(${columns})`
      : `iif(${added} IS NULL, row_digest(${columns}), row_digest(${columns}, ${added}))`
  return `CASE WHEN digest IS NOT ${whole} THEN ${named} END`
}

/** Adds to the connection the function `row_digest`, which the SQL of `damageOf` calls. */
export function offerDigest(database: Database): void {
  database.function('row_digest', { varargs: true, deterministic: true }, (...values: StoredValue[]) =>
    rowDigest(values),
  )
}

/**
 * Verifies the rows of every table in steps: that each row is as stored, that its parent rows exist, and that the table's indexes find it.
 * Tables, keys and indexes are read from the file, whose schema is verified before.
 */
import type { Database } from 'better-sqlite3'
import { damageOf, offerDigest } from './sqlite-digests.ts'
import type { RowKey, VerifyStep } from './verify-step.ts'

type Row = readonly (string | number | null)[]

/** Returns one step for each table, in the order of their names. `advice` says what to do about a problem. */
export function prepareTableChecks(database: Database, advice: string): VerifyStep[] {
  offerDigest(database)
  const tables = database.prepare<[], { name: string; wr: number }>(
    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
  )
  return tables.all().map(({ name, wr }) => tableCheck(database, name, wr === 1, advice))
}

function tableCheck(database: Database, table: string, isWithoutRowid: boolean, advice: string): VerifyStep {
  const key = isWithoutRowid ? primaryKey(database, table) : ['rowid']
  const parents = parentsOf(database, table)
  const indexes = indexesOf(database, table, isWithoutRowid)
  const questions = [
    damageOf(table) ?? 'NULL',
    ...parents.map(({ orphaned }) => orphaned),
    ...indexes.map((index) => unfound(table, key, index)),
  ]
  const asked = questions.length === 1 && questions[0] === 'NULL' ? 'NULL' : questions.join(', ')
  const list = key.join(', ')
  const select = (condition: string) =>
    `SELECT ${list}, ${asked} FROM ${table} WHERE ${condition} ORDER BY ${list}`

  function problemsOf(row: Row): string[] {
    const [damaged, ...answers] = row.slice(key.length)
    const at = row.slice(0, key.length).join(' ')
    return [
      ...(typeof damaged === 'string' ? [`${damaged} is damaged: it is not what was stored. ${advice}`] : []),
      ...parents.flatMap(({ parent }, place) =>
        answers[place] === 1 ? [`Row ${at} of ${table} belongs to no ${parent}. ${advice}`] : [],
      ),
      ...indexes.flatMap(({ name }, place) =>
        answers[parents.length + place] === 1
          ? [`Row ${at} of ${table} is missing from its index ${name}. ${advice}`]
          : [],
      ),
    ]
  }

  return function* (after) {
    const behind = `(${list}) > (${key.map(() => '?').join(', ')})`
    const rows = database.prepare<unknown[], Row>(select(after === null ? 'true' : behind)).raw()
    for (const row of rows.iterate(...(after ?? [])))
      yield { key: row.slice(0, key.length) as RowKey, problems: problemsOf(row) }
  }
}

function primaryKey(database: Database, table: string): string[] {
  return database
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(table)
}

/** Returns the tables that rows refer to, with the SQL condition that a row refers to a parent that does not exist. */
function parentsOf(database: Database, table: string) {
  const keys = database.prepare<[string], { parent: string; from: string; to: string }>(
    'SELECT "table" AS parent, "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id',
  )
  return keys.all(table).map(({ parent, from, to }) => ({
    parent,
    orphaned: `NOT EXISTS (SELECT 1 FROM ${parent} AS parent_row WHERE parent_row.${to} = ${table}.${from})`,
  }))
}

interface Index {
  readonly name: string
  readonly columns: readonly string[]
  /** SQL condition of a partial index; null if all rows of the table are in it. */
  readonly condition: string | null
}

/** Leaves out the primary key of a table without row numbers, because the table itself is that index. */
function indexesOf(database: Database, table: string, isWithoutRowid: boolean): Index[] {
  const names = database.prepare<[string], { name: string; sql: string | null; origin: string }>(
    `SELECT list.name, list.origin, sql FROM pragma_index_list(?) AS list JOIN sqlite_schema ON sqlite_schema.name = list.name
     ORDER BY list.name`,
  )
  const columns = database
    .prepare<[string], string>('SELECT name FROM pragma_index_info(?) ORDER BY seqno')
    .pluck()
  return names
    .all(table)
    .filter(({ origin }) => !(isWithoutRowid && origin === 'pk'))
    .map(({ name, sql }) => ({
      name,
      columns: columns.all(name),
      condition: sql?.split(/\bWHERE\b/)[1]?.trim() ?? null,
    }))
}

/** Returns an SQL condition that is true for a row which should be in the index but is not found by it. */
function unfound(table: string, key: readonly string[], { name, columns, condition }: Index): string {
  const same = [...columns, ...key].map((column) => `indexed.${column} IS ${table}.${column}`)
  const found = `SELECT 1 FROM ${table} AS indexed INDEXED BY ${name} WHERE ${[...same, ...(condition === null ? [] : [condition])].join(' AND ')}`
  return `NOT EXISTS (${found})${condition === null ? '' : ` AND (${condition})`}`
}

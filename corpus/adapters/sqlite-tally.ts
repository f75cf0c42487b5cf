/**
 * Counts of rows, maintained by triggers in the transaction that changes the rows, so that reading them is fast in a corpus of any size.
 * Rows deleted by a foreign key fire the triggers too; rows deleted by `INSERT OR REPLACE` would not.
 */
import type { Database } from 'better-sqlite3'
import type { PaperState } from '../paper.ts'
import type { CorpusCounts } from '../ports.ts'

interface Tallied {
  readonly table: 'paper' | 'page' | 'unit' | 'vector'
  /** SQL for the name under which a row is counted. */
  readonly nameOf: (row: string) => string
}

const TALLIED: readonly Tallied[] = [
  { table: 'paper', nameOf: (row) => `${row}.state` },
  { table: 'page', nameOf: () => `''` },
  { table: 'unit', nameOf: (row) => `${row}.kind` },
  { table: 'vector', nameOf: (row) => `(SELECT id FROM embedder WHERE embedder.row = ${row}.embedder)` },
]

export interface TallyRow {
  readonly tallied: string
  readonly name: string
  readonly count: number
}

/** Counts the existing rows once, and maintains the counts from then on. */
export function addTally(database: Database): void {
  database.exec(`
    CREATE TABLE tally (
      tallied TEXT NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (tallied, name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tally ${COUNTED};
    ${TALLIED.map(triggersOf).join('\n')}
    CREATE TRIGGER tally_paper_state AFTER UPDATE OF state ON paper WHEN OLD.state <> NEW.state BEGIN
      ${changed('paper', 'OLD.state', -1)} ${changed('paper', 'NEW.state', 1)}
    END;
  `)
}

/** SQL that computes the same counts from every row. */
const COUNTED = TALLIED.map(
  ({ table, nameOf }) =>
    `SELECT '${table}' AS tallied, ${nameOf(table)} AS name, count(*) AS count FROM ${table} GROUP BY 2`,
).join(' UNION ALL ')

function triggersOf({ table, nameOf }: Tallied): string {
  return `
    CREATE TRIGGER tally_${table}_more AFTER INSERT ON ${table} BEGIN ${changed(table, nameOf('NEW'), 1)} END;
    CREATE TRIGGER tally_${table}_less AFTER DELETE ON ${table} BEGIN ${changed(table, nameOf('OLD'), -1)} END;`
}

function changed(table: string, name: string, by: 1 | -1): string {
  return `INSERT INTO tally VALUES ('${table}', ${name}, ${by})
    ON CONFLICT (tallied, name) DO UPDATE SET count = count + excluded.count;`
}

/** Returns the counts by paper state, unit kind and embedder as totals. The rows have no zeros. */
export function countsOfTally(rows: readonly TallyRow[]): CorpusCounts {
  const byName = (table: Tallied['table']) =>
    Object.fromEntries(
      rows.filter(({ tallied }) => tallied === table).map(({ name, count }) => [name, count]),
    )
  const sum = (numbers: Readonly<Record<string, number>>) =>
    Object.values(numbers).reduce((one, other) => one + other, 0)
  const [states, kinds] = [byName('paper') as Record<PaperState, number>, byName('unit')]
  return {
    papers: sum(states),
    states,
    pages: sum(byName('page')),
    units: kinds['unit'] ?? 0,
    passages: kinds['passage'] ?? 0,
    vectors: byName('vector'),
  }
}

export interface WrongTally {
  readonly tallied: string
  readonly name: string
  readonly found: number
  readonly kept: number
}

/** SQL for the counts that differ from those of the rows. Reads every row. */
export const WRONG_TALLIES = `SELECT tallied, name, CAST(sum(found) AS bigint) AS found, CAST(sum(kept) AS bigint) AS kept FROM (
     SELECT tallied, name, count AS found, 0 AS kept FROM (${COUNTED}) AS counted
     UNION ALL SELECT tallied, name, 0, count FROM tally
   ) AS compared GROUP BY tallied, name HAVING sum(found) <> sum(kept)`

/** Returns a sentence about a difference. */
export function tallyProblem({ tallied, name, found, kept }: WrongTally, advice: string): string {
  return `Rows of ${tallied}${name === '' ? '' : ` (${name})`}: ${found}, but ${kept} are counted. ${advice}`
}

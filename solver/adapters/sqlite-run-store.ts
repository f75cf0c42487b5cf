/** Runs and their journals in one SQLite file. */
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { GlossError, makePrivateFile, makePrivateFolder } from '../../core/index.ts'
import type { RunRecord, RunStore } from '../run-store.ts'
import { addRunDigests, digestIn, runDigest, type WithDigest, wholeRow } from './run-digests.ts'
import { createSqliteJournals, JOURNAL_SCHEMA } from './sqlite-journal.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS run (
    id TEXT PRIMARY KEY, started_at TEXT NOT NULL, status TEXT NOT NULL, plan TEXT NOT NULL, outcome TEXT,
    conditions TEXT
  ) STRICT;
  ${JOURNAL_SCHEMA}
`
const ID_BYTES = 6
/** SQLite's name for no file. */
const IN_MEMORY = ':memory:'

interface RunRow {
  readonly id: string
  readonly started_at: string
  readonly status: RunRecord['status']
  readonly plan: string
  readonly outcome: string | null
  readonly conditions: string | null
}

/** Throws `STORE_DAMAGED` for a file that holds no runs, now or where one of them is asked for. */
export function openSqliteRunStore(file: string): RunStore {
  return named(file, () => openRuns(file))
}

function openRuns(file: string): RunStore {
  if (file !== IN_MEMORY) {
    makePrivateFolder(dirname(file))
    makePrivateFile(file)
  }
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  // A process that is killed loses nothing either way; this holds against a loss of power, too: what is written was paid for.
  database.pragma('synchronous = FULL')
  database.pragma('busy_timeout = 10000')
  database.transaction(() => prepareTables(database)).immediate()
  const insertRun = database.prepare(
    'INSERT INTO run (id, started_at, status, plan, digest) VALUES (?, ?, ?, ?, ?)',
  )
  const runsLike = database.prepare<[string], WithDigest<RunRow>>(
    "SELECT * FROM run WHERE id LIKE ? || '%' LIMIT 2",
  )
  const listRuns = database.prepare<[number], WithDigest<RunRow>>(
    'SELECT * FROM run ORDER BY started_at DESC, id LIMIT ?',
  )
  const setStatus = database.prepare('UPDATE run SET status = ? WHERE id = ?')
  const setOutcome = database.prepare('UPDATE run SET status = ?, outcome = ? WHERE id = ?')
  const setConditions = database.prepare('UPDATE run SET conditions = ? WHERE id = ?')
  const setDigest = database.prepare(`UPDATE run SET ${digestIn('run')} WHERE id = ?`)
  const journals = createSqliteJournals(database)

  /** What is damaged already stays so: its digest is not written again. */
  const change = database.transaction((id: string, write: () => void) => {
    for (const row of runsLike.all(id)) recordOf(row)
    write()
    setDigest.run(id)
  })

  return {
    async create(plan, startedAt) {
      const id = randomBytes(ID_BYTES).toString('hex')
      const json = JSON.stringify(plan)
      insertRun.run(id, startedAt, 'running', json, runDigest(id, startedAt, 'running', json, null, null))
      return { id, startedAt, plan, outcome: null, status: 'running', conditions: [] }
    },
    async get(id) {
      const [row, other] = /^[0-9a-f]+$/.test(id) ? named(file, () => runsLike.all(id)) : []
      if (row !== undefined && other === undefined) return recordOf(row)
      const what = other === undefined ? 'No run begins' : 'More than one run begins'
      throw new GlossError('RUN_NOT_FOUND', `${what} with "${id}".`, { run: id })
    },
    list: async (limit) => named(file, () => listRuns.all(limit).map(recordOf)),
    async setStatus(id, status) {
      change.immediate(id, () => setStatus.run(status, id))
    },
    async setConditions(id, conditions) {
      change.immediate(id, () => setConditions.run(JSON.stringify(conditions), id))
    },
    async finish(id, outcome) {
      change.immediate(id, () => setOutcome.run(outcome.status, JSON.stringify(outcome), id))
    },
    journal: journals.of,
    async forgetFailures(id) {
      journals.forgetFailures(id)
    },
    async close() {
      database.close()
    },
  }
}

/** No room and no permission keep SQLite's own codes, which are reported as failures of the disk. */
function named<Value>(file: string, action: () => Value): Value {
  try {
    return action()
  } catch (error) {
    const isDamage =
      error instanceof Database.SqliteError &&
      (/^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code) ||
        /^no such (?:table|column)|has no column/.test(error.message))
    if (!isDamage) throw error
    throw new GlossError(
      'STORE_DAMAGED',
      `${file} is not a valid file of runs: ${error.message}.`,
      { file },
      error,
    )
  }
}

/** Files of before conditions were kept get their column. */
function prepareTables(database: Database.Database): void {
  database.exec(SCHEMA)
  const columns = database.pragma('table_info(run)') as readonly { readonly name: string }[]
  if (!columns.some(({ name }) => name === 'conditions'))
    database.exec('ALTER TABLE run ADD COLUMN conditions TEXT')
  addRunDigests(database)
}

function recordOf(row: WithDigest<RunRow>): RunRecord {
  const {
    id,
    started_at: startedAt,
    status,
    plan,
    outcome,
    conditions,
  } = wholeRow('run', row, `The run ${row.id}`)
  return {
    id,
    startedAt,
    status,
    plan: JSON.parse(plan),
    outcome: outcome === null ? null : JSON.parse(outcome),
    conditions: conditions === null ? [] : JSON.parse(conditions),
  }
}

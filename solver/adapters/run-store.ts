/** Stores runs in the table `run` of a database. */
import { randomBytes } from 'node:crypto'
import { GlossError } from '../../core/index.ts'
import type { RunRecord, RunStore } from '../run-store.ts'
import type { RunDatabase } from './run-database.ts'
import { runDigest, type WithDigest, wholeRow } from './run-digests.ts'
import { createRunJournals } from './run-journals.ts'

const ID_BYTES = 6

interface RunRow {
  readonly id: string
  readonly started_at: string
  readonly status: RunRecord['status']
  readonly plan: string
  readonly outcome: string | null
  readonly conditions: string | null
}

export function createRunStore(database: RunDatabase): RunStore {
  const { query } = database
  const journals = createRunJournals(database)
  const runsLike = (id: string) =>
    query<WithDigest<RunRow>>("SELECT * FROM runs.run WHERE id LIKE $1 || '%' LIMIT 2", [id])

  /** Changes a run, only if its row is still the one that was read, as several processes may change it. A damaged row stays damaged. */
  async function change(id: string, parts: Partial<RunRow>): Promise<void> {
    for (;;) {
      const [row] = await query<WithDigest<RunRow>>('SELECT * FROM runs.run WHERE id = $1', [id])
      if (row === undefined) return
      const { status, outcome, conditions, started_at, plan } = { ...whole(row), ...parts }
      const digest = runDigest(id, started_at, status, plan, outcome, conditions)
      const changed = await query(
        `UPDATE runs.run SET status = $2, outcome = $3, conditions = $4, digest = $5
         WHERE id = $1 AND digest IS NOT DISTINCT FROM $6 RETURNING id`,
        [id, status, outcome, conditions, digest, row.digest],
      )
      if (changed.length > 0) return
    }
  }

  return {
    async create(plan, startedAt) {
      const id = randomBytes(ID_BYTES).toString('hex')
      const json = JSON.stringify(plan)
      await query('INSERT INTO runs.run (id, started_at, status, plan, digest) VALUES ($1, $2, $3, $4, $5)', [
        id,
        startedAt,
        'running',
        json,
        runDigest(id, startedAt, 'running', json, null, null),
      ])
      return { id, startedAt, plan, outcome: null, status: 'running', conditions: [] }
    },
    async get(id) {
      const [row, other] = /^[0-9a-f]+$/.test(id) ? await runsLike(id) : []
      if (row !== undefined && other === undefined) return recordOf(row)
      const what = other === undefined ? 'No run begins' : 'More than one run begins'
      throw new GlossError('RUN_NOT_FOUND', `${what} with "${id}".`, { run: id })
    },
    async list(limit) {
      const rows = await query<WithDigest<RunRow>>(
        'SELECT * FROM runs.run ORDER BY started_at DESC, id LIMIT $1',
        [limit],
      )
      return rows.map(recordOf)
    },
    setStatus: (id, status) => change(id, { status }),
    setConditions: (id, conditions) => change(id, { conditions: JSON.stringify(conditions) }),
    finish: (id, outcome) => change(id, { status: outcome.status, outcome: JSON.stringify(outcome) }),
    journal: journals.of,
    forgetFailures: journals.forgetFailures,
    close: database.close,
  }
}

function recordOf(row: WithDigest<RunRow>): RunRecord {
  const { id, started_at: startedAt, status, plan, outcome, conditions } = whole(row)
  return {
    id,
    startedAt,
    status,
    plan: JSON.parse(plan),
    outcome: outcome === null ? null : JSON.parse(outcome),
    conditions: conditions === null ? [] : JSON.parse(conditions),
  }
}

/** Checks a run. Throws `STORE_DAMAGED`. */
function whole(row: WithDigest<RunRow>): RunRow {
  return wholeRow('run', row, `The run ${row.id}`)
}

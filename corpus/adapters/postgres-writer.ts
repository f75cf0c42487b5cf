/**
 * How is a corpus changed in PostgreSQL? Each change is one transaction that raises `seq`; what an index would not see differently keeps its
 * own `seq`. The row of `meta` is locked from a change's beginning to its end, so that numbers have no gaps and are seen in their order.
 */
import type { GateRecord } from '../gate-record.ts'
import type { PaperRecord } from '../ports.ts'
import { paperNotFound } from './paper-record.ts'
import { type CorpusChange, insertRows } from './postgres-change.ts'
import type { PostgresQuery } from './postgres-connection.ts'
import { putRemoved, replaceUnits } from './postgres-units.ts'
import { rowDigest } from './row-digest.ts'
import {
  assertPaperRow,
  gateRow,
  PAGE_COLUMNS,
  PAPER_COLUMNS,
  type PaperRow,
  pageRow,
  paperRow,
  pathDigest,
  withRecipe,
} from './stored-rows.ts'

export async function putRecords(change: CorpusChange, records: readonly PaperRecord[]): Promise<void> {
  for (const record of records) await putRecord(change, record)
}

async function putRecord(change: CorpusChange, record: PaperRecord): Promise<void> {
  const { query } = change
  const { paper, pages, gate } = record
  const [known] = await query<{ title: string; year: number | null }>(
    'SELECT title, year FROM corpus.paper WHERE id = $1',
    [paper.id],
  )
  await putPaper(query, paperRow(paper))
  for (const path of paper.paths) await movePath(change, path, paper.id)
  if (known !== undefined) await query('DELETE FROM corpus.page WHERE paper = $1', [paper.id])
  await insertRows(
    query,
    'page',
    PAGE_COLUMNS,
    pages.map((page) => pageRow(paper.id, page)),
  )
  if (gate !== null) await putGate(query, paper.id, gate)
  else if (known !== undefined) await query('DELETE FROM corpus.gate WHERE paper = $1', [paper.id])
  const isSameFront = known?.title === paper.title && known.year === paper.year
  await replaceUnits(change, record, known === undefined ? null : isSameFront)
}

async function putPaper(query: PostgresQuery, row: PaperRow): Promise<void> {
  const updates = PAPER_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')
  await insertRows(query, 'paper', PAPER_COLUMNS, [row], `ON CONFLICT (id) DO UPDATE SET ${updates}`)
}

export async function putGate(query: PostgresQuery, paper: string, gate: GateRecord): Promise<void> {
  const { record, digest } = gateRow(paper, gate)
  await query(
    `INSERT INTO corpus.gate (paper, record, digest) VALUES ($1, $2, $3)
     ON CONFLICT (paper) DO UPDATE SET record = excluded.record, digest = excluded.digest`,
    [paper, record, digest],
  )
}

/** Throws `PAPER_NOT_FOUND`, and `STORE_DAMAGED`: a digest must not be computed again over a damaged row. */
export async function setGate(
  query: PostgresQuery,
  paper: string,
  gate: GateRecord,
  recipe: string | undefined,
): Promise<void> {
  const [row] = await query<PaperRow>(`SELECT ${PAPER_COLUMNS.join(', ')} FROM corpus.paper WHERE id = $1`, [
    paper,
  ])
  if (row === undefined) throw paperNotFound(paper)
  await putGate(query, paper, gate)
  if (recipe === undefined) return
  assertPaperRow(row)
  await putPaper(query, withRecipe(row, recipe))
}

export async function movePath(change: CorpusChange, path: string, paper: string): Promise<void> {
  const owner = await pathOwner(change.query, path)
  if (owner === paper) return
  if (owner !== null) await forgetPath(change, path)
  await change.query('INSERT INTO corpus.paper_path (path, paper, digest) VALUES ($1, $2, $3)', [
    path,
    paper,
    pathDigest(path, paper),
  ])
}

/** Null where no paper has the path. */
export async function pathOwner(query: PostgresQuery, path: string): Promise<string | null> {
  const [row] = await query<{ paper: string }>('SELECT paper FROM corpus.paper_path WHERE path = $1', [path])
  return row?.paper ?? null
}

/** The paper goes with its last path. */
export async function forgetPath(change: CorpusChange, path: string): Promise<void> {
  const owner = await pathOwner(change.query, path)
  if (owner === null) return
  await change.query('DELETE FROM corpus.paper_path WHERE path = $1', [path])
  const others = await change.query('SELECT 1 FROM corpus.paper_path WHERE paper = $1 LIMIT 1', [owner])
  if (others.length === 0) await removePaper(change, owner)
}

/** Returns 1 where the paper was there, else 0. */
export async function removePaper({ query, seq }: CorpusChange, paper: string): Promise<number> {
  await putRemoved(query, seq, 'paper = $2', paper)
  return (await query('DELETE FROM corpus.paper WHERE id = $1 RETURNING id', [paper])).length
}

/** Keeps a value under a name, in `setting` or in `call`. */
export async function keepValue(
  query: PostgresQuery,
  [table, key, column]: readonly ['setting', 'name', 'value'] | readonly ['call', 'hash', 'answer'],
  name: string,
  value: string,
): Promise<void> {
  await query(
    `INSERT INTO corpus.${table} (${key}, ${column}, digest) VALUES ($1, $2, $3)
     ON CONFLICT (${key}) DO UPDATE SET ${column} = excluded.${column}, digest = excluded.digest`,
    [name, value, rowDigest([name, value])],
  )
}

/**
 * Changes the papers of a corpus. Each change is one transaction that raises `seq`; rows whose indexed form stays the same keep their
 * `seq`. The row of `meta` is changed first, so that in every store the numbers have no gaps and become visible in order.
 */
import { mapInTurns } from '../../core/index.ts'
import type { GateRecord } from '../gate-record.ts'
import type { CorpusQuery, PaperRecord } from '../ports.ts'
import type { CorpusChange } from './corpus-change.ts'
import { paperNotFound } from './paper-record.ts'
import { rowDigest } from './row-digest.ts'
import {
  assertPaperRow,
  changedRow,
  gateRow,
  PAGE_COLUMNS,
  PAPER_COLUMNS,
  type PaperRow,
  pageRow,
  paperRow,
  pathDigest,
  type RowChange,
} from './stored-rows.ts'
import { putRemoved, replaceUnits } from './stored-unit-changes.ts'

export async function putRecords(change: CorpusChange, records: readonly PaperRecord[]): Promise<void> {
  for (const record of records) await putRecord(change, record)
}

async function putRecord(change: CorpusChange, record: PaperRecord): Promise<void> {
  const { query, insert } = change
  const { paper, pages, gate } = record
  const [known] = await query<{ title: string; year: number | null }>(
    'SELECT title, year FROM corpus.paper WHERE id = $1',
    [paper.id],
  )
  await putPaper(change, paperRow(paper))
  for (const path of paper.paths) await movePath(change, path, paper.id)
  if (known !== undefined) await query('DELETE FROM corpus.page WHERE paper = $1', [paper.id])
  await insert('page', PAGE_COLUMNS, await mapInTurns(pages, (page) => pageRow(paper.id, page)))
  if (gate !== null) await putGate(query, paper.id, gate)
  else if (known !== undefined) await query('DELETE FROM corpus.gate WHERE paper = $1', [paper.id])
  const isSameFront = known?.title === paper.title && known.year === paper.year
  await replaceUnits(change, record, known === undefined ? null : isSameFront)
}

async function putPaper({ insert }: CorpusChange, row: PaperRow): Promise<void> {
  const updates = PAPER_COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')
  await insert('paper', PAPER_COLUMNS, [row], `ON CONFLICT (id) DO UPDATE SET ${updates}`)
}

async function putGate(query: CorpusQuery, paper: string, gate: GateRecord): Promise<void> {
  const { record, digest } = gateRow(paper, gate)
  await query(
    `INSERT INTO corpus.gate (paper, record, digest) VALUES ($1, $2, $3)
     ON CONFLICT (paper) DO UPDATE SET record = excluded.record, digest = excluded.digest`,
    [paper, record, digest],
  )
}

/** Throws `PAPER_NOT_FOUND`, and `STORE_DAMAGED`: a digest must not be recomputed for a damaged row. */
export async function setGate(
  change: CorpusChange,
  paper: string,
  gate: GateRecord,
  recipe: string | undefined,
): Promise<void> {
  const row = await storedRow(change.query, paper)
  await putGate(change.query, paper, gate)
  if (recipe !== undefined) await putChanged(change, row, { recipe })
}

/** Throws the same errors as `setGate`. */
export async function setDocument(change: CorpusChange, paper: string, document: string): Promise<void> {
  await putChanged(change, await storedRow(change.query, paper), { document })
}

async function storedRow(query: CorpusQuery, paper: string): Promise<PaperRow> {
  const [row] = await query<PaperRow>(`SELECT ${PAPER_COLUMNS.join(', ')} FROM corpus.paper WHERE id = $1`, [
    paper,
  ])
  if (row === undefined) throw paperNotFound(paper)
  return row
}

async function putChanged(change: CorpusChange, row: PaperRow, values: RowChange): Promise<void> {
  assertPaperRow(row)
  await putPaper(change, changedRow(row, values))
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

/** Returns null if no paper has the path. */
export async function pathOwner(query: CorpusQuery, path: string): Promise<string | null> {
  const [row] = await query<{ paper: string }>('SELECT paper FROM corpus.paper_path WHERE path = $1', [path])
  return row?.paper ?? null
}

/** Removes a path, and the paper with its last path. */
export async function forgetPath(change: CorpusChange, path: string): Promise<void> {
  const owner = await pathOwner(change.query, path)
  if (owner === null) return
  await change.query('DELETE FROM corpus.paper_path WHERE path = $1', [path])
  const others = await change.query('SELECT 1 FROM corpus.paper_path WHERE paper = $1 LIMIT 1', [owner])
  if (others.length === 0) await removePaper(change, owner)
}

/** Returns 1 if the paper was there, else 0. */
export async function removePaper({ query, seq }: CorpusChange, paper: string): Promise<number> {
  await putRemoved(query, seq, 'paper = $2', paper)
  return (await query('DELETE FROM corpus.paper WHERE id = $1 RETURNING id', [paper])).length
}

/** Stores a value under a name, in `setting` or in `call`. */
export async function keepValue(
  query: CorpusQuery,
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

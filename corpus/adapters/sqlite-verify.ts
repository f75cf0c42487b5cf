/** Does the corpus hold together? Each problem is a sentence that names the row and what to do. One paper is in memory at a time. */
import type { Database } from 'better-sqlite3'
import type { GateRecord } from '../gate-record.ts'
import { type CheckedVector, paperProblems } from './paper-problems.ts'
import {
  PAGE_COLUMNS,
  PAPER_COLUMNS,
  type PageRow,
  type PaperRow,
  pageOf,
  paperOf,
  UNIT_COLUMNS,
  type UnitRow,
  unitOf,
} from './sqlite-rows.ts'
import { storedVector } from './vector-blob.ts'

interface VectorRow {
  readonly unit: string
  readonly embedder: string
  readonly value: Uint8Array
}

/** Reads within one transaction, so that a writer at work is never taken for a contradiction. */
export function verifyCorpus(database: Database, path: string): string[] {
  const verify = database.transaction(() => {
    const broken = fileProblems(database, path)
    return broken.length > 0 ? broken : [...contentProblems(database), ...changeProblems(database)]
  })
  return verify.deferred()
}

/** A file that SQLite itself finds broken is not read any further. */
function fileProblems(database: Database, path: string): string[] {
  const integrity = database.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  const broken = integrity.filter((line) => line !== 'ok')
  const orphans = database
    .prepare<[], { table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check')
    .all()
    .map(({ table, rowid, parent }) => `Row ${rowid} of ${table} belongs to no ${parent}`)
  return [...broken, ...orphans].map(
    (problem) => `${path}: ${problem}. Move the file aside and ingest the papers again.`,
  )
}

function* contentProblems(database: Database): Iterable<string> {
  const paths = `(SELECT json_group_array(path) FROM paper_path WHERE paper = paper.id)`
  const papers = database.prepare<[], PaperRow & { paths: string }>(
    `SELECT ${PAPER_COLUMNS.join(', ')}, ${paths} AS paths FROM paper`,
  )
  const pages = database.prepare<[string], PageRow>(
    `SELECT ${PAGE_COLUMNS.join(', ')} FROM page WHERE paper = ? ORDER BY number`,
  )
  const gate = database.prepare<[string], string>('SELECT record FROM gate WHERE paper = ?').pluck()
  const units = database.prepare<[string], UnitRow>(
    `SELECT ${UNIT_COLUMNS.join(', ')} FROM unit WHERE paper = ?`,
  )
  const vectors = database.prepare<[string], VectorRow>(
    `SELECT unit.id AS unit, embedder.id AS embedder, value
     FROM unit JOIN vector ON vector.unit = unit.row JOIN embedder ON embedder.row = vector.embedder
     WHERE unit.paper = ?`,
  )
  const widths = new Map<string, number>()
  for (const row of papers.iterate()) {
    const paper = paperOf(row)
    const record = gate.get(paper.id)
    yield* paperProblems(
      {
        paper,
        pages: pages.all(paper.id).map(pageOf),
        gate: record === undefined ? null : (JSON.parse(record) as GateRecord),
        units: units.all(paper.id).map(unitOf),
        vectors: vectors.all(paper.id).map(checkedVector),
      },
      widths,
    )
  }
}

function checkedVector({ unit, embedder, value }: VectorRow): CheckedVector {
  return { unit, embedder, values: storedVector(value) }
}

function changeProblems(database: Database): string[] {
  const late = database.prepare<[], { id: string; seq: number }>(
    `SELECT id, seq FROM unit WHERE seq NOT BETWEEN 1 AND (SELECT seq FROM meta)
     UNION ALL SELECT unit, seq FROM removed WHERE seq NOT BETWEEN 1 AND (SELECT seq FROM meta)`,
  )
  return late
    .all()
    .map(({ id, seq }) => `Unit ${id} changed at ${seq}, which has not been. Ingest its paper again.`)
}

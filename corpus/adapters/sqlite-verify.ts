/** Does the corpus hold together? Each problem is a sentence that names the row and what to do. One paper is in memory at a time. */
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { isGlossError } from '../../core/index.ts'
import type { GateRecord } from '../gate-record.ts'
import { type CheckedPaper, type CheckedVector, paperProblems } from './paper-problems.ts'
import { digestProblems } from './sqlite-digests.ts'
import { withNamedFailures } from './sqlite-failure.ts'
import {
  PAGE_COLUMNS,
  PAPER_COLUMNS,
  type PageRow,
  type PaperWithPaths,
  type StoredUnitRow,
  UNIT_COLUMNS,
  uncheckedPage,
  uncheckedPaper,
  uncheckedUnit,
} from './sqlite-rows.ts'
import { createSchema, schemaOf } from './sqlite-schema.ts'
import { tallyProblems } from './sqlite-tally.ts'
import { storedVector } from './vector-blob.ts'

const REPAIR = 'Repair the corpus with `gloss corpus repair`.'

interface VectorRow {
  readonly unit: string
  readonly embedder: string
  readonly value: Uint8Array
}

/** Reads within one transaction, so that a writer at work is never taken for a contradiction. */
export function verifyCorpus(database: Database, path: string): string[] {
  const verify = database.transaction(() => {
    const broken = [...fileProblems(database)]
    if (broken.length > 0) return broken.map((problem) => `${path}: ${problem}. ${REPAIR}`)
    return [
      ...contentProblems(database, path),
      ...changeProblems(database),
      ...schemaProblems(database),
      ...tallyProblems(database),
      ...digestProblems(database).map((problem) => `${problem} ${REPAIR}`),
    ]
  })
  try {
    return withNamedFailures(path, () => verify.deferred())
  } catch (error) {
    if (!isGlossError(error, 'STORE_DAMAGED')) throw error
    return [`${error.message} ${REPAIR}`]
  }
}

/** A file that SQLite itself finds broken is not read any further. */
function* fileProblems(database: Database): Iterable<string> {
  const integrity = database.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  const broken = integrity.filter((line) => line !== 'ok')
  yield* broken
  if (broken.length > 0) return
  const orphans = database.prepare<[], { table: string; rowid: number | null; parent: string }>(
    'PRAGMA foreign_key_check',
  )
  for (const { table, rowid, parent } of orphans.all())
    yield `Row ${rowid} of ${table} belongs to no ${parent}`
}

function* contentProblems(database: Database, path: string): Iterable<string> {
  const ids = database.prepare<[], string>('SELECT id FROM paper').pluck()
  const read = preparePaper(database)
  const widths = commonestWidths(database)
  for (const id of ids.iterate()) {
    try {
      const paper = withNamedFailures(path, () => read(id))
      yield* paperProblems(paper, widths)
    } catch (error) {
      if (!isGlossError(error, 'STORE_DAMAGED')) throw error
      yield `Paper ${id} cannot be read: ${error.message} Ingest paper ${id} again.`
    }
  }
}

function commonestWidths(database: Database): ReadonlyMap<string, number> {
  const widths = database.prepare<[], [string, number]>(
    `SELECT embedder.id, length(value) / 2 FROM vector JOIN embedder ON embedder.row = vector.embedder
     GROUP BY embedder.id, length(value) ORDER BY count(*)`,
  )
  return new Map(widths.raw().all())
}

function preparePaper(database: Database): (id: string) => CheckedPaper {
  const paths = '(SELECT json_group_array(json_array(path, digest)) FROM paper_path WHERE paper = paper.id)'
  const paper = database.prepare<[string], PaperWithPaths>(
    `SELECT ${PAPER_COLUMNS.join(', ')}, ${paths} AS paths FROM paper WHERE id = ?`,
  )
  const pages = database.prepare<[string], PageRow>(
    `SELECT ${PAGE_COLUMNS.join(', ')} FROM page WHERE paper = ? ORDER BY number`,
  )
  const gate = database.prepare<[string], string>('SELECT record FROM gate WHERE paper = ?').pluck()
  const units = database.prepare<[string], StoredUnitRow>(
    `SELECT ${UNIT_COLUMNS.join(', ')} FROM unit WHERE paper = ?`,
  )
  const vectors = database.prepare<[string], VectorRow>(
    `SELECT unit.id AS unit, embedder.id AS embedder, value
     FROM unit JOIN vector ON vector.unit = unit.row JOIN embedder ON embedder.row = vector.embedder
     WHERE unit.paper = ?`,
  )
  return (id) => ({
    paper: uncheckedPaper(paper.get(id) as PaperWithPaths),
    pages: pages.all(id).map(uncheckedPage),
    gate: JSON.parse(gate.get(id) ?? 'null') as GateRecord | null,
    units: units.all(id).map(uncheckedUnit),
    vectors: vectors.all(id).map(checkedVector),
  })
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
    .map(
      ({ id, seq }) =>
        `Unit ${id} has the change number ${seq}, which does not exist. Ingest its paper again.`,
    )
}

/** A trigger or an index that says something else keeps other numbers and finds other rows. */
function schemaProblems(database: Database): string[] {
  const fresh = new SqliteDatabase(':memory:')
  try {
    createSchema(fresh)
    const [expected, found] = [schemaOf(fresh), schemaOf(database)]
    const names = new Set([...expected.keys(), ...found.keys()])
    return [...names].flatMap((name) =>
      expected.get(name) === found.get(name) ? [] : [`The ${name} is not as Gloss makes it. ${REPAIR}`],
    )
  } finally {
    fresh.close()
  }
}

/** Verifies the papers of a corpus file, each with its pages, gate record, units and vectors. Holds one paper in memory at a time. */
import type { Database } from 'better-sqlite3'
import { isGlossError } from '../../core/index.ts'
import type { GateRecord } from '../gate-record.ts'
import { type CheckedPaper, paperProblems } from './paper-problems.ts'
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
} from './stored-rows.ts'
import { storedVector } from './vector-blob.ts'
import type { VerifyStep } from './verify-step.ts'

/** Vectors sampled to determine an embedder's width. */
const SAMPLED_VECTORS = 1_000

interface VectorRow {
  readonly unit: string
  readonly embedder: string
  readonly value: Uint8Array
}

export function preparePaperCheck(database: Database, path: string): VerifyStep {
  return function* (after) {
    const ids = database.prepare<[string], string>('SELECT id FROM paper WHERE id > ? ORDER BY id').pluck()
    const read = preparePaper(database)
    const widths = commonestWidths(database)
    for (const id of ids.iterate(String(after?.[0] ?? '')))
      yield { key: [id], problems: problemsOf(id, path, () => paperProblems(read(id), widths)) }
  }
}

function problemsOf(id: string, path: string, look: () => string[]): string[] {
  try {
    return withNamedFailures(path, look)
  } catch (error) {
    if (!isGlossError(error, 'STORE_DAMAGED')) throw error
    return [`Paper ${id} cannot be read: ${error.message} Ingest paper ${id} again.`]
  }
}

function commonestWidths(database: Database): ReadonlyMap<string, number> {
  const widths = database.prepare<[], [string, number]>(
    `SELECT embedder.id, length(value) / 2 FROM (SELECT embedder, value FROM vector LIMIT ${SAMPLED_VECTORS}) AS sampled
     JOIN embedder ON embedder.row = sampled.embedder GROUP BY embedder.id, length(value) ORDER BY count(*)`,
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
    vectors: vectors
      .all(id)
      .map(({ unit, embedder, value }) => ({ unit, embedder, values: storedVector(value) })),
  })
}

/**
 * Finds the intact rows of a damaged corpus file. Every row that can be read is compared with its digest. Tables are read from both ends,
 * and once more paper by paper through their indexes, so that few rows are lost with a damaged page. The file is not changed.
 */
import Database from 'better-sqlite3'
import { isGlossError } from '../../core/index.ts'
import type { GateRecord } from '../gate-record.ts'
import type { Extraction, Mention } from '../graph-rows.ts'
import type { Page } from '../page.ts'
import type { Paper } from '../paper.ts'
import type { UnitVector } from '../ports.ts'
import type { Unit } from '../unit.ts'
import { assertDigest, rowDigest } from './row-digest.ts'
import {
  assertUnitGraph,
  type FactRow,
  factOf,
  type MentionRow,
  mentionOf,
  type UnitGraphRow,
} from './stored-graph-rows.ts'
import {
  gateOf,
  PAGE_COLUMNS,
  type PageRow,
  type PaperRow,
  pageOf,
  paperOf,
  pathDigest,
  type StoredGateRow,
  type StoredUnitRow,
  UNIT_COLUMNS,
  unitOf,
  type VectorRow,
  vectorOf,
} from './stored-rows.ts'

/** A name and a value, or a hash and an answer. */
type NamedValue = readonly [name: string, value: string]

export interface SalvagedUnit {
  readonly unit: Unit
  /** Intact vectors by embedder. */
  readonly vectors: ReadonlyMap<string, UnitVector['values']>
  /** Null if the unit was not searched for names, or one of them is damaged. */
  readonly named: { readonly recipe: string; readonly mentions: readonly Mention[] } | null
  readonly extraction: Extraction | null
}

/** The intact rows of one paper. */
export interface SalvagedPaper {
  readonly id: string
  readonly paper: Paper | null
  readonly paths: readonly string[]
  readonly pages: readonly Page[]
  readonly gate: GateRecord | null
  readonly units: readonly SalvagedUnit[]
  /** What is damaged or missing and needs the paper's file, a sentence each; vectors and names can be made again without it. */
  readonly faults: readonly string[]
  /** Lost facts that were extracted by a model and cannot be made again without it, a sentence each. */
  readonly lostFacts: readonly string[]
}

export interface Salvage {
  /** Returns the ids of papers with any intact row. */
  papers(): string[]
  paper(id: string): SalvagedPaper
  settings(): NamedValue[]
  calls(): NamedValue[]
  /** Number of units and passages that the corpus had, by its own count; null if that is damaged, too. */
  unitCount(): number | null
  /** Returns what is damaged outside of papers, a sentence each. */
  faults(): string[]
  close(): void
}

/** Opens a damaged file. If not even the file's header can be read, nothing is found in it. */
export function openSalvage(path: string): Salvage {
  const database = new Database(path, { readonly: true, fileMustExist: true })
  const faults: string[] = []
  const read = <Row>(sql: string, ...values: readonly (string | number)[]): Row[] => {
    const rows: Row[] = []
    try {
      for (const row of database.prepare(sql).iterate(...values)) rows.push(row as Row)
    } catch (error) {
      // Rows read before the first fault are returned.
      assertAboutFile(error)
    }
    return rows
  }
  const kept = (what: string, sql: string): NamedValue[] =>
    fromBothEnds<{ name: string; value: string; digest: string }>(read, sql, 'name').flatMap(
      ({ name, value, digest }) => {
        if (digest === rowDigest([name, value])) return [[name, value] as const]
        faults.push(`${what} ${name} is damaged.`)
        return []
      },
    )
  return {
    papers: () => paperIds(read),
    paper: (id) => salvagedPaper(read, id),
    settings: () => kept('The setting', 'SELECT name, value, digest FROM setting'),
    calls: () => kept('The cached answer', 'SELECT hash AS name, answer AS value, digest FROM call'),
    unitCount() {
      const rows = read<{ count: number }>("SELECT count FROM tally WHERE tallied = 'unit'")
      return rows.length === 0 ? null : rows.reduce((sum, { count }) => sum + count, 0)
    },
    faults: () => faults,
    close: () => void database.close(),
  }
}

type ReadRows = <Row>(sql: string, ...values: readonly (string | number)[]) => Row[]

function assertAboutFile(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!/^SQLITE_(CORRUPT|NOTADB|ERROR|IOERR)/.test(code)) throw error
}

function fromBothEnds<Row extends object>(read: ReadRows, sql: string, key: string & keyof Row): Row[] {
  const rows = [...read<Row>(`${sql} ORDER BY ${key}`), ...read<Row>(`${sql} ORDER BY ${key} DESC`)]
  return [...new Map(rows.map((row) => [row[key], row])).values()]
}

/** Collects the ids from every table and index that refers to papers. */
function paperIds(read: ReadRows): string[] {
  const sources = [
    'SELECT id FROM paper NOT INDEXED',
    'SELECT id FROM paper ORDER BY id',
    'SELECT id FROM paper ORDER BY state DESC, id DESC',
    'SELECT DISTINCT paper AS id FROM paper_path ORDER BY paper',
    'SELECT DISTINCT paper AS id FROM page ORDER BY paper',
    'SELECT DISTINCT paper AS id FROM unit ORDER BY paper',
    'SELECT paper AS id FROM unit NOT INDEXED ORDER BY row DESC',
  ]
  return [...new Set(sources.flatMap((sql) => read<{ id: string }>(sql).map(({ id }) => id)))].sort()
}

function salvagedPaper(read: ReadRows, id: string): SalvagedPaper {
  const faults: string[] = []
  const lostFacts: string[] = []
  const sound = <Value>(decode: () => Value): Value[] => {
    const value = attempt(decode, faults)
    return value === null ? [] : [value]
  }
  const paths = read<{ path: string; digest: string }>(
    'SELECT path, digest FROM paper_path WHERE paper = ? ORDER BY row',
    id,
  ).flatMap(({ path, digest }) =>
    sound(() => {
      assertDigest(digest, pathDigest(path, id), () => `The path ${path} of paper ${id}`)
      return path
    }),
  )
  const listed = JSON.stringify(paths.map((path) => [path, pathDigest(path, id)]))
  // Files of older formats lack columns that were added later.
  const [paper = null] = read<PaperRow>('SELECT * FROM paper WHERE id = ?', id).flatMap((row) =>
    sound(() => paperOf({ ...row, corrections: row.corrections ?? null, paths: listed })),
  )
  const pages = read<PageRow>(
    `SELECT ${PAGE_COLUMNS.join(', ')} FROM page WHERE paper = ? ORDER BY number`,
    id,
  ).flatMap((row) => sound(() => pageOf(row)))
  const [gate = null] = read<StoredGateRow>('SELECT record, digest FROM gate WHERE paper = ?', id).flatMap(
    (row) => sound(() => gateOf(id, row)),
  )
  const columns = UNIT_COLUMNS.join(', ')
  const units = fromBothEnds<StoredUnitRow & { row: number }>(
    read,
    `SELECT row, ${columns} FROM unit WHERE paper = '${id.replaceAll("'", "''")}'`,
    'row',
  ).flatMap(({ row, ...stored }) => sound(() => salvagedUnit(read, row, unitOf(stored), lostFacts)))
  const missing = gaps(id, { paper, pages, units })
  return { id, paper, paths, pages, gate, units, faults: [...faults, ...missing], lostFacts }
}

/** Returns null for a damaged row, and adds it to `lost`. */
function attempt<Value>(decode: () => Value, lost?: string[]): Value | null {
  try {
    return decode()
  } catch (error) {
    if (!isGlossError(error, 'STORE_DAMAGED')) throw error
    lost?.push(error.message)
    return null
  }
}

function salvagedUnit(read: ReadRows, row: number, unit: Unit, lostFacts: string[]): SalvagedUnit {
  const vectors = new Map<string, Float32Array>()
  const stored = read<VectorRow & { embedder: string }>(
    `SELECT embedder.id AS embedder, value, digest FROM vector JOIN embedder ON embedder.row = vector.embedder
     WHERE unit = ?`,
    row,
  )
  for (const { embedder, ...vector } of stored) {
    const values = attempt(() => vectorOf(unit.id, embedder, vector))
    if (values !== null) vectors.set(embedder, values)
  }
  const [graph] = read<UnitGraphRow>(
    'SELECT recipe, made, entities, triples, digest FROM unit_graph WHERE unit = ?',
    row,
  )
  const isSound = graph !== undefined && attempt(() => assertUnitGraph(unit.id, graph), lostFacts) !== null
  if (!isSound) return { unit, vectors, named: null, extraction: null }
  const mentions = attempt(() =>
    read<MentionRow>(
      'SELECT name, alias, kind, is_subject, start_offset, end_offset, digest FROM mention WHERE unit = ? ORDER BY place',
      row,
    ).map((mention) => mentionOf(unit.id, mention)),
  )
  const named = mentions === null || graph.recipe === null ? null : { recipe: graph.recipe, mentions }
  return {
    unit,
    vectors,
    named,
    extraction: attempt(() => extractionOf(read, row, unit.id, graph), lostFacts),
  }
}

function extractionOf(read: ReadRows, row: number, unit: string, graph: UnitGraphRow): Extraction | null {
  const { made, entities, triples } = graph
  if (made === null || entities === null || triples === null) return null
  const facts = read<FactRow>(
    'SELECT subject, predicate, object, digest FROM fact WHERE unit = ? ORDER BY place',
    row,
  ).map((fact) => factOf(unit, fact))
  return { unit, made, entities: JSON.parse(entities), triples: JSON.parse(triples), facts }
}

/** Reports rows that must have existed: numbers of pages and ordinals of units have no gaps. */
function* gaps(
  id: string,
  { paper, pages, units }: Pick<SalvagedPaper, 'paper' | 'pages' | 'units'>,
): Iterable<string> {
  if (paper === null) yield `Paper ${id} has lost its title, authors and other front matter.`
  const lastPage = pages.at(-1)?.number ?? 0
  if (pages.length < Math.max(lastPage, pages.length > 0 ? (paper?.pageCount ?? 0) : 0))
    yield `Paper ${id} has lost some of its pages.`
  for (const kind of ['unit', 'passage'] as const) {
    const places = units.flatMap(({ unit }) => (unit.kind === kind ? [unit.ordinal] : []))
    if (places.length <= Math.max(-1, ...places)) yield `Paper ${id} has lost some of its ${kind}s.`
  }
}

/** How is a corpus read? Prepared statements over one connection; no transaction is left open between two calls. */
import type { Database } from 'better-sqlite3'
import { GlossError, mapInTurns } from '../../core/index.ts'
import type { Page } from '../page.ts'
import type { CorpusReader, IndexedUnit, ListedPaper, PaperQuery, UnitQuery } from '../ports.ts'
import type { Unit } from '../unit.ts'
import { assertDigest, rowDigest } from './row-digest.ts'
import { type StoreCall, storeCalls } from './sqlite-failure.ts'
import { createSqliteGraphReader } from './sqlite-graph-reader.ts'
import { prepareSeq } from './sqlite-seq.ts'
import { prepareCounts } from './sqlite-tally.ts'
import {
  assertPaperRow,
  gateOf,
  PAGE_COLUMNS,
  PAPER_COLUMNS,
  type PageRow,
  type PaperRow,
  type PaperWithPaths,
  pageOf,
  paperOf,
  type StoredGateRow,
  type StoredUnitRow,
  UNIT_COLUMNS,
  unitOf,
  vectorOf,
} from './stored-rows.ts'

/** Rows fetched at once by a stream: 512 units with 384-wide vectors are about 1 MB. Chosen, not measured. */
const STREAM_ROWS = 512

type StoredListing = PaperWithPaths & {
  readonly gate: string | null
  readonly gate_digest: string | null
  readonly units: number
}
interface StreamRow extends StoredUnitRow {
  readonly row: number
  readonly seq: number
  readonly title: string
  readonly paper_year: number | null
  readonly paper_language: string | null
  readonly vector: Uint8Array | null
  readonly vector_digest: string | null
}

const PAPER = `${PAPER_COLUMNS.join(', ')}, (
    SELECT json_group_array(json_array(path, digest)) FROM (SELECT path, digest FROM paper_path WHERE paper = paper.id ORDER BY row)
  ) AS paths`
const PAPERS = `SELECT ${PAPER} FROM paper`
const LISTED_PAPERS = `SELECT ${PAPER}, (SELECT record FROM gate WHERE paper = paper.id) AS gate,
  (SELECT digest FROM gate WHERE paper = paper.id) AS gate_digest,
  (SELECT count(*) FROM unit WHERE paper = paper.id AND kind = 'unit') AS units FROM paper`
const PAGES = `SELECT ${PAGE_COLUMNS.join(', ')} FROM page WHERE paper = ?`
/** Rows of the ids in a JSON list, however many they are. */
const ID_GIVEN = 'id IN (SELECT value FROM json_each(?))'
const UNITS = `SELECT ${UNIT_COLUMNS.join(', ')} FROM unit`

export function createSqliteReader(database: Database, path: string): CorpusReader {
  const run = storeCalls(path)
  const seq = prepareSeq(database)
  const paper = database.prepare<[string], PaperWithPaths>(`${PAPERS} WHERE id = ?`)
  const paperAt = database.prepare<[string], PaperWithPaths>(
    `${PAPERS} WHERE id = (SELECT paper FROM paper_path WHERE path = ?)`,
  )
  const pages = database.prepare<[string], PageRow>(`${PAGES} ORDER BY number`)
  const page = database.prepare<[string, number], PageRow>(`${PAGES} AND number = ?`)
  const gate = database.prepare<[string], StoredGateRow>('SELECT record, digest FROM gate WHERE paper = ?')
  const units = database.prepare<[string], StoredUnitRow>(`${UNITS} WHERE ${ID_GIVEN}`)
  const papersGiven = database.prepare<[string], PaperWithPaths>(`${PAPERS} WHERE ${ID_GIVEN}`)
  const setting = prepareKept(database, 'The setting', 'SELECT value, digest FROM setting WHERE name = ?')
  const call = prepareKept(
    database,
    'The cached answer',
    'SELECT answer AS value, digest FROM call WHERE hash = ?',
  )
  const removed = database
    .prepare<[number], string>('SELECT unit FROM removed WHERE seq > ? ORDER BY seq, unit')
    .pluck()
  const counts = prepareCounts(database)
  const papersMatching = preparePapers<PaperWithPaths>(database, PAPERS)
  const listingsMatching = preparePapers<StoredListing>(database, LISTED_PAPERS)
  const unitsMatching = prepareUnits(database)

  return {
    ...createSqliteGraphReader(database, run),
    seq: () => run(seq),
    counts: () => run(counts),
    paper: (id) => run(() => mapped(paper.get(id), paperOf)),
    papersOf: (ids) => run(() => inOrder(ids, papersGiven.all(JSON.stringify(ids)).map(paperOf))),
    paperAt: (at) => run(() => mapped(paperAt.get(at), paperOf)),
    papers: (query = {}) => run(() => mapInTurns(papersMatching(query), paperOf)),
    listPapers: (query = {}) => run(() => mapInTurns(listingsMatching(query), listedPaper)),
    pages: (id) => run(() => mapInTurns(pages.all(id), pageOf)),
    page: (id, number): Promise<Page | null> => run(() => mapped(page.get(id, number), pageOf)),
    gate: (id) => run(() => mapped(gate.get(id), (row) => gateOf(id, row))),
    units: (ids) => run(() => inOrder(ids, units.all(JSON.stringify(ids)).map(unitOf))),
    listUnits: (query = {}) => run(() => unitsMatching(query)),
    unitsSince: (since, embedder) => streamUnits(database, run, since, embedder),
    removedSince: (since) => run(() => removed.all(since)),
    setting: (name) => run(() => setting(name)),
    call: (hash) => run(() => call(hash)),
    verify: () => run(async () => (await import('./sqlite-verify.ts')).verifyCorpus(database, path)),
  }
}

/** Null for ids that none of the values has. */
function inOrder<Value extends { readonly id: string }>(
  ids: readonly string[],
  values: readonly Value[],
): (Value | null)[] {
  const byId = new Map(values.map((value) => [value.id, value]))
  return ids.map((id) => byId.get(id) ?? null)
}

function mapped<Row, Value>(row: Row | undefined, map: (row: Row) => Value): Value | null {
  return row === undefined ? null : map(row)
}

function listedPaper({ gate, gate_digest: digest, units, ...row }: StoredListing): ListedPaper {
  const paper = paperOf(row)
  return { paper, gate: gate === null ? null : gateOf(paper.id, { record: gate, digest }), units }
}

/** What is kept under a name. Throws `STORE_DAMAGED`. */
function prepareKept(database: Database, what: string, select: string): (name: string) => string | null {
  const kept = database.prepare<[string], { value: string; digest: string | null }>(select)
  return (name) => {
    const row = kept.get(name)
    if (row === undefined) return null
    assertDigest(row.digest, rowDigest([name, row.value]), () => `${what} ${name}`)
    return row.value
  }
}

function preparePapers<Row>(database: Database, select: string): (query: PaperQuery) => Row[] {
  const tail = 'AND id > @after ORDER BY id LIMIT @limit'
  const all = database.prepare<[object], Row>(`${select} WHERE true ${tail}`)
  // `dropped` means every `dropped:…`: the range from ':' to the character after it.
  const byState = database.prepare<[object], Row>(
    `${select} WHERE (state = @state OR (state >= @state || ':' AND state < @state || ';')) ${tail}`,
  )
  return ({ state, after = '', limit = -1 }) =>
    state === undefined ? all.all({ after, limit }) : byState.all({ state, after, limit })
}

/** A part at a time: units that are removed meanwhile are left out. */
function prepareUnits(database: Database): (query: UnitQuery) => Promise<Unit[]> {
  const select = (condition: string) =>
    database.prepare<[object], StoredUnitRow>(
      `${UNITS} WHERE ${condition} AND (@kind IS NULL OR kind = @kind)
       AND paper >= @lastPaper AND (paper > @lastPaper OR kind < @lastKind OR (kind = @lastKind AND ordinal > @lastOrdinal))
       ORDER BY paper, kind DESC, ordinal LIMIT @rows`,
    )
  const ofAll = select('true')
  const ofPaper = select('paper = @paper')
  const place = database.prepare<[string], Pick<StoredUnitRow, 'paper' | 'kind' | 'ordinal'>>(
    'SELECT paper, kind, ordinal FROM unit WHERE id = ?',
  )
  return async ({ paper, kind = null, after, limit = Number.POSITIVE_INFINITY }) => {
    let last = after === undefined ? { paper: '', kind: '', ordinal: -1 } : place.get(after)
    if (last === undefined) throw new GlossError('UNIT_NOT_FOUND', `There is no unit ${after}.`)
    const units: Unit[] = []
    while (last !== undefined && units.length < limit) {
      const rows: number = Math.min(STREAM_ROWS, limit - units.length)
      const from: object = {
        kind,
        rows,
        lastPaper: last.paper,
        lastKind: last.kind,
        lastOrdinal: last.ordinal,
      }
      const held: StoredUnitRow[] = paper === undefined ? ofAll.all(from) : ofPaper.all({ ...from, paper })
      units.push(...(await mapInTurns(held, unitOf)))
      last = held.length < rows ? undefined : held.at(-1)
    }
    return units
  }
}

/** Ends at the change that was the last one when the stream began, so a unit that changes meanwhile is not seen twice. */
async function* streamUnits(
  database: Database,
  run: StoreCall,
  since: number,
  embedder: string,
): AsyncIterable<IndexedUnit> {
  const columns = UNIT_COLUMNS.map((column) => `unit.${column}`).join(', ')
  const { statement, until } = await run(() => ({
    until: prepareSeq(database)(),
    statement: database.prepare<[object], StreamRow>(
      `SELECT unit.row, ${columns}, unit.seq, paper.title, paper.year AS paper_year, paper.language AS paper_language, vector.value AS vector, vector.digest AS vector_digest
       FROM unit JOIN paper ON paper.id = unit.paper
       LEFT JOIN vector ON vector.unit = unit.row
         AND vector.embedder = (SELECT row FROM embedder WHERE id = @embedder)
       WHERE (unit.seq, unit.row) > (@seq, @row) AND unit.seq <= @until
       ORDER BY unit.seq, unit.row LIMIT ${STREAM_ROWS}`,
    ),
  }))
  const checkPapers = preparePaperCheck(database)
  let last = { seq: since, row: Number.MAX_SAFE_INTEGER }
  while (true) {
    const rows = await run(() => {
      const stored = statement.all({ embedder, until, ...last })
      checkPapers(stored.map(({ paper }) => paper))
      return stored.map((row) => indexedUnit(row, embedder))
    })
    for (const { indexed } of rows) yield indexed
    const end = rows.at(-1)
    if (end === undefined || rows.length < STREAM_ROWS) return
    last = { seq: end.indexed.seq, row: end.row }
  }
}

/** Of the papers that a stream meets only title and year are shown: each is looked at whole, once. Throws `STORE_DAMAGED`. */
function preparePaperCheck(database: Database): (ids: readonly string[]) => void {
  const rows = database.prepare<[string], PaperRow>(
    `SELECT ${PAPER_COLUMNS.join(', ')} FROM paper WHERE ${ID_GIVEN}`,
  )
  const checked = new Set<string>()
  return (ids) => {
    const unseen = [...new Set(ids)].filter((id) => !checked.has(id))
    for (const row of rows.all(JSON.stringify(unseen))) {
      assertPaperRow(row)
      checked.add(row.id)
    }
  }
}

function indexedUnit(stored: StreamRow, embedder: string): { row: number; indexed: IndexedUnit } {
  const {
    row,
    seq,
    title,
    paper_year,
    paper_language,
    vector: value,
    vector_digest: digest,
    ...unitRow
  } = stored
  const unit = unitOf(unitRow)
  const vector = value === null ? null : vectorOf(unit.id, embedder, { value, digest })
  return { row, indexed: { unit, title, year: paper_year, language: paper_language, seq, vector } }
}

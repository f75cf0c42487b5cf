/** Reads a corpus from its tables. Each call is one statement or a few; no transaction stays open between two calls. */
import { GlossError, mapInTurns } from '../../core/index.ts'
import type { CorpusQuery, CorpusReader, IndexedUnit, ListedPaper, PaperQuery, UnitQuery } from '../ports.ts'
import type { Unit } from '../unit.ts'
import { type CorpusTables, rowReaders, type StatementWithValues } from './corpus-tables.ts'
import { assertDigest, rowDigest } from './row-digest.ts'
import { countsOfTally, type TallyRow } from './sqlite-tally.ts'
import { createStoredGraphReader, readSeq } from './stored-graph-reader.ts'
import {
  assertPaperRow,
  gateOf,
  PAGE_COLUMNS,
  PAPER_COLUMNS,
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

/** Rows fetched at once: 512 units with 384-wide vectors are about 1 MB. Chosen, not measured. */
const ROWS_AT_ONCE = 512

const PAPER = `${PAPER_COLUMNS.join(', ')}, CAST((
    SELECT coalesce(json_agg(json_build_array(path, paper_path.digest) ORDER BY row), '[]') FROM corpus.paper_path WHERE paper_path.paper = paper.id
  ) AS text) AS paths`
const PAPERS = `SELECT ${PAPER} FROM corpus.paper`
const LISTED_PAPERS = `SELECT ${PAPER}, (SELECT record FROM corpus.gate WHERE gate.paper = paper.id) AS gate,
  (SELECT gate.digest FROM corpus.gate WHERE gate.paper = paper.id) AS gate_digest,
  (SELECT count(*) FROM corpus.unit WHERE unit.paper = paper.id AND kind = 'unit') AS units FROM corpus.paper`
const PAPER_GIVEN = `${PAPERS} WHERE id = $1`
const PAPERS_GIVEN = `${PAPERS} WHERE id = ANY ($1)`
const PAPER_AT = `${PAPERS} WHERE id = (SELECT paper FROM corpus.paper_path WHERE path = $1)`
const PAGES = `SELECT ${PAGE_COLUMNS.join(', ')} FROM corpus.page WHERE paper = $1 ORDER BY number`
const PAGE = `SELECT ${PAGE_COLUMNS.join(', ')} FROM corpus.page WHERE paper = $1 AND number = $2`
const UNITS = `SELECT ${UNIT_COLUMNS.join(', ')} FROM corpus.unit`
const UNITS_GIVEN = `${UNITS} WHERE id = ANY ($1)`
const REMOVED = 'SELECT unit FROM corpus.removed WHERE seq > $1 ORDER BY seq, unit'
const TALLY = 'SELECT tallied, name, count FROM corpus.tally WHERE count <> 0'

type ListedRow = PaperWithPaths & {
  readonly gate: string | null
  readonly gate_digest: string | null
  readonly units: number
}

export function createStoredReader(
  tables: CorpusTables,
  verify: (reader: CorpusReader) => Promise<string[]>,
): CorpusReader {
  const { query, call, pathsAsStored } = tables
  const { all, first } = rowReaders(tables)
  const paperIn = (row: PaperWithPaths) => paperOf({ ...row, paths: pathsAsStored(row.paths) })
  const listedIn = ({ gate: record, gate_digest: digest, units, ...row }: ListedRow): ListedPaper => {
    const paper = paperIn(row)
    return { paper, gate: record === null ? null : gateOf(paper.id, { record, digest }), units }
  }
  const reader: CorpusReader = {
    ...createStoredGraphReader(tables),
    seq: () => call(() => readSeq(query)),
    counts: async () => countsOfTally(await all([TALLY], (row: TallyRow) => row)),
    paper: (id) => first([PAPER_GIVEN, id], paperIn),
    papersOf: async (ids) => inOrder(ids, await all([PAPERS_GIVEN, ids], paperIn)),
    paperAt: (path) => first([PAPER_AT, path], paperIn),
    papers: (asked = {}) => all(papersMatching(PAPERS, asked), paperIn),
    listPapers: (asked = {}) => all(papersMatching(LISTED_PAPERS, asked), listedIn),
    pages: (paper) => all([PAGES, paper], pageOf),
    page: (paper, number) => first([PAGE, paper, number], pageOf),
    gate: (paper) =>
      first(['SELECT record, digest FROM corpus.gate WHERE paper = $1', paper], (row: StoredGateRow) =>
        gateOf(paper, row),
      ),
    units: async (ids) => inOrder(ids, await all([UNITS_GIVEN, ids], unitOf)),
    listUnits: (asked = {}) => call(() => unitsMatching(query, asked)),
    unitsSince: (since, embedder) => streamUnits(tables, since, embedder),
    removedSince: (since) => all([REMOVED, since], ({ unit }: { readonly unit: string }) => unit),
    setting: (name) =>
      first(['SELECT value, digest FROM corpus.setting WHERE name = $1', name], (row: KeptRow) =>
        keptValue(`The setting ${name}`, name, row),
      ),
    call: (hash) =>
      first(['SELECT answer AS value, digest FROM corpus.call WHERE hash = $1', hash], (row: KeptRow) =>
        keptValue(`The cached answer ${hash}`, hash, row),
      ),
    verify: () => call(() => verify(reader)),
  }
  return reader
}

/** Orders values by `ids`; null for ids without a value. */
function inOrder<Value extends { readonly id: string }>(
  ids: readonly string[],
  values: readonly Value[],
): (Value | null)[] {
  const byId = new Map(values.map((value) => [value.id, value]))
  return ids.map((id) => byId.get(id) ?? null)
}

interface KeptRow {
  readonly value: string
  readonly digest: string | null
}

/** Throws `STORE_DAMAGED` if the digest differs. */
function keptValue(what: string, name: string, { value, digest }: KeptRow): string {
  assertDigest(digest, rowDigest([name, value]), () => what)
  return value
}

/** Selects papers. The state `dropped` matches every `dropped:…`: the range from ':' to the character after it. */
function papersMatching(
  select: string,
  { state, after = '', limit = Number.MAX_SAFE_INTEGER }: PaperQuery,
): StatementWithValues {
  const rest = 'id > $1 ORDER BY id LIMIT $2'
  if (state === undefined) return [`${select} WHERE ${rest}`, after, limit]
  const ofState = "(state = $3 OR (state >= $3 || ':' AND state < $3 || ';'))"
  return [`${select} WHERE ${ofState} AND ${rest}`, after, limit, state]
}

type UnitPlace = Pick<StoredUnitRow, 'paper' | 'kind' | 'ordinal'>

/** Reads in batches: units that are removed meanwhile are left out. */
async function unitsMatching(
  query: CorpusQuery,
  { after, limit = Number.POSITIVE_INFINITY, ...asked }: UnitQuery,
): Promise<Unit[]> {
  let last: UnitPlace | undefined
  if (after !== undefined) {
    const places = await query<UnitPlace>('SELECT paper, kind, ordinal FROM corpus.unit WHERE id = $1', [
      after,
    ])
    last = places[0]
    if (last === undefined) throw new GlossError('UNIT_NOT_FOUND', `There is no unit ${after}.`)
  }
  const units: Unit[] = []
  while (units.length < limit) {
    const count = Math.min(ROWS_AT_ONCE, limit - units.length)
    const [text, ...values] = unitsBehind(last, asked, count)
    const rows: StoredUnitRow[] = await query<StoredUnitRow>(text, values)
    units.push(...(await mapInTurns(rows, unitOf)))
    if (rows.length < count) break
    last = rows.at(-1)
  }
  return units
}

/** Selects units in the order of papers, kinds and ordinals; `last` is the place of the one before. */
function unitsBehind(
  last: UnitPlace | undefined,
  { paper, kind }: Pick<UnitQuery, 'paper' | 'kind'>,
  limit: number,
): StatementWithValues {
  const values: (string | number)[] = [limit]
  const given = (value: string | number) => `$${values.push(value)}`
  const conditions: string[] = []
  if (paper !== undefined) conditions.push(`paper = ${given(paper)}`)
  if (kind !== undefined) conditions.push(`kind = ${given(kind)}`)
  if (last !== undefined) {
    const [ofPaper, ofKind, ordinal] = [given(last.paper), given(last.kind), given(last.ordinal)]
    conditions.push(
      `paper >= ${ofPaper} AND (paper > ${ofPaper} OR kind < ${ofKind} OR (kind = ${ofKind} AND ordinal > ${ordinal}))`,
    )
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  return [`${UNITS} ${where} ORDER BY paper, kind DESC, ordinal LIMIT $1`, ...values]
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

const STREAMED = `SELECT unit.row, ${UNIT_COLUMNS.map((column) => `unit.${column}`).join(', ')}, unit.seq,
    paper.title, paper.year AS paper_year, paper.language AS paper_language, vector.value AS vector, vector.digest AS vector_digest
  FROM corpus.unit JOIN corpus.paper ON paper.id = unit.paper
  LEFT JOIN corpus.vector ON vector.unit = unit.row
    AND vector.embedder = (SELECT row FROM corpus.embedder WHERE id = $1)
  WHERE (unit.seq, unit.row) > ($2, $3) AND unit.seq <= $4
  ORDER BY unit.seq, unit.row LIMIT ${ROWS_AT_ONCE}`

/** Ends at the change that was the last when the stream began, so that a unit that changes meanwhile is not yielded twice. */
async function* streamUnits(
  { query, call }: CorpusTables,
  since: number,
  embedder: string,
): AsyncIterable<IndexedUnit> {
  const until = await call(() => readSeq(query))
  const checked = new Set<string>()
  let last = { seq: since, row: Number.MAX_SAFE_INTEGER }
  while (true) {
    const from = last
    const rows = await call(async () => {
      const stored = await query<StreamRow>(STREAMED, [embedder, from.seq, from.row, until])
      await checkPapers(query, stored, checked)
      return stored.map((row) => ({ row: row.row, indexed: indexedUnit(row, embedder) }))
    })
    for (const { indexed } of rows) yield indexed
    const end = rows.at(-1)
    if (end === undefined || rows.length < ROWS_AT_ONCE) return
    last = { seq: end.indexed.seq, row: end.row }
  }
}

/** Checks the digest of each paper in a stream once, since the stream shows only some of its columns. Throws `STORE_DAMAGED`. */
async function checkPapers(
  query: CorpusQuery,
  rows: readonly StreamRow[],
  checked: Set<string>,
): Promise<void> {
  const unseen = [...new Set(rows.map(({ paper }) => paper))].filter((id) => !checked.has(id))
  if (unseen.length === 0) return
  const select = `SELECT ${PAPER_COLUMNS.join(', ')} FROM corpus.paper WHERE id = ANY ($1)`
  for (const paper of await query<PaperRow>(select, [unseen])) {
    assertPaperRow(paper)
    checked.add(paper.id)
  }
}

function indexedUnit(stored: StreamRow, embedder: string): IndexedUnit {
  const {
    row: _,
    seq,
    title,
    paper_year: year,
    paper_language: language,
    vector: value,
    vector_digest: digest,
    ...unitRow
  } = stored
  const unit = unitOf(unitRow)
  const vector = value === null ? null : vectorOf(unit.id, embedder, { value, digest })
  return { unit, title, year, language, seq, vector }
}

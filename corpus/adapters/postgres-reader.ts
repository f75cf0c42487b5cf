/** How is a corpus read from PostgreSQL? Each call is one statement or a few, on any connection. */
import { GlossError } from '../../core/index.ts'
import type { CorpusCounts, CorpusReader, IndexedUnit, PaperQuery, UnitQuery } from '../ports.ts'
import type { Unit } from '../unit.ts'
import { type PostgresQuery, withControls } from './postgres-connection.ts'
import { createPostgresGraphReader, readSeq } from './postgres-graph-reader.ts'
import { verifyPostgresCorpus } from './postgres-verify.ts'
import { assertDigest, rowDigest } from './row-digest.ts'
import { countsOfTally, type TallyRow } from './sqlite-tally.ts'
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

/** Rows fetched at once by a stream. Chosen, not measured. */
const STREAM_ROWS = 1_024

const PAPER = `${PAPER_COLUMNS.join(', ')}, (
    SELECT coalesce(json_agg(json_build_array(path, paper_path.digest) ORDER BY row), '[]')::text FROM corpus.paper_path WHERE paper_path.paper = paper.id
  ) AS paths`
const PAPERS = `SELECT ${PAPER} FROM corpus.paper`
const LISTED_PAPERS = `SELECT ${PAPER}, (SELECT record FROM corpus.gate WHERE gate.paper = paper.id) AS gate,
  (SELECT gate.digest FROM corpus.gate WHERE gate.paper = paper.id) AS gate_digest,
  (SELECT count(*) FROM corpus.unit WHERE unit.paper = paper.id AND kind = 'unit') AS units FROM corpus.paper`
const PAGES = `SELECT ${PAGE_COLUMNS.join(', ')} FROM corpus.page WHERE paper = $1`
const UNITS = `SELECT ${UNIT_COLUMNS.join(', ')} FROM corpus.unit`

interface ListedRow extends PaperWithPaths {
  readonly gate: string | null
  readonly gate_digest: string | null
  readonly units: number
}

export function createPostgresReader(query: PostgresQuery): CorpusReader {
  const papersWhere = async (condition: string, value: string | readonly string[]) =>
    (await query<PaperWithPaths>(`${PAPERS} WHERE ${condition}`, [value])).map(plainPaths).map(paperOf)
  const reader: CorpusReader = {
    ...createPostgresGraphReader(query),
    seq: () => readSeq(query),
    counts: () => readCounts(query),
    paper: async (id) => (await papersWhere('id = $1', id))[0] ?? null,
    papersOf: async (ids) => inOrder(ids, await papersWhere('id = ANY ($1)', ids)),
    paperAt: async (path) =>
      (await papersWhere('id = (SELECT paper FROM corpus.paper_path WHERE path = $1)', path))[0] ?? null,
    papers: async (asked = {}) =>
      (await papersMatching<PaperWithPaths>(query, PAPERS, asked)).map(plainPaths).map(paperOf),
    async listPapers(asked = {}) {
      const rows = await papersMatching<ListedRow>(query, LISTED_PAPERS, asked)
      return rows.map(({ gate: record, gate_digest: digest, units, ...row }) => {
        const paper = paperOf(plainPaths(row))
        return { paper, gate: record === null ? null : gateOf(paper.id, { record, digest }), units }
      })
    },
    pages: async (paper) => (await query<PageRow>(`${PAGES} ORDER BY number`, [paper])).map(pageOf),
    page: async (paper, number) =>
      (await query<PageRow>(`${PAGES} AND number = $2`, [paper, number])).map(pageOf)[0] ?? null,
    async gate(paper) {
      const [row] = await query<StoredGateRow>('SELECT record, digest FROM corpus.gate WHERE paper = $1', [
        paper,
      ])
      return row === undefined ? null : gateOf(paper, row)
    },
    units: async (ids) =>
      inOrder(ids, (await query<StoredUnitRow>(`${UNITS} WHERE id = ANY ($1)`, [ids])).map(unitOf)),
    listUnits: (asked = {}) => unitsMatching(query, asked),
    unitsSince: (since, embedder) => streamUnits(query, since, embedder),
    removedSince: async (since) =>
      (
        await query<{ unit: string }>('SELECT unit FROM corpus.removed WHERE seq > $1 ORDER BY seq, unit', [
          since,
        ])
      ).map(({ unit }) => unit),
    setting: (name) =>
      keptValue(query, 'The setting', 'SELECT value, digest FROM corpus.setting WHERE name = $1', name),
    call: (hash) =>
      keptValue(
        query,
        'The cached answer',
        'SELECT answer AS value, digest FROM corpus.call WHERE hash = $1',
        hash,
      ),
    verify: () => verifyPostgresCorpus(query, reader),
  }
  return reader
}

async function readCounts(query: PostgresQuery): Promise<CorpusCounts> {
  return countsOfTally(
    await query<TallyRow>('SELECT tallied, name, count FROM corpus.tally WHERE count <> 0'),
  )
}

/** Null for ids that none of the values has. */
function inOrder<Value extends { readonly id: string }>(
  ids: readonly string[],
  values: readonly Value[],
): (Value | null)[] {
  const byId = new Map(values.map((value) => [value.id, value]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** Characters that PostgreSQL cannot hold are escaped once more within JSON. */
function plainPaths<Row extends PaperWithPaths>(row: Row): Row {
  if (!row.paths.includes('\\u0001')) return row
  const paths = JSON.parse(row.paths) as [string, string][]
  return { ...row, paths: JSON.stringify(paths.map(([path, digest]) => [withControls(path), digest])) }
}

/** Throws `STORE_DAMAGED`. */
async function keptValue(
  query: PostgresQuery,
  what: string,
  select: string,
  name: string,
): Promise<string | null> {
  const [row] = await query<{ value: string; digest: string | null }>(select, [name])
  if (row === undefined) return null
  assertDigest(row.digest, rowDigest([name, row.value]), () => `${what} ${name}`)
  return row.value
}

/** `dropped` means every `dropped:…`. A limit of null means no limit. */
async function papersMatching<Row>(
  query: PostgresQuery,
  select: string,
  { state, after = '', limit }: PaperQuery,
): Promise<Row[]> {
  return await query<Row>(
    `${select} WHERE ($1::text IS NULL OR state = $1 OR (state >= $1 || ':' AND state < $1 || ';')) AND id > $2 ORDER BY id LIMIT $3`,
    [state ?? null, after, limit ?? null],
  )
}

async function unitsMatching(
  query: PostgresQuery,
  { paper, kind, after, limit }: UnitQuery,
): Promise<Unit[]> {
  const [last] =
    after === undefined
      ? [{ paper: '', kind: '', ordinal: -1 }]
      : await query<Pick<StoredUnitRow, 'paper' | 'kind' | 'ordinal'>>(
          'SELECT paper, kind, ordinal FROM corpus.unit WHERE id = $1',
          [after],
        )
  if (last === undefined) throw new GlossError('UNIT_NOT_FOUND', `There is no unit ${after}.`)
  const rows = await query<StoredUnitRow>(
    `${UNITS} WHERE ($1::text IS NULL OR paper = $1) AND ($2::text IS NULL OR kind = $2)
       AND paper >= $3 AND (paper > $3 OR kind < $4 OR (kind = $4 AND ordinal > $5))
     ORDER BY paper, kind DESC, ordinal LIMIT $6`,
    [paper ?? null, kind ?? null, last.paper, last.kind, last.ordinal, limit ?? null],
  )
  return rows.map(unitOf)
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

/** Ends at the change that was the last one when the stream began, so a unit that changes meanwhile is not seen twice. */
async function* streamUnits(
  query: PostgresQuery,
  since: number,
  embedder: string,
): AsyncIterable<IndexedUnit> {
  const columns = UNIT_COLUMNS.map((column) => `unit.${column}`).join(', ')
  const until = await readSeq(query)
  const checked = new Set<string>()
  let last = { seq: since, row: Number.MAX_SAFE_INTEGER }
  while (true) {
    const rows = await query<StreamRow>(
      `SELECT unit.row, ${columns}, unit.seq, paper.title, paper.year AS paper_year, paper.language AS paper_language,
         vector.value AS vector, vector.digest AS vector_digest
       FROM corpus.unit JOIN corpus.paper ON paper.id = unit.paper
       LEFT JOIN corpus.vector ON vector.unit = unit.row
         AND vector.embedder = (SELECT row FROM corpus.embedder WHERE id = $1)
       WHERE (unit.seq, unit.row) > ($2, $3) AND unit.seq <= $4
       ORDER BY unit.seq, unit.row LIMIT ${STREAM_ROWS}`,
      [embedder, last.seq, last.row, until],
    )
    await checkPapers(query, rows, checked)
    for (const row of rows) yield indexedUnit(row, embedder)
    const end = rows.at(-1)
    if (end === undefined || rows.length < STREAM_ROWS) return
    last = { seq: end.seq, row: end.row }
  }
}

/** Of the papers that a stream meets only some parts are shown: each is looked at whole, once. Throws `STORE_DAMAGED`. */
async function checkPapers(
  query: PostgresQuery,
  rows: readonly StreamRow[],
  checked: Set<string>,
): Promise<void> {
  const unseen = [...new Set(rows.map(({ paper }) => paper))].filter((id) => !checked.has(id))
  if (unseen.length === 0) return
  const papers = await query<PaperRow>(
    `SELECT ${PAPER_COLUMNS.join(', ')} FROM corpus.paper WHERE id = ANY ($1)`,
    [unseen],
  )
  for (const paper of papers) {
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
  return {
    unit,
    title,
    year,
    language,
    seq,
    vector: value === null ? null : vectorOf(unit.id, embedder, { value, digest }),
  }
}

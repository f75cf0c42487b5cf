/**
 * The rows of an index beside its corpus in PostgreSQL: each unit with its terms, for pg_textsearch, and its vector, for pgvector; how many units
 * have each term. They are a cache of the corpus, brought up to its `seq` by whoever asks first, in one transaction.
 */
import { contentId } from '../../core/index.ts'
import type { CorpusDatabase, CorpusQuery, CorpusReader, IndexedUnit } from '../../corpus/index.ts'
import { ANALYSER, indexedTerms } from '../index-state.ts'

/** What the list of indexes says of one, and the corpus's own `seq`. */
export interface SearchState {
  readonly now: number
  readonly seq: number
  readonly units: number
  /** Sum of the units' lengths in terms. */
  readonly length: number
}

export interface SearchTable {
  /** Without its schema; the terms and their units are in another with `_term` behind. */
  readonly name: string
  /** The state of an index that is current; `isChanged` where it had to be brought up first. */
  current(): Promise<SearchState>
}

/** A term of a language's name, which no term of a text is. */
export const LANGUAGE = 'language:'
/** Cosines are kept as inner products of these many times the question's length: whole numbers are short to send, and halves keep 11 bits of any. */
export const VECTOR_SCALE = 16_384
/** Beyond them pgvector builds no graph over halves: the server then compares every vector. */
const MOST_GRAPHED_DIMS = 4_000
/** Links of a vector, and vectors looked at for them. See docs/decisions/2026-11-26-search-in-postgresql.md. */
const GRAPH = 'm = 24, ef_construction = 128'
const BATCH_UNITS = 2_000

/** Terms as pg_textsearch reads them: words of ASCII letters and digits, each of them one token whatever is in it. */
export function tokenOf(term: string): string {
  return `t${term.replace(/[^a-z0-9]/gu, (sign) => `x${sign.codePointAt(0)?.toString(16)}z`)}`
}

export function openSearchTable(
  database: CorpusDatabase,
  embedder: { readonly id: string; readonly dims: number },
): SearchTable {
  const settings = JSON.stringify({
    layout: 1,
    analyser: ANALYSER,
    embedder: embedder.id,
    dims: embedder.dims,
  })
  const name = `search_${contentId(settings).slice(0, 12)}`
  let taking: Promise<void> | null = null

  async function state(): Promise<SearchState | undefined> {
    const [row] = await database.query<SearchState>(
      `SELECT meta.seq AS now, search.seq, units, length FROM corpus.meta
         JOIN corpus.search ON search.name = $1`,
      [name],
    )
    return row
  }

  async function takeIn(): Promise<void> {
    await database.transaction(async (query, reader) => {
      await query('INSERT INTO corpus.search VALUES ($1, $2, 0, 0, 0) ON CONFLICT (name) DO NOTHING', [
        name,
        settings,
      ])
      const [at] = await query<{ seq: number }>('SELECT seq FROM corpus.search WHERE name = $1 FOR UPDATE', [
        name,
      ])
      const now = await reader.seq()
      if (at === undefined || at.seq === now) return
      if (at.seq === 0) await createTables(query, name, embedder.dims)
      await applyChanges(query, reader, { name, seq: at.seq, embedder: embedder.id, dims: embedder.dims })
      if (at.seq === 0) await createIndexes(query, name, embedder.dims)
      await query('UPDATE corpus.search SET seq = $1 WHERE name = $2', [now, name])
    })
  }

  return {
    name,
    async current() {
      for (;;) {
        const found = await state()
        if (found !== undefined && found.seq >= found.now) return found
        taking ??= takeIn().finally(() => {
          taking = null
        })
        await taking
      }
    },
  }
}

async function createTables(query: CorpusQuery, name: string, dims: number): Promise<void> {
  const text = 'text COLLATE "C" NOT NULL'
  await query(
    `CREATE TABLE IF NOT EXISTS corpus.${name} (
       id ${text}, paper ${text}, topic ${text}, kind ${text}, year integer NOT NULL, language ${text},
       length integer NOT NULL, terms ${text}, vector halfvec(${dims}) NOT NULL
     )`,
  )
  await query(
    `CREATE TABLE IF NOT EXISTS corpus.${name}_term (term ${text} PRIMARY KEY, units bigint NOT NULL)`,
  )
}

/** After the first rows, since building an index costs less than filling it. */
async function createIndexes(query: CorpusQuery, name: string, dims: number): Promise<void> {
  await query(`CREATE UNIQUE INDEX IF NOT EXISTS ${name}_id ON corpus.${name} (id)`)
  await query(`CREATE INDEX IF NOT EXISTS ${name}_paper ON corpus.${name} (paper)`)
  await query(
    `CREATE INDEX IF NOT EXISTS ${name}_words ON corpus.${name} USING bm25 (terms) WITH (text_config = 'simple')`,
  )
  if (dims <= MOST_GRAPHED_DIMS)
    await query(
      `CREATE INDEX IF NOT EXISTS ${name}_near ON corpus.${name} USING hnsw (vector halfvec_ip_ops) WITH (${GRAPH})`,
    )
  await query(`ANALYZE corpus.${name}`)
}

interface Changes {
  readonly name: string
  readonly seq: number
  readonly embedder: string
  readonly dims: number
}

/** Removals first, since a unit may have come back. */
async function applyChanges(query: CorpusQuery, reader: CorpusReader, changes: Changes): Promise<void> {
  const { name, seq, embedder, dims } = changes
  const gone = seq === 0 ? [] : await reader.removedSince(seq)
  if (gone.length > 0) await count(query, name, -1, `DELETE FROM corpus.${name} WHERE id = ANY ($1)`, [gone])
  let batch: IndexedUnit[] = []
  for await (const unit of reader.unitsSince(seq, embedder)) {
    if (batch.push(unit) < BATCH_UNITS) continue
    await addUnits(query, name, batch, dims)
    batch = []
  }
  if (batch.length > 0) await addUnits(query, name, batch, dims)
}

/** A unit that is there already was read again: it changed after the first reading began, and is then removed by the next change too. */
async function addUnits(
  query: CorpusQuery,
  name: string,
  units: readonly IndexedUnit[],
  dims: number,
): Promise<void> {
  const indexed = units.map(indexedTerms)
  const columns = [
    units.map(({ unit }) => unit.id),
    units.map(({ unit }) => unit.paper),
    units.map(({ unit }) => unit.topic),
    units.map(({ unit }) => unit.kind),
    units.map(({ year }) => year ?? 0),
    indexed.map(({ language }) => language),
    indexed.map(({ terms }) => terms.length),
    indexed.map(({ terms }) => terms.map(tokenOf).join(' ')),
    units.map(({ vector }) => vectorText(vector ?? new Float32Array(dims))),
  ]
  const types = ['text', 'text', 'text', 'text', 'integer', 'text', 'integer', 'text', 'text']
  const given = types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')
  const insert = `INSERT INTO corpus.${name} (id, paper, topic, kind, year, language, length, terms, vector)
    SELECT id, paper, topic, kind, year, language, length, terms, vector::halfvec
    FROM unnest(${given}) AS fresh (id, paper, topic, kind, year, language, length, terms, vector)
    WHERE NOT EXISTS (SELECT FROM corpus.${name} AS known WHERE known.id = fresh.id)`
  await count(query, name, 1, insert, columns)
}

export function vectorText(vector: Float32Array): string {
  return `[${Int16Array.from(vector, (value) => Math.round(value * (VECTOR_SCALE - 1))).join()}]`
}

/** Runs a statement that changes rows, and adds `sign` to the counts for each row that it changed. */
async function count(
  query: CorpusQuery,
  name: string,
  sign: 1 | -1,
  statement: string,
  values: readonly (readonly string[] | readonly number[])[],
): Promise<void> {
  await query(
    `WITH changed AS (${statement} RETURNING id, terms, language, length),
     terms AS (
       SELECT term, count(*) AS units FROM (
         SELECT DISTINCT id, unnest(string_to_array(terms, ' ')) AS term FROM changed
         UNION ALL SELECT id, '${LANGUAGE}' || language FROM changed
       ) AS held GROUP BY term
     ),
     counted AS (
       INSERT INTO corpus.${name}_term AS kept SELECT term, ${sign} * units FROM terms ORDER BY term
       ON CONFLICT (term) DO UPDATE SET units = kept.units + excluded.units
     )
     UPDATE corpus.search SET units = units + ${sign} * (SELECT count(*) FROM changed),
       length = search.length + ${sign} * (SELECT coalesce(sum(length), 0) FROM changed)
     WHERE name = '${name}'`,
    values,
  )
}

/**
 * The rows of an index beside its corpus in PostgreSQL: each unit with its terms, for pg_textsearch, and its vector, for pgvector; and the
 * number of units with each term. They are a cache of the corpus; the first to need them updates them to its `seq`, in one transaction.
 */
import { contentId } from '../../core/index.ts'
import type { CorpusDatabase, CorpusQuery, CorpusReader, IndexedUnit } from '../../corpus/index.ts'
import { ANALYSER, indexedTerms } from '../index-state.ts'
import { leaveWordsToParts, spreadIndex, WORDS_INDEX } from './spread-index.ts'

/** An index's entry in the list of indexes, and the corpus's own `seq`. */
export interface SearchState {
  readonly now: number
  readonly seq: number
  readonly units: number
  /** Sum of the units' lengths, in terms. */
  readonly length: number
  /** Whether the table is spread over several servers; only its parts then have an index of words. */
  readonly is_spread: boolean
}

export interface SearchTable {
  /** Name of the table without its schema; the table of terms and their numbers of units has the suffix `_term`. */
  readonly name: string
  /** Returns the state of the index, after updating it if it is not current. */
  current(): Promise<SearchState>
}

/** Prefix of the terms that count units by language, which no term of a text has. */
export const LANGUAGE = 'language:'
/** Length of stored vectors, to which cosines are scaled: as integers they are short to send, and half floats keep 11 bits at any size. */
export const VECTOR_SCALE = 16_384
/** Most dimensions for which pgvector builds a graph over half floats; beyond them, the server compares every vector. */
const MAX_GRAPH_DIMS = 4_000
/** Links of a vector, and vectors examined to find them. See docs/decisions/2026-11-26-search-in-postgresql.md. */
const GRAPH = 'm = 24, ef_construction = 128'
const BATCH_UNITS = 2_000

/** Returns a term as pg_textsearch can read it: ASCII letters and digits, which form one token whatever the term contains. */
export function tokenOf(term: string): string {
  return `t${term.replace(/[^a-z0-9]/gu, (sign) => `x${sign.codePointAt(0)?.toString(16)}z`)}`
}

export function openSearchTable(
  database: CorpusDatabase,
  embedder: { readonly id: string; readonly dims: number },
  spreadFrom: number,
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
      `SELECT meta.seq AS now, search.seq, units, length, to_regclass('corpus.${name}_words') IS NULL AS is_spread FROM corpus.meta
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
      const isSpread = await spreadIndex(query, name, spreadFrom)
      await applyChanges(query, reader, { name, seq: at.seq, embedder: embedder.id, dims: embedder.dims })
      if (at.seq === 0 || isSpread) await createIndexes(query, name, { dims: embedder.dims, isSpread })
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

/** Creates the indexes after the first rows are inserted, because building an index costs less than filling it. */
async function createIndexes(
  query: CorpusQuery,
  name: string,
  { dims, isSpread }: { readonly dims: number; readonly isSpread: boolean },
): Promise<void> {
  await query(`CREATE UNIQUE INDEX IF NOT EXISTS ${name}_id ON corpus.${name} (id)`)
  await query(`CREATE INDEX IF NOT EXISTS ${name}_paper ON corpus.${name} (paper)`)
  await query(`CREATE INDEX IF NOT EXISTS ${name}_words ON corpus.${name} USING ${WORDS_INDEX}`)
  if (dims <= MAX_GRAPH_DIMS)
    await query(
      `CREATE INDEX IF NOT EXISTS ${name}_near ON corpus.${name} USING hnsw (vector halfvec_ip_ops) WITH (${GRAPH})`,
    )
  await query(`ANALYZE corpus.${name}`)
  if (isSpread) await leaveWordsToParts(query, name)
}

interface Changes {
  readonly name: string
  readonly seq: number
  readonly embedder: string
  readonly dims: number
}

/** Applies removals first, because a unit may have been added again. */
async function applyChanges(query: CorpusQuery, reader: CorpusReader, changes: Changes): Promise<void> {
  const { name, seq, embedder, dims } = changes
  const gone = seq === 0 ? [] : await reader.removedSince(seq)
  if (gone.length > 0) {
    const rows = await query<CountedUnit>(
      `DELETE FROM corpus.${name} WHERE id = ANY ($1) RETURNING terms, language, length`,
      [gone],
    )
    await count(query, name, -1, rows)
  }
  let batch: IndexedUnit[] = []
  for await (const unit of reader.unitsSince(seq, embedder)) {
    if (batch.push(unit) < BATCH_UNITS) continue
    await addUnits(query, name, batch, dims)
    batch = []
  }
  if (batch.length > 0) await addUnits(query, name, batch, dims)
}

/** Adds units, except those in the table: they were added while an earlier update ran, which read them. Changed ones were removed first. */
async function addUnits(
  query: CorpusQuery,
  name: string,
  units: readonly IndexedUnit[],
  dims: number,
): Promise<void> {
  const known = await query<{ id: string }>(`SELECT id FROM corpus.${name} WHERE id = ANY ($1)`, [
    units.map(({ unit }) => unit.id),
  ])
  const isKnown = new Set(known.map(({ id }) => id))
  const fresh = units.filter(({ unit }) => !isKnown.has(unit.id))
  const rows = fresh.map((unit) => {
    const { language, terms } = indexedTerms(unit)
    return { language, terms: terms.map(tokenOf).join(' '), length: terms.length }
  })
  const columns = [
    fresh.map(({ unit }) => unit.id),
    fresh.map(({ unit }) => unit.paper),
    fresh.map(({ unit }) => unit.topic),
    fresh.map(({ unit }) => unit.kind),
    fresh.map(({ year }) => year ?? 0),
    rows.map(({ language }) => language),
    rows.map(({ length }) => length),
    rows.map(({ terms }) => terms),
    fresh.map(({ vector }) => vectorText(vector ?? new Float32Array(dims))),
  ]
  const types = ['text', 'text', 'text', 'text', 'integer', 'text', 'integer', 'text', 'text']
  const given = types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')
  await query(
    `INSERT INTO corpus.${name} (id, paper, topic, kind, year, language, length, terms, vector)
     SELECT id, paper, topic, kind, year, language, length, terms, vector::halfvec
     FROM unnest(${given}) AS fresh (id, paper, topic, kind, year, language, length, terms, vector)`,
    columns,
  )
  await count(query, name, 1, rows)
}

export function vectorText(vector: Float32Array): string {
  return `[${Int16Array.from(vector, (value) => Math.round(value * (VECTOR_SCALE - 1))).join()}]`
}

interface CountedUnit {
  /** Tokens, separated by spaces. */
  readonly terms: string
  readonly language: string
  readonly length: number
}

/** Adds units to the counts of their terms and of the index, or subtracts them. A separate statement, as the one on rows may be spread. */
async function count(
  query: CorpusQuery,
  name: string,
  sign: 1 | -1,
  units: readonly CountedUnit[],
): Promise<void> {
  const counts = new Map<string, number>()
  for (const { terms, language } of units)
    for (const term of new Set([...terms.split(' '), `${LANGUAGE}${language}`]))
      if (term !== '') counts.set(term, (counts.get(term) ?? 0) + sign)
  await query(
    `INSERT INTO corpus.${name}_term AS kept SELECT term, units FROM unnest($1::text[], $2::bigint[]) AS counted (term, units) ORDER BY term
     ON CONFLICT (term) DO UPDATE SET units = kept.units + excluded.units`,
    [[...counts.keys()], [...counts.values()]],
  )
  const length = units.reduce((sum, unit) => sum + unit.length, 0)
  await query('UPDATE corpus.search SET units = units + $1, length = length + $2 WHERE name = $3', [
    sign * units.length,
    sign * length,
    name,
  ])
}

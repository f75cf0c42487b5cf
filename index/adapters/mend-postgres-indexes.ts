/**
 * Checks the server's indexes and mends them. Each is searched for a unit that it must have; an index that fails or does not find it is
 * rebuilt from its table, which loses nothing. pg_textsearch has had indexes that no query could read (timescale/pg_textsearch, issue 430).
 */
import { randomUUID } from 'node:crypto'
import { contentId, isGlossError } from '../../core/index.ts'
import type { CorpusDatabase, CorpusQuery } from '../../corpus/index.ts'
import { byWords } from './postgres-candidates.ts'
import { partsOf, reindexParts } from './spread-index.ts'

export interface CheckedIndex {
  /** Name of the index, from its table and kind: `search_0123456789ab_words`. */
  readonly index: string
  readonly state: 'sound' | 'mended' | 'broken'
  /** What was wrong, as a sentence; empty for a sound index. */
  readonly problem: string
}

interface KnownUnit {
  readonly id: string
  readonly terms: string
}

interface SearchedTable {
  readonly name: string
  readonly kind: 'words' | 'near'
  /** Whether the table is spread over several servers, each with its own index. */
  readonly is_spread: boolean
}

/** Returns whether an index finds a unit; null if equally good units, perhaps of a sound part of a broken index, hide it. */
type Probe = (query: CorpusQuery, table: SearchedTable, unit: KnownUnit) => Promise<boolean | null>

/** Units to search for. A neighbour graph may miss one, so it is broken only if it finds none of them. Chosen, not measured. */
const KNOWN_UNITS = 20
/** Units to draw from a spread table, so that each of its parts has some. Chosen, not measured. */
const SPREAD_KNOWN_UNITS = 200
/** Units that a search returns, as many as `hybrid` takes. */
const ASKED_UNITS = 100
/** Most units of a term that are searched through; others may hide a unit without a rarer term. Chosen, not measured. */
const MAX_UNITS_OF_TERM = 1_000

const PROBES: Readonly<Record<SearchedTable['kind'], Probe>> = { words: findsByWords, near: findsByVector }

/** Returns whether the error is pg_textsearch's for a part that was moved. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith('operator requires index')
}

/** Returns whether a query may have failed because of an unreadable index. */
export function isIndexFault(error: unknown): boolean {
  const isInternal = error instanceof Error && 'code' in error && String(error.code).startsWith('XX')
  return isInternal || isMissing(error) || isGlossError(error, 'STORE_DAMAGED')
}

/** Checks every index of the corpus, whatever its settings. Throws errors that are not an index's fault, such as `STORE_UNREACHABLE`. */
export async function mendIndexes(database: CorpusDatabase): Promise<CheckedIndex[]> {
  const tables = await database.query<SearchedTable>(
    `SELECT name, kind, to_regclass('corpus.' || name || '_words') IS NULL AS is_spread FROM corpus.search, unnest(ARRAY['words', 'near']) AS kind
     WHERE units > 0 AND (kind = 'words' OR to_regclass('corpus.' || name || '_near') IS NOT NULL) ORDER BY 1, 2`,
  )
  const checked: CheckedIndex[] = []
  for (const table of tables) checked.push(await mendIndex(database, table))
  return checked
}

async function mendIndex(database: CorpusDatabase, table: SearchedTable): Promise<CheckedIndex> {
  const { name, kind } = table
  const index = `${name}_${kind}`
  const ask = (query: CorpusQuery) => problemOf(query, table)
  const problem = await inTransaction(database, ask)
  if (problem === null) return { index, state: 'sound', problem: '' }
  const left = await inTransaction(database, async (query) => {
    // A process that finds the index broken at the same time waits, and then finds it sound; so does an update of the index.
    await query('SELECT FROM corpus.search WHERE name = $1 FOR UPDATE', [name])
    if (table.is_spread) await reindexParts(query, name, kind)
    else await query(`REINDEX INDEX corpus.${index}`)
    return await ask(query)
  })
  return { index, state: left === null ? 'mended' : 'broken', problem }
}

/** Runs `work` in a transaction. A failure of an index, which ends the transaction, is returned as the problem. */
async function inTransaction(
  database: CorpusDatabase,
  work: (query: CorpusQuery) => Promise<string | null>,
): Promise<string | null> {
  try {
    return await database.transaction(work)
  } catch (error) {
    if (!isIndexFault(error)) throw error
    return isGlossError(error) ? error.message : `${error instanceof Error ? error.message : String(error)}.`
  }
}

/** Searches for units from a random point in the order of ids, which are hashes. */
async function problemOf(query: CorpusQuery, table: SearchedTable): Promise<string | null> {
  const { name, kind, is_spread } = table
  const wanted = is_spread ? SPREAD_KNOWN_UNITS : KNOWN_UNITS
  const which = `SELECT id, terms FROM corpus.${name} WHERE ${kind === 'words' ? 'length > 0' : '(vector <#> vector) < 0'}`
  const from = contentId(randomUUID())
  const units = await query<KnownUnit>(
    `(${which} AND id >= $1 ORDER BY id LIMIT $2) UNION ALL (${which} AND id < $1 ORDER BY id LIMIT $2)`,
    [from, wanted],
  )
  // The planner would compare every row of a small table instead of using the index.
  for (const way of ['enable_seqscan', 'enable_sort', 'enable_bitmapscan'])
    await query(`SET LOCAL ${way} = off`)
  // The setting of real searches, which applies at every server that has a part.
  await query('SET LOCAL hnsw.ef_search = 120')
  for (const part of is_spread ? await partsOf(query, name, units.slice(0, wanted)) : [units]) {
    const problem = await problemOfPart(query, table, part.slice(0, KNOWN_UNITS))
    if (problem !== null) return problem
  }
  return null
}

/** Returns null if one of the units is found, or all are hidden. */
async function problemOfPart(
  query: CorpusQuery,
  table: SearchedTable,
  units: readonly KnownUnit[],
): Promise<string | null> {
  let problem: string | null = null
  for (const unit of units) {
    const isFound = await PROBES[table.kind](query, table, unit)
    if (isFound === true) return null
    const asked = table.kind === 'words' ? 'words' : 'vector'
    if (isFound === false) problem = `The unit ${unit.id} is not found by its ${asked}.`
  }
  return problem
}

/** Searches by the unit's rarest term, for all units that have it, plus some that may have been added since they were counted. */
async function findsByWords(
  query: CorpusQuery,
  { name, is_spread }: SearchedTable,
  unit: KnownUnit,
): Promise<boolean | null> {
  const [rarest] = await query<{ term: string; units: number }>(
    `SELECT term, units FROM corpus.${name}_term WHERE term = ANY ($1) AND units > 0 ORDER BY units, term LIMIT 1`,
    [unit.terms.split(' ')],
  )
  if (rarest === undefined) return null
  const limit = Math.min(rarest.units, MAX_UNITS_OF_TERM) + ASKED_UNITS
  const found = await query<{ id: string }>(
    `SELECT id FROM corpus.${name} ORDER BY ${byWords(name, is_spread, '$1')} LIMIT $2`,
    [rarest.term, limit],
  )
  if (found.some(({ id }) => id === unit.id)) return true
  return found.length > 0 && rarest.units > MAX_UNITS_OF_TERM ? null : false
}

/** Searches by the unit's own vector; others hide it if all units returned are as near as the unit itself. */
async function findsByVector(
  query: CorpusQuery,
  { name }: SearchedTable,
  { id }: KnownUnit,
): Promise<boolean | null> {
  const [row] = await query<{ is_found: boolean | null; as_near: number }>(
    `WITH asked AS MATERIALIZED (SELECT vector FROM corpus.${name} WHERE id = $1)
     SELECT bool_or(near.id = $1) AS is_found,
       count(*) FILTER (WHERE near.distance <= 0.99 * (SELECT vector <#> vector FROM asked)) AS as_near FROM (
       SELECT id, vector <#> (SELECT vector FROM asked) AS distance FROM corpus.${name}
       ORDER BY vector <#> (SELECT vector FROM asked) LIMIT ${ASKED_UNITS}
     ) AS near`,
    [id],
  )
  if (row?.is_found === true) return true
  return row?.as_near === ASKED_UNITS ? null : false
}

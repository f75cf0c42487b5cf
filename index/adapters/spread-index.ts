/**
 * Spreads an index beside its corpus over the workers of a PostgreSQL server with Citus: its rows by the hash of their ids, in one part for
 * each worker, since a search uses every part. The corpus stays where it is. See docs/decisions/2026-11-28-index-over-several-servers.md.
 */
import type { CorpusQuery } from '../../corpus/index.ts'

/** Units from which an index is spread. A smaller one is some 2.5 GB, and each part adds to the cost of a search. Chosen, not measured. */
export const SPREAD_UNITS = 1_000_000

/** Definition of the index of words. */
export const WORDS_INDEX = `bm25 (terms) WITH (text_config = 'simple')`

interface Spreadable {
  readonly workers: number
  readonly units: number
  readonly is_spread: boolean
}

/** Spreads the table if the server has workers and the corpus enough units. Returns whether it did; the index of words is then dropped. */
export async function spreadIndex(query: CorpusQuery, name: string, from: number): Promise<boolean> {
  const citus = await query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  if (citus.length === 0) return false
  const [found] = await query<Spreadable>(
    `SELECT (SELECT count(*) FROM pg_dist_node WHERE isactive AND shouldhaveshards AND noderole = 'primary') AS workers,
       (SELECT coalesce(sum(count), 0)::bigint FROM corpus.tally WHERE tallied = 'unit') AS units,
       EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'corpus.${name}'::regclass) AS is_spread`,
  )
  if (found === undefined || found.is_spread || found.workers < 2 || found.units < from) return false
  // Citus does not derive this extension from the table's columns, as it does pgvector.
  await query(`SELECT run_command_on_workers('CREATE EXTENSION IF NOT EXISTS pg_textsearch')`)
  await query('SET LOCAL citus.enable_ddl_propagation = on')
  await query(`DROP INDEX IF EXISTS corpus.${name}_words`)
  await query(
    `SELECT create_distributed_table('corpus.${name}', 'id', colocate_with => 'none', shard_count => ${found.workers})`,
  )
  await query(`SELECT truncate_local_data_after_distributing_table('corpus.${name}')`)
  return true
}

/** Drops the coordinator's own index of words, which has no rows: pg_textsearch would put its name into the queries sent to the parts. */
export async function leaveWordsToParts(query: CorpusQuery, name: string): Promise<void> {
  await query('SET LOCAL citus.enable_ddl_propagation = off')
  await query(`DROP INDEX corpus.${name}_words`)
}

/** Groups the units by the part that has them. */
export async function partsOf<Unit extends { readonly id: string }>(
  query: CorpusQuery,
  name: string,
  units: readonly Unit[],
): Promise<Unit[][]> {
  const rows = await query<{ part: number }>(
    `SELECT get_shard_id_for_distribution_column('corpus.${name}', id) AS part FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, at) ORDER BY at`,
    [units.map(({ id }) => id)],
  )
  return [...Map.groupBy(units, (_, at) => rows[at]?.part).values()]
}

/**
 * Rebuilds an index in every part, over the coordinator's connections; the transaction must not have used the table. A part that Citus
 * moved has lost its index of words, which the coordinator does not know about.
 */
export async function reindexParts(query: CorpusQuery, name: string, kind: 'words' | 'near'): Promise<void> {
  const method = kind === 'words' ? 'bm25' : 'hnsw'
  await query(`SELECT run_command_on_shards('corpus.${name}', $1)`, [
    `DO $reindex$ DECLARE known text := (
       SELECT indexrelid::regclass FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam
       WHERE amname = '${method}' AND indrelid = '%1$s'::regclass LIMIT 1);
     BEGIN
       IF known IS NOT NULL THEN EXECUTE 'REINDEX INDEX ' || known;
       ELSIF '${kind}' = 'words' THEN CREATE INDEX ON %1$s USING ${WORDS_INDEX}; END IF;
     END $reindex$`,
  ])
}

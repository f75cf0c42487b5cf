/** How is the entity graph of a corpus read from PostgreSQL? */
import type { Extraction, GraphCounts, GraphReader, GraphUnit } from '../graph-rows.ts'
import type { PostgresQuery } from './postgres-connection.ts'
import { assertDigest } from './row-digest.ts'
import {
  assertUnitGraph,
  type FactRow,
  factOf,
  type MentionRow,
  mentionOf,
  phraseDigest,
  type SynonymRow,
  synonymOf,
  type UnitGraphRow,
} from './stored-graph-rows.ts'
import { decodeVector } from './vector-blob.ts'

/** Units fetched at once by a stream. Chosen, not measured. */
const STREAM_ROWS = 1_024

const MENTION =
  'mention.name, alias, mention.kind, is_subject, mention.start_offset, mention.end_offset, mention.digest'
const FACT = 'subject, predicate, object, fact.digest'
const OF_EMBEDDER = 'embedder = (SELECT row FROM corpus.embedder WHERE id = $2)'

export function createPostgresGraphReader(query: PostgresQuery): GraphReader {
  return {
    graphCounts: () => countsOf(query),
    async hasFacts() {
      const [row] = await query<{ has: boolean }>('SELECT EXISTS (SELECT 1 FROM corpus.fact) AS has')
      return row?.has === true
    },
    papersToName: async (recipe, limit, after = '') =>
      (
        await query<{ paper: string }>(
          `SELECT DISTINCT unit.paper FROM corpus.unit LEFT JOIN corpus.unit_graph ON unit_graph.unit = unit.row
           WHERE unit.paper > $1 AND unit_graph.recipe IS DISTINCT FROM $2 ORDER BY unit.paper LIMIT $3`,
          [after, recipe, limit],
        )
      ).map(({ paper }) => paper),
    unitsToExtract: (limit, after) => unitsToExtract(query, limit, after),
    graphSince: (seq) => streamGraph(query, seq),
    mentions: async (unit) =>
      (
        await query<MentionRow>(
          `SELECT ${MENTION} FROM corpus.mention WHERE unit = (SELECT row FROM corpus.unit WHERE id = $1) ORDER BY place`,
          [unit],
        )
      ).map((row) => mentionOf(unit, row)),
    mentionsOf: async (name, limit) =>
      (
        await query<MentionRow & { unit_id: string }>(
          `SELECT unit.id AS unit_id, ${MENTION} FROM corpus.mention JOIN corpus.unit ON unit.row = mention.unit
           WHERE mention.name = $1 OR (mention.alias = $1 AND mention.alias <> mention.name)
           ORDER BY unit.id, place LIMIT $2`,
          [name, limit],
        )
      ).map(({ unit_id: unit, ...row }) => ({ unit, mention: mentionOf(unit, row) })),
    factsOf: async (name, limit) =>
      (
        await query<FactRow & { unit_id: string; made: string }>(
          `SELECT unit.id AS unit_id, unit_graph.made, ${FACT} FROM corpus.fact JOIN corpus.unit ON unit.row = fact.unit
             JOIN corpus.unit_graph ON unit_graph.unit = fact.unit
           WHERE subject = $1 OR object = $1 ORDER BY unit.id, place LIMIT $2`,
          [name, limit],
        )
      ).map(({ unit_id: unit, made, ...row }) => ({ unit, fact: factOf(unit, row), made })),
    extraction: (unit) => readExtraction(query, unit),
    synonymsSince: async (seq, embedder) =>
      (
        await query<SynonymRow>(
          `SELECT one, other, cosine, digest FROM corpus.synonym WHERE seq > $1 AND ${OF_EMBEDDER} ORDER BY one, other`,
          [seq, embedder],
        )
      ).map((row) => synonymOf(embedder, row)),
    synonymsOf: async (name, embedder) =>
      (
        await query<SynonymRow>(
          `SELECT one, other, cosine, digest FROM corpus.synonym
           WHERE (one = $1 OR other = $1) AND ${OF_EMBEDDER} ORDER BY one, other`,
          [name, embedder],
        )
      ).map((row) => synonymOf(embedder, row)),
    phraseVectors: (embedder, phrases) => readPhraseVectors(query, embedder, phrases),
  }
}

async function readPhraseVectors(
  query: PostgresQuery,
  embedder: string,
  phrases: readonly string[],
): Promise<(Float32Array | null)[]> {
  const rows = await query<{ phrase: string; value: Uint8Array; digest: string | null }>(
    `SELECT phrase, value, digest FROM corpus.phrase_vector WHERE phrase = ANY ($1) AND ${OF_EMBEDDER}`,
    [phrases, embedder],
  )
  const byPhrase = new Map(rows.map((row) => [row.phrase, row]))
  return phrases.map((phrase) => {
    const row = byPhrase.get(phrase)
    if (row === undefined) return null
    const { value, digest } = row
    assertDigest(digest, phraseDigest(phrase, embedder, value), () => `The vector of the phrase ${phrase}`)
    return decodeVector(value)
  })
}

async function unitsToExtract(query: PostgresQuery, limit: number, after?: string): Promise<string[]> {
  const [last] =
    after === undefined
      ? []
      : await query<{ paper: string; kind: string; ordinal: number }>(
          'SELECT paper, kind, ordinal FROM corpus.unit WHERE id = $1',
          [after],
        )
  const rows = await query<{ id: string }>(
    `SELECT unit.id FROM corpus.unit LEFT JOIN corpus.unit_graph ON unit_graph.unit = unit.row
     WHERE unit_graph.made IS NULL AND paper >= $1
       AND (paper > $1 OR kind < $2 OR (kind = $2 AND ordinal > $3))
     ORDER BY paper, kind DESC, ordinal LIMIT $4`,
    [last?.paper ?? '', last?.kind ?? '', last?.ordinal ?? -1, limit],
  )
  return rows.map(({ id }) => id)
}

interface StreamRow {
  readonly row: number
  readonly seq: number
  readonly unit: string
  readonly paper: string
}

/** Ends at the change that was the last one when the stream began, so that no unit is seen twice. */
async function* streamGraph(query: PostgresQuery, since: number): AsyncIterable<GraphUnit> {
  const until = await readSeq(query)
  let last = { seq: since, row: Number.MAX_SAFE_INTEGER }
  while (true) {
    const rows = await query<StreamRow>(
      `SELECT unit.row, unit_graph.seq, unit.id AS unit, unit.paper FROM corpus.unit_graph
         JOIN corpus.unit ON unit.row = unit_graph.unit
       WHERE (unit_graph.seq, unit_graph.unit) > ($1, $2) AND unit_graph.seq <= $3
       ORDER BY unit_graph.seq, unit_graph.unit LIMIT ${STREAM_ROWS}`,
      [last.seq, last.row, until],
    )
    const places = rows.map(({ row }) => row)
    const mentions = await rowsByUnit<MentionRow>(query, 'mention', MENTION, places)
    const facts = await rowsByUnit<FactRow>(query, 'fact', FACT, places)
    for (const { row, ...unit } of rows)
      yield {
        ...unit,
        mentions: (mentions.get(row) ?? []).map((mention) => mentionOf(unit.unit, mention)),
        facts: (facts.get(row) ?? []).map((fact) => factOf(unit.unit, fact)),
      }
    const end = rows.at(-1)
    if (end === undefined || rows.length < STREAM_ROWS) return
    last = { seq: end.seq, row: end.row }
  }
}

/** Returns the rows of units by the units' row numbers, in their order. */
async function rowsByUnit<Row>(
  query: PostgresQuery,
  table: 'mention' | 'fact',
  columns: string,
  units: readonly number[],
): Promise<Map<number, Row[]>> {
  const rows = await query<Row & { at: number }>(
    `SELECT unit AS at, ${columns} FROM corpus.${table} WHERE unit = ANY ($1) ORDER BY unit, place`,
    [units],
  )
  return Map.groupBy(rows, ({ at }) => at)
}

async function readExtraction(query: PostgresQuery, unit: string): Promise<Extraction | null> {
  const [found] = await query<UnitGraphRow & { row: number }>(
    `SELECT unit.row, recipe, unit_graph.made, entities, triples, unit_graph.digest
     FROM corpus.unit JOIN corpus.unit_graph ON unit_graph.unit = unit.row
     WHERE unit.id = $1 AND unit_graph.made IS NOT NULL`,
    [unit],
  )
  if (found === undefined) return null
  assertUnitGraph(unit, found)
  const { row, made, entities, triples } = found
  const facts = await rowsByUnit<FactRow>(query, 'fact', FACT, [row])
  return {
    unit,
    made: made ?? '',
    entities: JSON.parse(entities ?? '[]') as string[],
    triples: JSON.parse(triples ?? '[]') as string[][],
    facts: (facts.get(row) ?? []).map((fact) => factOf(unit, fact)),
  }
}

async function countsOf(query: PostgresQuery): Promise<GraphCounts> {
  const [row] = await query<GraphCounts>(
    `SELECT (SELECT count(recipe) FROM corpus.unit_graph) AS named, (SELECT count(made) FROM corpus.unit_graph) AS extracted,
       (SELECT count(DISTINCT name) FROM corpus.mention) AS names,
       (SELECT count(*) FROM (SELECT DISTINCT alias, name FROM corpus.mention WHERE alias <> name) AS aliases) AS aliases,
       (SELECT count(*) FROM corpus.mention) AS mentions, (SELECT count(*) FROM corpus.fact) AS facts,
       (SELECT count(*) FROM corpus.synonym) AS synonyms`,
  )
  return row!
}

/** Throws `STORE_DAMAGED`. */
export async function readSeq(query: PostgresQuery): Promise<number> {
  const [row] = await query<{ seq: number; inverse: number }>('SELECT seq, inverse FROM corpus.meta')
  const { seq, inverse } = row ?? { seq: 0, inverse: 0 }
  assertDigest(inverse, -seq - 1, () => 'The number of the last change')
  return seq
}

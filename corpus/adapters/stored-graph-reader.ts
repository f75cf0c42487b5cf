/** Reads the entity graph of a corpus from its tables. */
import type { Extraction, GraphCounts, GraphReader, GraphUnit } from '../graph-rows.ts'
import type { CorpusQuery } from '../ports.ts'
import { type CorpusTables, rowReaders } from './corpus-tables.ts'
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

/** Units that a stream fetches at once, each with some 10 names. Chosen, not measured. */
const UNITS_AT_ONCE = 128

const MENTION =
  'mention.name, alias, mention.kind, is_subject, mention.start_offset, mention.end_offset, mention.digest'
const FACT = 'subject, predicate, object, fact.digest'
const ANY_FACT = 'SELECT EXISTS (SELECT 1 FROM corpus.fact) AS found'
/** A subquery for each unit keeps to the order of the index and ends at the limit; PostgreSQL hashed and sorted all units for a join. */
const graphColumn = (column: string) =>
  `(SELECT ${column} FROM corpus.unit_graph WHERE unit_graph.unit = unit.row)`
const PAPERS_TO_NAME = `SELECT DISTINCT paper FROM corpus.unit
  WHERE paper > $1 AND ${graphColumn('recipe')} IS DISTINCT FROM $2 ORDER BY paper LIMIT $3`
const MENTIONS_OF_UNIT = `SELECT ${MENTION} FROM corpus.mention
  WHERE unit = (SELECT row FROM corpus.unit WHERE id = $1) ORDER BY place`
const MENTIONS_OF_NAME = `SELECT unit.id AS unit_id, ${MENTION} FROM corpus.mention JOIN corpus.unit ON unit.row = mention.unit
  WHERE mention.name = $1 OR (mention.alias = $1 AND mention.alias <> mention.name) ORDER BY unit.id, place LIMIT $2`
const FACTS_OF_NAME = `SELECT unit.id AS unit_id, unit_graph.made, ${FACT} FROM corpus.fact JOIN corpus.unit ON unit.row = fact.unit
    JOIN corpus.unit_graph ON unit_graph.unit = fact.unit
  WHERE subject = $1 OR object = $1 ORDER BY unit.id, place LIMIT $2`
const SYNONYMS = 'SELECT one, other, cosine, digest FROM corpus.synonym WHERE'
const OF_EMBEDDER = 'embedder = (SELECT row FROM corpus.embedder WHERE id = $2)'
const BY_EMBEDDER = `AND ${OF_EMBEDDER} ORDER BY one, other`

interface OfUnit {
  readonly unit_id: string
}

export function createStoredGraphReader(tables: CorpusTables): GraphReader {
  const { query, call } = tables
  const { all, first } = rowReaders(tables)
  return {
    graphCounts: () => call(() => countsOf(query)),
    hasFacts: async () =>
      (await first([ANY_FACT], ({ found }: { readonly found: unknown }) => Boolean(found))) === true,
    papersToName: (recipe, limit, after = '') =>
      all([PAPERS_TO_NAME, after, recipe, limit], ({ paper }: { readonly paper: string }) => paper),
    unitsToExtract: (limit, after) => call(() => unitsToExtract(query, limit, after)),
    graphSince: (seq) => streamGraph(tables, seq),
    mentions: (unit) => all([MENTIONS_OF_UNIT, unit], (row: MentionRow) => mentionOf(unit, row)),
    mentionsOf: (name, limit) =>
      all([MENTIONS_OF_NAME, name, limit], ({ unit_id: unit, ...row }: MentionRow & OfUnit) => ({
        unit,
        mention: mentionOf(unit, row),
      })),
    factsOf: (name, limit) =>
      all(
        [FACTS_OF_NAME, name, limit],
        ({ unit_id: unit, made, ...row }: FactRow & OfUnit & { readonly made: string }) => ({
          unit,
          fact: factOf(unit, row),
          made,
        }),
      ),
    extraction: (unit) => call(() => readExtraction(query, unit)),
    synonymsSince: (seq, embedder) =>
      all([`${SYNONYMS} seq > $1 ${BY_EMBEDDER}`, seq, embedder], (row: SynonymRow) =>
        synonymOf(embedder, row),
      ),
    synonymsOf: (name, embedder) =>
      all([`${SYNONYMS} (one = $1 OR other = $1) ${BY_EMBEDDER}`, name, embedder], (row: SynonymRow) =>
        synonymOf(embedder, row),
      ),
    phraseVectors: (embedder, phrases) => call(() => readPhraseVectors(query, embedder, phrases)),
  }
}

async function readPhraseVectors(
  query: CorpusQuery,
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

async function unitsToExtract(query: CorpusQuery, limit: number, after?: string): Promise<string[]> {
  const [last] =
    after === undefined
      ? []
      : await query<{ paper: string; kind: string; ordinal: number }>(
          'SELECT paper, kind, ordinal FROM corpus.unit WHERE id = $1',
          [after],
        )
  const rows = await query<{ id: string }>(
    `SELECT id FROM corpus.unit WHERE ${graphColumn('made')} IS NULL AND paper >= $1
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

const STREAMED = `SELECT unit.row, unit_graph.seq, unit.id AS unit, unit.paper FROM corpus.unit_graph
    JOIN corpus.unit ON unit.row = unit_graph.unit
  WHERE (unit_graph.seq, unit_graph.unit) > ($1, $2) AND unit_graph.seq <= $3
  ORDER BY unit_graph.seq, unit_graph.unit LIMIT ${UNITS_AT_ONCE}`

/** Ends at the change that was the last when the stream began, so that no unit is yielded twice. */
async function* streamGraph({ query, call }: CorpusTables, since: number): AsyncIterable<GraphUnit> {
  const until = await call(() => readSeq(query))
  let last = { seq: since, row: Number.MAX_SAFE_INTEGER }
  while (true) {
    const from = last
    const units = await call(async () =>
      graphUnits(query, await query<StreamRow>(STREAMED, [from.seq, from.row, until])),
    )
    for (const { unit } of units) yield unit
    const end = units.at(-1)
    if (end === undefined || units.length < UNITS_AT_ONCE) return
    last = { seq: end.unit.seq, row: end.row }
  }
}

async function graphUnits(
  query: CorpusQuery,
  rows: readonly StreamRow[],
): Promise<{ row: number; unit: GraphUnit }[]> {
  const places = rows.map(({ row }) => row)
  const mentions = await rowsByUnit<MentionRow>(query, 'mention', MENTION, places)
  const facts = await rowsByUnit<FactRow>(query, 'fact', FACT, places)
  return rows.map(({ row, ...of }) => ({
    row,
    unit: {
      ...of,
      mentions: (mentions.get(row) ?? []).map((mention) => mentionOf(of.unit, mention)),
      facts: (facts.get(row) ?? []).map((fact) => factOf(of.unit, fact)),
    },
  }))
}

/** Returns the units' rows by unit row number, in order of place. */
async function rowsByUnit<Row>(
  query: CorpusQuery,
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

async function readExtraction(query: CorpusQuery, unit: string): Promise<Extraction | null> {
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

async function countsOf(query: CorpusQuery): Promise<GraphCounts> {
  const [row] = await query<GraphCounts>(
    `SELECT (SELECT count(recipe) FROM corpus.unit_graph) AS named, (SELECT count(made) FROM corpus.unit_graph) AS extracted,
       (SELECT count(DISTINCT name) FROM corpus.mention) AS names,
       (SELECT count(*) FROM (SELECT DISTINCT alias, name FROM corpus.mention WHERE alias <> name) AS aliases) AS aliases,
       (SELECT count(*) FROM corpus.mention) AS mentions, (SELECT count(*) FROM corpus.fact) AS facts,
       (SELECT count(*) FROM corpus.synonym) AS synonyms`,
  )
  return row!
}

/** Returns the number of the last change. Throws `STORE_DAMAGED`. */
export async function readSeq(query: CorpusQuery): Promise<number> {
  const [row] = await query<{ seq: number; inverse: number }>('SELECT seq, inverse FROM corpus.meta')
  const { seq, inverse } = row ?? { seq: 0, inverse: 0 }
  assertDigest(inverse, -seq - 1, () => 'The number of the last change')
  return seq
}

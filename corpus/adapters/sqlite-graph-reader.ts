/** How is the entity graph of a corpus read? */
import type { Database } from 'better-sqlite3'
import type { Extraction, GraphCounts, GraphReader, GraphUnit } from '../graph-rows.ts'
import { assertDigest } from './row-digest.ts'
import type { StoreCall } from './sqlite-failure.ts'
import { prepareSeq } from './sqlite-seq.ts'
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

/** Units fetched at once by a stream, with some 10 names each. Chosen, not measured. */
const STREAM_ROWS = 128

interface StreamRow {
  readonly row: number
  readonly seq: number
  readonly unit: string
  readonly paper: string
}

type Statements = ReturnType<typeof prepareStatements>

const MENTION = 'name, alias, kind, is_subject, start_offset, end_offset, mention.digest'
/** The same next to a unit's own columns. */
const MENTION_OF_NAME =
  'mention.name, alias, mention.kind, is_subject, mention.start_offset, mention.end_offset, mention.digest'
const FACT = 'subject, predicate, object, fact.digest'
/** Of the units whose rows a JSON list has. */
const IN_ROWS = 'unit IN (SELECT value FROM json_each(?)) ORDER BY unit, place'
const OF_EMBEDDER = 'embedder = (SELECT row FROM embedder WHERE id = @embedder)'

export function createSqliteGraphReader(database: Database, run: StoreCall): GraphReader {
  const sql = prepareStatements(database)
  return {
    graphCounts: () => run(() => countsOf(database)),
    hasFacts: () => run(() => sql.hasFacts.get() === 1),
    papersToName: (recipe, limit, after = '') => run(() => sql.papersToName.all({ recipe, limit, after })),
    unitsToExtract: (limit, after) => run(() => unitsToExtract(sql, limit, after)),
    graphSince: (seq) => streamGraph(sql, run, seq),
    mentions: (unit) => run(() => sql.mentionsOfUnit.all(unit).map((row) => mentionOf(unit, row))),
    mentionsOf: (name, limit) =>
      run(() =>
        sql.mentionsOfName
          .all({ name, limit })
          .map(({ unit, ...row }) => ({ unit, mention: mentionOf(unit, row) })),
      ),
    factsOf: (name, limit) =>
      run(() =>
        sql.factsOfName
          .all({ name, limit })
          .map(({ unit, made, ...row }) => ({ unit, made, fact: factOf(unit, row) })),
      ),
    extraction: (unit) => run(() => extractionOf(sql, unit)),
    synonymsSince: (seq, embedder) =>
      run(() => sql.synonymsSince.all({ seq, embedder }).map((row) => synonymOf(embedder, row))),
    synonymsOf: (name, embedder) =>
      run(() => sql.synonymsOf.all({ name, embedder }).map((row) => synonymOf(embedder, row))),
    phraseVectors: (embedder, phrases) =>
      run(() =>
        phrases.map((phrase) => {
          const row = sql.phraseVector.get({ phrase, embedder })
          if (row === undefined) return null
          const what = () => `The vector of the phrase ${phrase}`
          assertDigest(row.digest, phraseDigest(phrase, embedder, row.value), what)
          return decodeVector(row.value)
        }),
      ),
  }
}

function prepareStatements(database: Database) {
  return {
    seq: prepareSeq(database),
    hasFacts: database.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM fact)').pluck(),
    papersToName: database
      .prepare<[object], string>(
        `SELECT DISTINCT unit.paper FROM unit LEFT JOIN unit_graph ON unit_graph.unit = unit.row
         WHERE unit.paper > @after AND unit_graph.recipe IS NOT @recipe ORDER BY unit.paper LIMIT @limit`,
      )
      .pluck(),
    placeOf: database.prepare<[string], { paper: string; kind: string; ordinal: number }>(
      'SELECT paper, kind, ordinal FROM unit WHERE id = ?',
    ),
    unitsToExtract: database
      .prepare<[object], string>(
        `SELECT unit.id FROM unit LEFT JOIN unit_graph ON unit_graph.unit = unit.row
         WHERE unit_graph.made IS NULL AND paper >= @paper
           AND (paper > @paper OR kind < @kind OR (kind = @kind AND ordinal > @ordinal))
         ORDER BY paper, kind DESC, ordinal LIMIT @limit`,
      )
      .pluck(),
    stream: database.prepare<[object], StreamRow>(
      `SELECT unit.row, unit_graph.seq, unit.id AS unit, unit.paper FROM unit_graph JOIN unit ON unit.row = unit_graph.unit
       WHERE (unit_graph.seq, unit_graph.unit) > (@seq, @row) AND unit_graph.seq <= @until
       ORDER BY unit_graph.seq, unit_graph.unit LIMIT ${STREAM_ROWS}`,
    ),
    mentionsIn: database.prepare<[string], MentionRow & { unit: number }>(
      `SELECT unit, ${MENTION} FROM mention WHERE ${IN_ROWS}`,
    ),
    factsIn: database.prepare<[string], FactRow & { unit: number }>(
      `SELECT unit, ${FACT} FROM fact WHERE ${IN_ROWS}`,
    ),
    factsAt: database.prepare<[number], FactRow>(`SELECT ${FACT} FROM fact WHERE unit = ? ORDER BY place`),
    mentionsOfUnit: database.prepare<[string], MentionRow>(
      `SELECT ${MENTION} FROM mention WHERE unit = (SELECT row FROM unit WHERE id = ?) ORDER BY place`,
    ),
    mentionsOfName: database.prepare<[object], MentionRow & { unit: string }>(
      `SELECT unit.id AS unit, ${MENTION_OF_NAME}
       FROM mention JOIN unit ON unit.row = mention.unit
       WHERE mention.name = @name OR (mention.alias = @name AND mention.alias <> mention.name)
       ORDER BY unit.id, place LIMIT @limit`,
    ),
    factsOfName: database.prepare<[object], FactRow & { unit: string; made: string }>(
      `SELECT unit.id AS unit, unit_graph.made, ${FACT}
       FROM fact JOIN unit ON unit.row = fact.unit JOIN unit_graph ON unit_graph.unit = fact.unit
       WHERE subject = @name OR object = @name ORDER BY unit.id, place LIMIT @limit`,
    ),
    extraction: database.prepare<[string], UnitGraphRow & { row: number }>(
      `SELECT unit.row, recipe, unit_graph.made, entities, triples, unit_graph.digest FROM unit JOIN unit_graph ON unit_graph.unit = unit.row
       WHERE unit.id = ? AND unit_graph.made IS NOT NULL`,
    ),
    synonymsSince: database.prepare<[object], SynonymRow>(
      `SELECT one, other, cosine, digest FROM synonym WHERE seq > @seq AND ${OF_EMBEDDER} ORDER BY one, other`,
    ),
    synonymsOf: database.prepare<[object], SynonymRow>(
      `SELECT one, other, cosine, digest FROM synonym WHERE (one = @name OR other = @name) AND ${OF_EMBEDDER} ORDER BY one, other`,
    ),
    phraseVector: database.prepare<[object], { value: Uint8Array; digest: string | null }>(
      `SELECT value, digest FROM phrase_vector WHERE phrase = @phrase AND ${OF_EMBEDDER}`,
    ),
  }
}

function unitsToExtract(sql: Statements, limit: number, after?: string): string[] {
  const last = (after === undefined ? undefined : sql.placeOf.get(after)) ?? {
    paper: '',
    kind: '',
    ordinal: -1,
  }
  return sql.unitsToExtract.all({ ...last, limit })
}

/** Ends at the change that was the last one when the stream began, so that no unit is seen twice. */
async function* streamGraph(sql: Statements, run: StoreCall, since: number): AsyncIterable<GraphUnit> {
  const until = await run(() => sql.seq())
  let last = { seq: since, row: Number.MAX_SAFE_INTEGER }
  while (true) {
    const units = await run(() => graphUnits(sql, sql.stream.all({ until, ...last })))
    for (const { unit } of units) yield unit
    const end = units.at(-1)
    if (end === undefined || units.length < STREAM_ROWS) return
    last = { seq: end.unit.seq, row: end.row }
  }
}

function graphUnits(sql: Statements, rows: readonly StreamRow[]): { row: number; unit: GraphUnit }[] {
  const given = JSON.stringify(rows.map(({ row }) => row))
  const mentions = Map.groupBy(sql.mentionsIn.all(given), ({ unit }) => unit)
  const facts = Map.groupBy(sql.factsIn.all(given), ({ unit }) => unit)
  return rows.map(({ row, ...of }) => ({
    row,
    unit: {
      ...of,
      mentions: (mentions.get(row) ?? []).map((mention) => mentionOf(of.unit, mention)),
      facts: (facts.get(row) ?? []).map((fact) => factOf(of.unit, fact)),
    },
  }))
}

function extractionOf(sql: Statements, unit: string): Extraction | null {
  const found = sql.extraction.get(unit)
  if (found === undefined) return null
  assertUnitGraph(unit, found)
  const { row, made, entities, triples } = found
  return {
    unit,
    made: made ?? '',
    entities: JSON.parse(entities ?? '[]') as string[],
    triples: JSON.parse(triples ?? '[]') as string[][],
    facts: sql.factsAt.all(row).map((fact) => factOf(unit, fact)),
  }
}

function countsOf(database: Database): GraphCounts {
  const number = (query: string) => database.prepare<[], number>(`SELECT ${query}`).pluck().get() ?? 0
  return {
    named: number('count(recipe) FROM unit_graph'),
    extracted: number('count(made) FROM unit_graph'),
    names: number('count(DISTINCT name) FROM mention'),
    aliases: number('count(*) FROM (SELECT DISTINCT alias, name FROM mention WHERE alias <> name)'),
    mentions: number('count(*) FROM mention'),
    facts: number('count(*) FROM fact'),
    synonyms: number('count(*) FROM synonym'),
  }
}

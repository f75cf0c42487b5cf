/** How is the entity graph of a corpus changed? Synchronous, within the caller's transaction. */
import type { Database } from 'better-sqlite3'
import type { Extraction, PhraseVector, Synonym, UnitMentions } from '../graph-rows.ts'
import { encodeVector } from './vector-blob.ts'

type Statements = ReturnType<typeof prepareStatements>

/** `embedderRow` gives an embedder's row, and makes it where it is new. */
export function createSqliteGraphChanges(database: Database, embedderRow: (id: string) => number) {
  const sql = prepareStatements(database)
  return {
    putMentions: (seq: number, recipe: string, units: readonly UnitMentions[]) => {
      for (const unit of units) putMentions(sql, seq, recipe, unit)
    },
    putExtractions: (seq: number, extractions: readonly Extraction[]) => {
      for (const extraction of extractions) putExtraction(sql, seq, extraction)
    },
    putSynonyms: (seq: number, embedder: string, synonyms: readonly Synonym[]) => {
      const by = embedderRow(embedder)
      for (const { one, other, cosine } of synonyms) sql.putSynonym.run(one, other, by, cosine, seq)
    },
    putPhraseVectors: (embedder: string, vectors: readonly PhraseVector[]) => {
      const by = embedderRow(embedder)
      for (const { phrase, values } of vectors) sql.putPhraseVector.run(phrase, by, encodeVector(values))
    },
  }
}

function prepareStatements(database: Database) {
  return {
    rowOf: database.prepare<[string], number>('SELECT row FROM unit WHERE id = ?').pluck(),
    putNamed: database.prepare<[number, string, number]>(
      `INSERT INTO unit_graph (unit, recipe, seq) VALUES (?, ?, ?)
       ON CONFLICT (unit) DO UPDATE SET recipe = excluded.recipe, seq = excluded.seq`,
    ),
    putExtracted: database.prepare<[number, string, string, string, number]>(
      `INSERT INTO unit_graph (unit, made, entities, triples, seq) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (unit) DO UPDATE SET made = excluded.made, entities = excluded.entities,
         triples = excluded.triples, seq = excluded.seq`,
    ),
    deleteMentions: database.prepare<[number]>('DELETE FROM mention WHERE unit = ?'),
    putMention: database.prepare<
      [number, number, string, string, string, number, number | null, number | null]
    >('INSERT INTO mention VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    deleteFacts: database.prepare<[number]>('DELETE FROM fact WHERE unit = ?'),
    putFact: database.prepare<[number, number, string, string, string]>(
      'INSERT INTO fact VALUES (?, ?, ?, ?, ?)',
    ),
    putSynonym: database.prepare<[string, string, number, number, number]>(
      'INSERT OR REPLACE INTO synonym VALUES (?, ?, ?, ?, ?)',
    ),
    putPhraseVector: database.prepare<[string, number, Buffer]>(
      'INSERT OR REPLACE INTO phrase_vector VALUES (?, ?, ?)',
    ),
  }
}

function putMentions(sql: Statements, seq: number, recipe: string, { unit, mentions }: UnitMentions): void {
  const row = sql.rowOf.get(unit)
  if (row === undefined) return
  sql.putNamed.run(row, recipe, seq)
  sql.deleteMentions.run(row)
  for (const [place, { name, alias, kind, isSubject, start, end }] of mentions.entries())
    sql.putMention.run(row, place, name, alias, kind, isSubject ? 1 : 0, start, end)
}

function putExtraction(sql: Statements, seq: number, extraction: Extraction): void {
  const row = sql.rowOf.get(extraction.unit)
  if (row === undefined) return
  const { made, entities, triples, facts } = extraction
  sql.putExtracted.run(row, made, JSON.stringify(entities), JSON.stringify(triples), seq)
  sql.deleteFacts.run(row)
  for (const [place, { subject, predicate, object }] of facts.entries())
    sql.putFact.run(row, place, subject, predicate, object)
}

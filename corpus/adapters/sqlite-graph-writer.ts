/** How is the entity graph of a corpus changed? Synchronous, within the caller's transaction. */
import type { Database } from 'better-sqlite3'
import type { Extraction, PhraseVector, Synonym, UnitMentions } from '../graph-rows.ts'
import {
  assertUnitGraph,
  extractedRow,
  factDigest,
  mentionDigest,
  phraseDigest,
  synonymDigest,
  type UnitGraphRow,
  unitGraphDigest,
} from './stored-graph-rows.ts'
import { encodeVector } from './vector-blob.ts'

type Statements = ReturnType<typeof prepareStatements>

/** `embedderRow` gives an embedder's row, and makes it where it is new. */
export function createSqliteGraphChanges(database: Database, embedderRow: (id: string) => number) {
  const sql = prepareStatements(database)
  return {
    /** A step a unit. */
    *putMentions(seq: number, recipe: string, units: readonly UnitMentions[]): Iterable<void> {
      for (const unit of units) {
        putMentions(sql, seq, recipe, unit)
        yield
      }
    },
    putExtractions: (seq: number, extractions: readonly Extraction[]) => {
      for (const extraction of extractions) putExtraction(sql, seq, extraction)
    },
    putSynonyms: (seq: number, embedder: string, synonyms: readonly Synonym[]) => {
      const by = embedderRow(embedder)
      for (const synonym of synonyms) {
        const { one, other, cosine } = synonym
        sql.putSynonym.run(one, other, by, cosine, seq, synonymDigest(embedder, synonym))
      }
    },
    putPhraseVectors: (embedder: string, vectors: readonly PhraseVector[]) => {
      const by = embedderRow(embedder)
      for (const { phrase, values } of vectors) {
        const blob = encodeVector(values)
        sql.putPhraseVector.run(phrase, by, blob, phraseDigest(phrase, embedder, blob))
      }
    },
  }
}

function prepareStatements(database: Database) {
  return {
    rowOf: database.prepare<[string], number>('SELECT row FROM unit WHERE id = ?').pluck(),
    unitGraph: database.prepare<[number], UnitGraphRow>(
      'SELECT recipe, made, entities, triples, digest FROM unit_graph WHERE unit = ?',
    ),
    putUnitGraph: database.prepare<[UnitGraphRow & { unit: number; seq: number }]>(
      `INSERT INTO unit_graph (unit, recipe, made, entities, triples, seq, digest)
       VALUES (@unit, @recipe, @made, @entities, @triples, @seq, @digest)
       ON CONFLICT (unit) DO UPDATE SET recipe = excluded.recipe, made = excluded.made,
         entities = excluded.entities, triples = excluded.triples, seq = excluded.seq, digest = excluded.digest`,
    ),
    deleteMentions: database.prepare<[number]>('DELETE FROM mention WHERE unit = ?'),
    putMention: database.prepare<
      [number, number, string, string, string, number, number | null, number | null, string]
    >('INSERT INTO mention VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    deleteFacts: database.prepare<[number]>('DELETE FROM fact WHERE unit = ?'),
    putFact: database.prepare<[number, number, string, string, string, string]>(
      'INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?)',
    ),
    putSynonym: database.prepare<[string, string, number, number, number, string]>(
      'INSERT OR REPLACE INTO synonym VALUES (?, ?, ?, ?, ?, ?)',
    ),
    putPhraseVector: database.prepare<[string, number, Buffer, string]>(
      'INSERT OR REPLACE INTO phrase_vector VALUES (?, ?, ?, ?)',
    ),
  }
}

function putMentions(sql: Statements, seq: number, recipe: string, { unit, mentions }: UnitMentions): void {
  const row = sql.rowOf.get(unit)
  if (row === undefined) return
  putUnitGraph(sql, { unit, row, seq }, { recipe })
  sql.deleteMentions.run(row)
  for (const [place, mention] of mentions.entries()) {
    const { name, alias, kind, isSubject, start, end } = mention
    const digest = mentionDigest(unit, mention)
    sql.putMention.run(row, place, name, alias, kind, isSubject ? 1 : 0, start, end, digest)
  }
}

function putExtraction(sql: Statements, seq: number, extraction: Extraction): void {
  const { unit, facts } = extraction
  const row = sql.rowOf.get(unit)
  if (row === undefined) return
  putUnitGraph(sql, { unit, row, seq }, extractedRow(extraction))
  sql.deleteFacts.run(row)
  for (const [place, fact] of facts.entries()) {
    const { subject, predicate, object } = fact
    sql.putFact.run(row, place, subject, predicate, object, factDigest(unit, fact))
  }
}

const NOTHING_YET: UnitGraphRow = { recipe: null, made: null, entities: null, triples: null, digest: null }

/** Names and facts of a unit come apart from each other; what is not given stays. Throws `STORE_DAMAGED` where that is damaged. */
function putUnitGraph(
  sql: Statements,
  { unit, row, seq }: { readonly unit: string; readonly row: number; readonly seq: number },
  given: Partial<UnitGraphRow>,
): void {
  const known = sql.unitGraph.get(row)
  if (known !== undefined) assertUnitGraph(unit, known)
  const next = { ...(known ?? NOTHING_YET), ...given }
  sql.putUnitGraph.run({ ...next, unit: row, seq, digest: unitGraphDigest(unit, next) })
}

/** Changes the entity graph of a corpus, within the caller's transaction; unknown units are skipped. */
import { mapInTurns } from '../../core/index.ts'
import type { Extraction, PhraseVector, Synonym, UnitMentions } from '../graph-rows.ts'
import { type ChangeStatements, type CorpusChange, embedderRow } from './corpus-change.ts'
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

export async function putMentions(
  change: CorpusChange,
  recipe: string,
  units: readonly UnitMentions[],
): Promise<void> {
  const given = new Map(units.map((unit) => [unit.unit, unit]))
  const rowOf = await putUnitGraphs(change, new Map([...given.keys()].map((unit) => [unit, { recipe }])))
  await change.query('DELETE FROM corpus.mention WHERE unit = ANY ($1)', [[...rowOf.values()]])
  const mentions = await mapInTurns(rowOf, ([unit, row]) =>
    (given.get(unit)?.mentions ?? []).map((mention, place) => {
      const { isSubject, start, end, name, alias, kind } = mention
      const columns = {
        name,
        alias,
        kind,
        is_subject: isSubject ? 1 : 0,
        start_offset: start,
        end_offset: end,
      }
      return { unit: row, place, ...columns, digest: mentionDigest(unit, mention) }
    }),
  )
  const columns = [
    'unit',
    'place',
    'name',
    'alias',
    'kind',
    'is_subject',
    'start_offset',
    'end_offset',
    'digest',
  ]
  await change.insert('mention', columns, mentions.flat())
}

export async function putExtractions(
  change: CorpusChange,
  extractions: readonly Extraction[],
): Promise<void> {
  const given = new Map(extractions.map((extraction) => [extraction.unit, extraction]))
  const rows = new Map([...given].map(([unit, extraction]) => [unit, extractedRow(extraction)]))
  const rowOf = await putUnitGraphs(change, rows)
  await change.query('DELETE FROM corpus.fact WHERE unit = ANY ($1)', [[...rowOf.values()]])
  const facts = await mapInTurns(rowOf, ([unit, row]) =>
    (given.get(unit)?.facts ?? []).map((fact, place) => {
      const { subject, predicate, object } = fact
      return { unit: row, place, subject, predicate, object, digest: factDigest(unit, fact) }
    }),
  )
  await change.insert('fact', ['unit', 'place', 'subject', 'predicate', 'object', 'digest'], facts.flat())
}

export async function putSynonyms(
  { query, seq, insert }: CorpusChange,
  embedder: string,
  synonyms: readonly Synonym[],
): Promise<void> {
  const by = await embedderRow(query, embedder)
  const rows = synonyms.map((synonym) => ({
    ...synonym,
    embedder: by,
    seq,
    digest: synonymDigest(embedder, synonym),
  }))
  const last = [...new Map(rows.map((row) => [JSON.stringify([row.one, row.other]), row])).values()]
  await insert(
    'synonym',
    ['one', 'other', 'embedder', 'cosine', 'seq', 'digest'],
    last,
    'ON CONFLICT (one, other, embedder) DO UPDATE SET cosine = excluded.cosine, seq = excluded.seq, digest = excluded.digest',
  )
}

export async function putPhraseVectors(
  { query, insert }: ChangeStatements,
  embedder: string,
  vectors: readonly PhraseVector[],
): Promise<void> {
  const by = await embedderRow(query, embedder)
  const rows = vectors.map(({ phrase, values }) => {
    const value = encodeVector(values)
    return { phrase, embedder: by, value, digest: phraseDigest(phrase, embedder, value) }
  })
  const last = [...new Map(rows.map((row) => [row.phrase, row])).values()]
  await insert(
    'phrase_vector',
    ['phrase', 'embedder', 'value', 'digest'],
    last,
    'ON CONFLICT (phrase, embedder) DO UPDATE SET value = excluded.value, digest = excluded.digest',
  )
}

const NOTHING_YET: UnitGraphRow = { recipe: null, made: null, entities: null, triples: null, digest: null }

/**
 * Stores names or facts of units; each kind is set independently, and the other stays. Returns the row numbers of known units.
 * Throws `STORE_DAMAGED` if what stays is damaged.
 */
async function putUnitGraphs(
  { query, seq, insert }: CorpusChange,
  given: ReadonlyMap<string, Partial<UnitGraphRow>>,
): Promise<Map<string, number>> {
  const stored = await query<UnitGraphRow & { id: string; row: number; is_known: boolean }>(
    `SELECT unit.id, unit.row, unit_graph.unit IS NOT NULL AS is_known, recipe, unit_graph.made, entities, triples, unit_graph.digest
     FROM corpus.unit LEFT JOIN corpus.unit_graph ON unit_graph.unit = unit.row WHERE unit.id = ANY ($1)`,
    [[...given.keys()]],
  )
  const rows = await mapInTurns(stored, ({ id, row, is_known: isKnown, ...known }) => {
    if (isKnown) assertUnitGraph(id, known)
    const next = { ...NOTHING_YET, ...known, ...given.get(id) }
    return { ...next, unit: row, seq, digest: unitGraphDigest(id, next) }
  })
  await insert(
    'unit_graph',
    ['unit', 'recipe', 'made', 'entities', 'triples', 'seq', 'digest'],
    rows,
    `ON CONFLICT (unit) DO UPDATE SET recipe = excluded.recipe, made = excluded.made, entities = excluded.entities,
       triples = excluded.triples, seq = excluded.seq, digest = excluded.digest`,
  )
  return new Map(stored.map(({ id, row }) => [id, row]))
}

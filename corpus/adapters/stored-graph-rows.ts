/** Converts rows of the entity graph to names, facts and synonyms, checking their digests, and back. */
import type { Extraction, Fact, Mention, MentionKind, Synonym } from '../graph-rows.ts'
import { assertDigest, rowDigest } from './row-digest.ts'

export interface MentionRow {
  readonly name: string
  readonly alias: string
  readonly kind: string
  readonly is_subject: number
  readonly start_offset: number | null
  readonly end_offset: number | null
  readonly digest: string | null
}

export type FactRow = Fact & { readonly digest: string | null }
export type SynonymRow = Synonym & { readonly digest: string | null }

/** Graph state of a unit: `recipe` found its names, `made` its facts. */
export interface UnitGraphRow {
  readonly recipe: string | null
  readonly made: string | null
  readonly entities: string | null
  readonly triples: string | null
  readonly digest: string | null
}

/** Throws `STORE_DAMAGED` if the digest differs. */
export function mentionOf(unit: string, row: MentionRow): Mention {
  const mention: Mention = {
    name: row.name,
    alias: row.alias,
    kind: row.kind as MentionKind,
    isSubject: row.is_subject === 1,
    start: row.start_offset,
    end: row.end_offset,
  }
  assertDigest(row.digest, mentionDigest(unit, mention), () => `The name ${row.name} in unit ${unit}`)
  return mention
}

export function mentionDigest(unit: string, mention: Mention): string {
  const { name, alias, kind, isSubject, start, end } = mention
  return rowDigest([unit, name, alias, kind, isSubject ? 1 : 0, start, end])
}

/** Throws `STORE_DAMAGED` if the digest differs. */
export function factOf(unit: string, { subject, predicate, object, digest }: FactRow): Fact {
  const fact = { subject, predicate, object }
  assertDigest(digest, factDigest(unit, fact), () => `A fact of unit ${unit}`)
  return fact
}

export function factDigest(unit: string, { subject, predicate, object }: Fact): string {
  return rowDigest([unit, subject, predicate, object])
}

export function extractedRow({ made, entities, triples }: Extraction): Partial<UnitGraphRow> {
  return { made, entities: JSON.stringify(entities), triples: JSON.stringify(triples) }
}

/** Throws `STORE_DAMAGED` if the digest differs. */
export function assertUnitGraph(unit: string, row: UnitGraphRow): void {
  assertDigest(row.digest, unitGraphDigest(unit, row), () => `What was extracted from unit ${unit}`)
}

export function unitGraphDigest(unit: string, { recipe, made, entities, triples }: UnitGraphRow): string {
  return rowDigest([unit, recipe, made, entities, triples])
}

/** Throws `STORE_DAMAGED` if the digest differs. */
export function synonymOf(embedder: string, { digest, ...synonym }: SynonymRow): Synonym {
  const what = () => `The synonym ${synonym.one} of ${synonym.other}`
  assertDigest(digest, synonymDigest(embedder, synonym), what)
  return synonym
}

export function synonymDigest(embedder: string, { one, other, cosine }: Synonym): string {
  return rowDigest([one, other, embedder, cosine])
}

export function phraseDigest(phrase: string, embedder: string, blob: Uint8Array): string {
  return rowDigest([phrase, embedder, blob])
}

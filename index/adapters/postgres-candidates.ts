/**
 * Finds the candidates of a question in one statement: pg_textsearch finds the best units by words, pgvector the best by vectors. Both only
 * select; the scores are computed here from each unit's terms and the counts of the index, and equal those of an index in the process.
 */
import type { CorpusQuery } from '../../corpus/index.ts'
import type { CandidateQuery, Candidates, Filter, Range } from '../ports.ts'
import type { Bm25, TermShare } from '../words/postings.ts'
import { type SearchState, tokenOf, VECTOR_SCALE } from './postgres-rows.ts'

/** A unit found in the index. */
export interface FoundUnit {
  readonly id: string
  readonly paper: string
  readonly length: number
  /** Tokens of its terms, in reading order. */
  readonly terms: string
  /** Negative inner product with the question's vector; null if there is none. */
  readonly distance: number | null
  /** Whether the unit was found by its vector or requested by id; a unit found by words alone must contain one of them. */
  readonly is_sure: boolean
}

/** Result of a search: the nearest units by vector, the best by words, each in their order; the sample's greatest distance, if any. */
export interface FoundUnits {
  readonly found: readonly FoundUnit[]
  readonly lowest: number | null
}

/** What a question's word scores are computed from. */
export interface WordWeights {
  /** Inverse document frequency by token, only for the question's terms. */
  readonly rarity: ReadonlyMap<string, number>
  /** Upper bound of a unit's score. */
  readonly possible: number
  readonly bm25: Bm25
  /** Mean number of terms of a unit. */
  readonly meanLength: number
}

/** Largest index whose lowest cosine is over all units; in a larger one it is over about 1,000, as in an index with a neighbour graph. */
const EXACT_UNITS = 20_000
const SAMPLED_UNITS = 1_000

export function inverseFrequency({ units }: Pick<SearchState, 'units'>, having: number): number {
  return Math.log(1 + (units - having + 0.5) / (having + 0.5))
}

/** Returns a function that scores a unit by some terms: the share of each term, in their order. */
export function scorerOf(
  terms: readonly string[],
  { rarity, bm25: { k1, b }, meanLength }: WordWeights,
): (unit: Pick<FoundUnit, 'terms' | 'length'>) => TermShare[] {
  const repeats = new Map<string, { term: string; count: number }>()
  for (const term of terms) {
    const token = tokenOf(term)
    repeats.set(token, { term, count: (repeats.get(token)?.count ?? 0) + 1 })
  }
  const asked = [...repeats].map(([token, { term, count }]) => ({
    term,
    sought: ` ${token} `,
    factor: count * (rarity.get(token) ?? 0),
  }))
  return ({ terms: held, length }) => {
    const text = ` ${held} `
    const norm = k1 * (1 - b + (b * length) / meanLength)
    return asked.flatMap(({ term, sought, factor }) => {
      const count = occurrences(text, sought)
      return count === 0 ? [] : [{ term, score: (factor * count) / (count + norm) }]
    })
  }
}

/** Counts occurrences; the space between two of them is both the end of one and the beginning of the next. */
function occurrences(text: string, sought: string): number {
  let count = 0
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length - 1)) count++
  return count
}

function sumOf(shares: readonly TermShare[]): number {
  return shares.reduce((sum, { score }) => sum + score, 0)
}

export function candidatesFrom(
  { terms, vector }: CandidateQuery,
  { found, lowest }: FoundUnits,
  weights: WordWeights,
): Candidates {
  const unique = new Map<string, FoundUnit>()
  for (const unit of found) if (unique.get(unit.id)?.is_sure !== true) unique.set(unit.id, unit)
  const sharesOf = scorerOf(terms ?? [], weights)
  const scored = [...unique.values()].map((unit) => ({
    unit,
    words: sumOf(sharesOf(unit)),
    cosine: unit.distance === null ? 0 : Math.max(-1, Math.min(1, -unit.distance / VECTOR_SCALE)),
  }))
  const kept = scored.filter(({ unit, words }) => unit.is_sure || words > 0)
  const cosines = Float32Array.from(kept, ({ cosine }) => cosine)
  const words = Float32Array.from(kept, (one) => one.words)
  const sampled = lowest === null ? [] : [lowest / -VECTOR_SCALE]
  return {
    units: kept.map(({ unit }) => unit.id),
    papers: kept.map(({ unit }) => unit.paper),
    words,
    cosines,
    wordRange: { lowest: 0, highest: words.reduce((one, other) => Math.max(one, other), 0) },
    wordsPossible: weights.possible,
    cosineRange: vector === null ? { lowest: 0, highest: 0 } : rangeOf([...sampled, ...cosines]),
  }
}

function rangeOf(values: readonly number[]): Range {
  return values.length === 0
    ? { lowest: 0, highest: 0 }
    : { lowest: Math.min(...values), highest: Math.max(...values) }
}

/** An SQL statement and its values, assembled in parts. */
class Statement {
  readonly values: (string | number | readonly string[])[] = []
  /** Adds a value and returns its placeholder. */
  of(value: string | number | readonly string[]): string {
    return `$${this.values.push(value)}`
  }
}

/** Runs the search on the server. */
export async function findUnits(
  query: CorpusQuery,
  { name, units: all, is_spread }: Pick<SearchState, 'units' | 'is_spread'> & { readonly name: string },
  { terms, vector, depth, filter, units }: CandidateQuery,
): Promise<FoundUnits> {
  const statement = new Statement()
  const near = vector === null ? null : `vector <#> ${statement.of(unitText(vector))}::halfvec`
  const allowed = conditionsOf(filter, statement)
  // With hundreds of units, the terms are most of the data sent.
  const columns = `id, paper, length, ${needsTerms(terms, vector) ? 'terms' : "'' AS terms"}, ${near ?? 'NULL::float8'} AS distance`
  const from = (condition: string, rest = '') =>
    `FROM corpus.${name} WHERE ${[condition, ...allowed].join(' AND ')} ${rest}`
  const parts: string[] = []
  if (units !== undefined)
    parts.push(`SELECT ${columns}, true AS is_sure ${from(`id = ANY (${statement.of([...units])})`)}`)
  else {
    const limit = `LIMIT ${statement.of(depth)}`
    if (near !== null) {
      const share = all <= EXACT_UNITS ? 100 : (100 * SAMPLED_UNITS) / all
      parts.push(`(SELECT ${columns}, true AS is_sure ${from('true', `ORDER BY ${near} ${limit}`)})`)
      parts.push(
        `SELECT NULL, NULL, NULL, NULL, max(${near}), true FROM corpus.${name} TABLESAMPLE SYSTEM (${share}) REPEATABLE (1) WHERE ${['true', ...allowed].join(' AND ')}`,
      )
    }
    if (terms !== null && terms.length > 0) {
      const asked = byWords(name, is_spread, statement.of(terms.map(tokenOf).join(' ')))
      parts.push(`(SELECT ${columns}, false AS is_sure ${from('true', `ORDER BY ${asked} ${limit}`)})`)
    }
  }
  if (parts.length === 0) return { found: [], lowest: null }
  const rows = await query<FoundUnit>(parts.join(' UNION ALL '), statement.values)
  const sample = rows.find(({ id }) => id === null)
  return { found: rows.filter(({ id }) => id !== null), lowest: sample?.distance ?? null }
}

/** Returns what the search would find at a lower depth. */
export function upTo({ found, lowest }: FoundUnits, depth: number): FoundUnits {
  const near = found.filter(({ is_sure }) => is_sure).slice(0, depth)
  return { found: [...near, ...found.filter(({ is_sure }) => !is_sure).slice(0, depth)], lowest }
}

/** Returns the expression to order units by. A spread table must not name the index, because each part has its own. */
export function byWords(name: string, isSpread: boolean, terms: string): string {
  return `terms <@> to_bm25query(${terms}${isSpread ? '' : `, 'corpus.${name}_words'`})`
}

/** Returns whether the units found are scored by their terms, or requested for their terms. */
export function needsTerms(terms: CandidateQuery['terms'], vector: CandidateQuery['vector']): boolean {
  return terms !== null || vector === null
}

/** Returns the text of a vector of unit length; those in the index have the length `VECTOR_SCALE`. */
function unitText(vector: Float32Array): string {
  return `[${vector.join()}]`
}

function conditionsOf(filter: Filter | null, statement: Statement): string[] {
  if (filter === null) return []
  const { papers, topics, kinds, years: { from, to } = {} } = filter
  const lists = { paper: papers, topic: topics, kind: kinds }
  return [
    ...Object.entries(lists).flatMap(([column, list]) =>
      list === undefined ? [] : [`${column} = ANY (${statement.of(list)})`],
    ),
    ...(from === undefined && to === undefined ? [] : ['year <> 0']),
    ...(from === undefined ? [] : [`year >= ${statement.of(from)}`]),
    ...(to === undefined ? [] : [`year <= ${statement.of(to)}`]),
  ]
}

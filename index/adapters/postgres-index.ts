/**
 * An index beside its corpus in PostgreSQL: any number of servers use the same one, and a new server has nothing to load. Answers read from
 * a view; if it lacks something, that is fetched, and the answer is computed again.
 */
import type { CorpusDatabase } from '../../corpus/index.ts'
import { type CorpusIndex, singleCalls } from '../corpus-index.ts'
import type { CandidateQuery, Candidates, IndexView } from '../ports.ts'
import { heldLanguages } from '../row-languages.ts'
import { type Compounds, createCompounds } from '../words/compounds.ts'
import { type Bm25, DEFAULT_BM25 } from '../words/postings.ts'
import { termsOfQuestion } from '../words/terms-of-question.ts'
import { isIndexFault } from './mend-postgres-indexes.ts'
import {
  candidatesFrom,
  type FoundUnit,
  type FoundUnits,
  findUnits,
  inverseFrequency,
  needsTerms,
  scorerOf,
  upTo,
  type WordWeights,
} from './postgres-candidates.ts'
import { LANGUAGE, openSearchTable, type SearchState, tokenOf } from './postgres-rows.ts'
import { SPREAD_UNITS } from './spread-index.ts'

export interface PostgresIndexOptions {
  readonly database: CorpusDatabase
  readonly embedder: { readonly id: string; readonly dims: number }
  /** Default: `DEFAULT_BM25`. The server always selects units with its own parameters, which equal that default. */
  readonly bm25?: Bm25
  /** Number of units from which the index is spread over the workers of a server with Citus. Default: `SPREAD_UNITS`. */
  readonly spreadFrom?: number | undefined
  /** Called if an index cannot be read; returns whether it now can. */
  readonly mend?: () => Promise<boolean>
}

/** What was fetched for one state of the index. */
interface CachedState {
  readonly state: SearchState
  languages: readonly string[]
  /** Number of units with the term, by token. */
  readonly frequencies: Map<string, number>
  /** Loaded only for a question in a language that writes compounds as one word. */
  compounds: Compounds | null
  /** Searches of the latest questions by their vectors: the verdict on a question asks the same as its ranking, often less deep. */
  readonly searches: Map<Float32Array, Map<string, Search>>
}

interface Search {
  readonly depth: number
  readonly result: FoundUnits
  /** By their depth, up to that of the search. */
  readonly candidates: Map<number, Candidates>
}

/** Thrown by a view, with a function that fetches what it needs in order to answer. */
class Missing extends Error {
  readonly fetch: () => Promise<void>
  constructor(fetch: () => Promise<void>) {
    super('not fetched yet')
    this.fetch = fetch
  }
}

/** Cached term frequencies, which are valid until the corpus changes. Chosen, not measured. */
const MAX_FREQUENCIES = 100_000
/** Questions under way at once whose searches are kept, each some 200 kB. Chosen, not measured. */
const MAX_SEARCHES = 16

export function openPostgresIndex({
  database,
  embedder,
  bm25 = DEFAULT_BM25,
  spreadFrom = SPREAD_UNITS,
  mend = async () => false,
}: PostgresIndexOptions): CorpusIndex {
  const table = openSearchTable(database, embedder, spreadFrom)
  let known: CachedState | null = null

  async function current(): Promise<CachedState> {
    const state = await table.current()
    if (known !== null && known.state.seq === state.seq && known.frequencies.size < MAX_FREQUENCIES)
      return known
    const rows =
      state.units === 0
        ? []
        : await database.query<{ term: string; units: number }>(
            `SELECT term, units FROM corpus.${table.name}_term WHERE term >= $1 AND term < $2`,
            [LANGUAGE, `${LANGUAGE}~`],
          )
    const counts = rows.map(({ term, units }) => [term.slice(LANGUAGE.length), units] as const)
    const languages = heldLanguages(counts, state.units)
    known = { state, languages, frequencies: new Map(), compounds: null, searches: new Map() }
    return known
  }

  async function readOnce<T>(answer: (view: IndexView) => T): Promise<T> {
    const view = viewOf(await current(), { database, name: table.name, bm25 })
    for (;;) {
      try {
        return answer(view)
      } catch (error) {
        if (!(error instanceof Missing)) throw error
        await error.fetch()
      }
    }
  }

  const read = <T>(answer: (view: IndexView) => T): Promise<T> =>
    readOnce(answer).catch(async (error: unknown) => {
      if (!isIndexFault(error) || !(await mend())) throw error
      return await readOnce(answer)
    })

  return {
    seq: () => known?.state.seq ?? 0,
    refresh: async () => void (await current()),
    save: async () => {
      await current()
      return false
    },
    ...singleCalls(read),
  }
}

interface Source {
  readonly database: CorpusDatabase
  readonly name: string
  readonly bm25: Bm25
}

/** Returns access to what answers need from the server; missing parts are fetched. */
function fetchedParts(known: CachedState, { database, name }: Source) {
  const { state, frequencies } = known
  const units = new Map<string, FoundUnit | null>()

  async function fetchFrequencies(tokens: readonly string[]): Promise<void> {
    const missing = tokens.filter((token) => !frequencies.has(token))
    for (const token of missing) frequencies.set(token, 0)
    if (missing.length === 0 || state.units === 0) return
    const rows = await database.query<{ term: string; units: number }>(
      `SELECT term, units FROM corpus.${name}_term WHERE term = ANY ($1)`,
      [missing],
    )
    for (const row of rows) frequencies.set(row.term, row.units)
  }
  function keep({ terms, vector }: CandidateQuery, found: readonly FoundUnit[]): void {
    if (needsTerms(terms, vector)) for (const unit of found) units.set(unit.id, unit)
  }
  async function search(query: CandidateQuery) {
    if (state.units === 0) return { found: [], lowest: null }
    const run = state.is_spread ? database.search : database.query
    const result = await findUnits(run, { ...state, name }, query)
    keep(query, result.found)
    return result
  }
  return {
    fetchFrequencies,
    keep,
    search,
    frequency(term: string): number {
      const token = tokenOf(term)
      const known = frequencies.get(token)
      if (known === undefined) throw new Missing(() => fetchFrequencies([token]))
      return known
    },
    frequenciesOf(terms: readonly string[]): void {
      const missing = terms.map(tokenOf).filter((token) => !frequencies.has(token))
      if (missing.length > 0) throw new Missing(() => fetchFrequencies(missing))
    },
    /** Returns null if there is no unit with this id. */
    unitOf(id: string): FoundUnit | null {
      const unit = units.get(id)
      if (unit !== undefined) return unit
      throw new Missing(async () => {
        units.set(id, null)
        await search({ terms: null, vector: null, depth: 1, filter: null, units: [id] })
      })
    },
    compounds(term: string): string[] {
      if (known.compounds !== null) return known.compounds.of(term)
      throw new Missing(async () => {
        const rows = await database.query<{ term: string }>(
          `SELECT term FROM corpus.${name}_term WHERE units > 0 AND term NOT LIKE '${LANGUAGE}%'`,
        )
        known.compounds = createCompounds(rows.map((row) => termOf(row.term)))
      })
    },
  }
}

/** Creates the view for one answer; what it fetches is kept until the answer is complete. */
function viewOf(known: CachedState, source: Source): IndexView {
  const { state, languages } = known
  const parts = fetchedParts(known, source)
  const own = new Map<Float32Array | null, Map<string, Search>>()

  /** Returns the searches with a vector, which the view keeps until its answer is complete, whatever other questions forget. */
  function searchesWith(vector: Float32Array | null): Map<string, Search> {
    const searches =
      own.get(vector) ?? (vector === null ? new Map<string, Search>() : searchesOf(known, vector))
    own.set(vector, searches)
    return searches
  }

  const rarityOf = (terms: readonly string[]): number[] => {
    parts.frequenciesOf(terms)
    return terms.map((term) => inverseFrequency(state, parts.frequency(term)))
  }
  function weightsOf(terms: readonly string[]): WordWeights {
    const rarities = rarityOf(terms)
    return {
      rarity: new Map(terms.map((term, at) => [tokenOf(term), rarities[at]!])),
      possible: rarities.reduce((sum, one) => sum + one, 0),
      bm25: source.bm25,
      meanLength: state.units === 0 ? 1 : Math.max(1, state.length / state.units),
    }
  }
  return {
    size: () => state.units,
    languages: () => languages,
    terms(question) {
      const asked: string[] = []
      const has = (term: string) => asked.push(term) > 0 && (known.frequencies.get(tokenOf(term)) ?? 0) > 0
      const terms = termsOfQuestion(question, languages, { has, compounds: parts.compounds })
      parts.frequenciesOf(asked)
      return terms
    },
    candidates(query) {
      const { vector, depth, ...plain } = query
      // A spread table does not say in which order it found its units, so a deeper search does not answer a lesser one.
      const key = JSON.stringify(state.is_spread ? [plain, depth] : plain)
      const searches = searchesWith(vector)
      const search = searches.get(key)
      const terms = query.terms ?? []
      if (search === undefined || search.depth < depth)
        throw new Missing(async () => {
          const [result] = await Promise.all([
            parts.search(query),
            parts.fetchFrequencies(terms.map(tokenOf)),
          ])
          searches.set(key, { depth, result, candidates: new Map() })
        })
      const result = query.units === undefined ? upTo(search.result, depth) : search.result
      parts.keep(query, result.found)
      const candidates = search.candidates.get(depth) ?? candidatesFrom(query, result, weightsOf(terms))
      search.candidates.set(depth, candidates)
      return candidates
    },
    rarity: rarityOf,
    placesWith(terms, units) {
      const sharesOf = scorerOf(terms, weightsOf(terms))
      const held = units.map((id) => {
        const unit = parts.unitOf(id)
        return new Set(unit === null ? [] : sharesOf(unit).map(({ term }) => term))
      })
      return terms.map((term) => held.flatMap((has, place) => (has.has(term) ? [place] : [])))
    },
    explainWords(terms, id) {
      const weights = weightsOf(terms)
      const unit = parts.unitOf(id)
      const shares = unit === null ? [] : scorerOf(terms, weights)(unit)
      return shares.sort((one, other) => other.score - one.score)
    },
  }
}

/** Returns the searches with a vector that questions share; those of the oldest question are forgotten. */
function searchesOf({ searches }: CachedState, vector: Float32Array): Map<string, Search> {
  const kept = searches.get(vector) ?? new Map<string, Search>()
  if (!searches.has(vector) && searches.size === MAX_SEARCHES) searches.delete(searches.keys().next().value!)
  searches.set(vector, kept)
  return kept
}

/** Undoes `tokenOf`. */
function termOf(token: string): string {
  return token
    .slice(1)
    .replace(/x([0-9a-f]+)z/g, (_, sign: string) => String.fromCodePoint(Number.parseInt(sign, 16)))
}

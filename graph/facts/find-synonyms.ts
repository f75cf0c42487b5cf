/**
 * Finds pairs of names in facts that mean nearly the same, by cosine, and stores them in the corpus. Only names that are new since the last
 * pass are compared, with all names. Cost: an exact scan takes 20 ns for each pair of a new name and a name (20,000 new ones: 8 s at 256
 * dims); for more pairs a neighbour graph is built, some .6 ms a name.
 */
import { compareText } from '../../core/index.ts'
import type { CorpusWriter, Synonym } from '../../corpus/index.ts'
import type { Neighbours, OpenNeighbours } from '../../index/index.ts'
import type { CorpusFacts, FactsState } from './corpus-facts.ts'

export interface SynonymOptions {
  readonly embedder: { readonly id: string; readonly dims: number }
  /** Null compares every pair. */
  readonly openNeighbours: OpenNeighbours
  /** Smallest cosine of a pair. */
  readonly threshold?: number
  /** Up to this number all pairs are compared; above, those that a neighbour graph finds near. */
  readonly mostScannedPairs?: number
}

export interface SynonymResult {
  /** Number of names compared. */
  readonly names: number
  readonly pairs: number
}

/**
 * Source: HippoRAG 2, `synonymy_edge_sim_threshold`, for NV-Embed-v2. It also suits our embedders: R@5 of `hipporag:unfiltered` on MuSiQue
 * with .7, .8, .9 is .669, .660, .652 (MiniLM) and .625, .642, .638 (static), where .03 is noise.
 */
export const SYNONYM_COSINE = 0.8
/** Source: HippoRAG 2; the best synonyms of a name. If a name has more, which ones are kept depends on the order of passes. */
const MAX_SYNONYMS = 100
/** Source: HippoRAG 2: shorter names are near by chance. */
const MIN_CHARACTERS = 3
// Above this number of pairs a neighbour graph is faster than scans: 20,000 names with each other.
const MAX_SCANNED_PAIRS = 4e8
const NAMES_PER_BATCH = 512
const NOT_COUNTED = /[^\p{L}\p{N}]/gu

/** Finds and stores the pairs. A killed pass is repeated as a whole; known pairs stay unchanged. */
export async function findSynonyms(
  writer: CorpusWriter,
  facts: CorpusFacts,
  options: SynonymOptions,
  signal?: AbortSignal,
): Promise<SynonymResult> {
  const { id } = options.embedder
  const setting = `graph-synonyms-compared ${id}`
  const mark = readMark(await writer.setting(setting))
  const { corrector, seq, all } = await facts.whenCurrent(({ corrector, seq, names, graph }) => ({
    corrector,
    seq,
    all: names.parts().phrases.filter((name) => isLong(name) && graph.nameNode(name) !== undefined),
  }))
  const since = mark.mends === corrector.id ? mark.seq : 0
  if (since >= seq) return { names: 0, pairs: 0 }
  const units = new Set<string>()
  const recent = new Set<string>()
  for await (const unit of writer.graphSince(since)) {
    units.add(unit.unit)
    for (const { subject, object } of corrector.facts(unit.facts)) recent.add(subject).add(object)
  }
  const fresh = await facts.whenCurrent((state) =>
    all.filter((name) => recent.has(name) && isNew(state, name, units)),
  )
  const pairs = await pairsOf(writer, facts, { fresh, all }, options, signal)
  if (pairs.length > 0) await writer.putSynonyms(id, pairs)
  if (recent.size > 0) await writer.setSetting(setting, JSON.stringify({ seq, mends: corrector.id }))
  return { names: fresh.length, pairs: pairs.length }
}

function readMark(kept: string | null): { readonly seq: number; readonly mends: string } {
  return kept === null ? { seq: 0, mends: '' } : (JSON.parse(kept) as { seq: number; mends: string })
}

/** Returns whether a name is new: one that an unchanged unit already had was compared in an earlier pass. */
function isNew({ graph }: FactsState, name: string, changed: ReadonlySet<string>): boolean {
  for (const slot of graph.facts.slotsOfName(name))
    if (graph.facts.at(slot)!.units.some((unit) => !changed.has(unit))) return false
  return true
}

function isLong(name: string): boolean {
  return name.replace(NOT_COUNTED, '').length >= MIN_CHARACTERS
}

interface ComparedNames {
  readonly fresh: readonly string[]
  readonly all: readonly string[]
}

async function pairsOf(
  writer: CorpusWriter,
  facts: CorpusFacts,
  { fresh, all }: ComparedNames,
  {
    embedder,
    openNeighbours,
    threshold = SYNONYM_COSINE,
    mostScannedPairs = MAX_SCANNED_PAIRS,
  }: SynonymOptions,
  signal: AbortSignal | undefined,
): Promise<Synonym[]> {
  const neighbours =
    fresh.length * all.length > mostScannedPairs
      ? await neighboursOf(writer, all, openNeighbours, embedder)
      : null
  const isComparable = new Set(all)
  const pairs = new Map<string, Synonym>()
  for (let from = 0; from < fresh.length; from += NAMES_PER_BATCH) {
    signal?.throwIfAborted()
    const some = fresh.slice(from, from + NAMES_PER_BATCH)
    const vectors = await writer.phraseVectors(embedder.id, some)
    const near = await facts.whenCurrent((state) =>
      vectors.map((vector) => {
        if (vector === null) return []
        return neighbours === null
          ? nearByScan(state, vector, threshold)
          : nearByGraph(state, vector, { neighbours, all, threshold })
      }),
    )
    for (const [i, name] of some.entries()) {
      const others = near[i]!.filter(({ name: other }) => other !== name && isComparable.has(other))
      for (const { name: other, cosine } of nearestFirst(others).slice(0, MAX_SYNONYMS)) {
        const [one, last] = name < other ? [name, other] : [other, name]
        pairs.set(JSON.stringify([one, last]), { one, other: last, cosine: Math.min(1, cosine) })
      }
    }
  }
  return [...pairs.values()]
}

interface NearName {
  readonly name: string
  readonly cosine: number
}

function nearByScan({ graph, names }: FactsState, vector: Float32Array, threshold: number): NearName[] {
  return names.near(vector, threshold).map(({ slot, cosine }) => ({ name: graph.nameAt(slot)!, cosine }))
}

/** Returns near names, scored again exactly. Requests one more than are kept, as the name itself is among them. */
function nearByGraph(
  { graph, names }: FactsState,
  vector: Float32Array,
  { all, ...known }: NeighbourGraph,
): NearName[] {
  const { rows } = known.neighbours.search(vector, MAX_SYNONYMS + 1)
  const nodes = Array.from(rows, (row) => graph.nameNode(all[row]!) ?? []).flat()
  return [...names.cosines(vector, nodes)].flatMap(([node, cosine]) =>
    cosine >= known.threshold ? [{ name: graph.nameAt(node)!, cosine }] : [],
  )
}

interface NeighbourGraph {
  readonly neighbours: Neighbours
  /** Names by row of the neighbour graph. */
  readonly all: readonly string[]
  readonly threshold: number
}

function nearestFirst(names: readonly NearName[]): NearName[] {
  return [...names].sort((a, b) => b.cosine - a.cosine || compareText(a.name, b.name))
}

async function neighboursOf(
  writer: CorpusWriter,
  all: readonly string[],
  openNeighbours: OpenNeighbours,
  { id, dims }: SynonymOptions['embedder'],
): Promise<Neighbours | null> {
  const neighbours = openNeighbours(dims, null)
  if (neighbours === null) return null
  for (let from = 0; from < all.length; from += NAMES_PER_BATCH) {
    const vectors = await writer.phraseVectors(id, all.slice(from, from + NAMES_PER_BATCH))
    for (const [i, vector] of vectors.entries()) if (vector !== null) neighbours.add(from + i, vector)
  }
  return neighbours
}

/** How is a corpus in memory read? */
import { GlossError } from '../../../core/index.ts'
import { paperProblems } from '../../../corpus/adapters/paper-problems.ts'
import { decodeVector, storedVector } from '../../../corpus/adapters/vector-blob.ts'
import type { Paper, PaperState, Unit } from '../../../corpus/index.ts'
import type { CorpusCounts, CorpusReader, IndexedUnit, PaperQuery, UnitQuery } from '../../../corpus/ports.ts'
import { createMemoryGraphReader } from './graph.ts'
import type { MemoryCorpus } from './tables.ts'

export function createMemoryReader(corpus: MemoryCorpus): CorpusReader {
  const paper = (id: string | undefined): Paper | null => paperOf(corpus, id)
  return {
    ...createMemoryGraphReader(corpus),
    seq: async () => corpus.seq,
    counts: async () => countsOf(corpus),
    paper: async (id) => paper(id),
    papersOf: async (ids) => ids.map(paper),
    paperAt: async (path) => paper(corpus.paths.get(path)),
    papers: async (query = {}) => papersMatching(corpus, query),
    listPapers: async (query = {}) =>
      papersMatching(corpus, query).map((paper) => ({
        paper,
        gate: corpus.papers.get(paper.id)?.gate ?? null,
        units: unitsMatching(corpus, { paper: paper.id, kind: 'unit' }).length,
      })),
    pages: async (id) => [...(corpus.papers.get(id)?.pages ?? [])],
    page: async (id, number) => corpus.papers.get(id)?.pages.find((page) => page.number === number) ?? null,
    gate: async (id) => corpus.papers.get(id)?.gate ?? null,
    units: async (ids) => ids.map((id) => corpus.units.get(id)?.unit ?? null),
    listUnits: async (query = {}) => unitsMatching(corpus, query),
    unitsSince: (since, embedder) => streamUnits(corpus, since, embedder),
    removedSince: async (since) => [...corpus.removed].flatMap(([unit, seq]) => (seq > since ? [unit] : [])),
    setting: async (name) => corpus.settings.get(name) ?? null,
    call: async (hash) => corpus.calls.get(hash) ?? null,
    verify: async () => problemsOf(corpus),
  }
}

function paperOf(corpus: MemoryCorpus, id: string | undefined): Paper | null {
  const known = id === undefined ? undefined : corpus.papers.get(id)
  if (known === undefined) return null
  const paths = [...corpus.paths].flatMap(([path, paper]) => (paper === id ? [path] : []))
  return { ...known.paper, paths }
}

function papersMatching(corpus: MemoryCorpus, { state, after = '', limit }: PaperQuery): Paper[] {
  const ids = [...corpus.papers.values()]
    .filter(({ paper }) => paper.id > after)
    .filter(
      ({ paper }) => state === undefined || paper.state === state || paper.state.startsWith(`${state}:`),
    )
    .map(({ paper }) => paper.id)
    .sort()
  return ids.slice(0, limit).flatMap((id) => paperOf(corpus, id) ?? [])
}

function unitsMatching(corpus: MemoryCorpus, { paper, kind, after, limit }: UnitQuery): Unit[] {
  const last = after === undefined ? undefined : corpus.units.get(after)?.unit
  if (after !== undefined && last === undefined)
    throw new GlossError('UNIT_NOT_FOUND', `There is no unit ${after}.`)
  return [...corpus.units.values()]
    .map(({ unit }) => unit)
    .filter((unit) => paper === undefined || unit.paper === paper)
    .filter((unit) => kind === undefined || unit.kind === kind)
    .filter((unit) => last === undefined || byPlace(unit, last) > 0)
    .sort(byPlace)
    .slice(0, limit)
}

/** Units come before the passages of their paper. */
function byPlace(one: Unit, other: Unit): number {
  if (one.paper !== other.paper) return one.paper < other.paper ? -1 : 1
  if (one.kind !== other.kind) return one.kind === 'unit' ? -1 : 1
  return one.ordinal - other.ordinal
}

async function* streamUnits(
  corpus: MemoryCorpus,
  since: number,
  embedder: string,
): AsyncIterable<IndexedUnit> {
  const rows = [...corpus.units.values()].filter(({ seq }) => seq > since)
  rows.sort((one, other) => one.seq - other.seq || one.row - other.row)
  for (const { unit, seq, vectors } of rows) {
    const paper = corpus.papers.get(unit.paper)?.paper
    const blob = vectors.get(embedder)
    const vector = blob === undefined ? null : decodeVector(blob)
    const { title = '', year = null, language = null } = paper ?? {}
    yield { unit, title, year, language, seq, vector }
  }
}

function countsOf(corpus: MemoryCorpus): CorpusCounts {
  const states: Record<string, number> = {}
  const vectors: Record<string, number> = {}
  const kinds = { unit: 0, passage: 0 }
  for (const { paper } of corpus.papers.values()) states[paper.state] = (states[paper.state] ?? 0) + 1
  for (const { unit, vectors: blobs } of corpus.units.values()) {
    kinds[unit.kind]++
    for (const embedder of blobs.keys()) vectors[embedder] = (vectors[embedder] ?? 0) + 1
  }
  let pages = 0
  for (const paper of corpus.papers.values()) pages += paper.pages.length
  return {
    papers: corpus.papers.size,
    states: states as Record<PaperState, number>,
    pages,
    units: kinds.unit,
    passages: kinds.passage,
    vectors,
  }
}

function problemsOf(corpus: MemoryCorpus): string[] {
  const widths = new Map<string, number>()
  for (const { vectors } of corpus.units.values()) {
    for (const [embedder, blob] of vectors) widths.set(embedder, storedVector(blob).length)
  }
  return [...corpus.papers.values()].flatMap(({ paper, pages, gate }) => {
    const units = [...corpus.units.values()].filter(({ unit }) => unit.paper === paper.id)
    const vectors = units.flatMap(({ unit, vectors: blobs }) =>
      [...blobs].map(([embedder, blob]) => ({ unit: unit.id, embedder, values: storedVector(blob) })),
    )
    const checked = { paper: paperOf(corpus, paper.id) ?? paper, pages, gate, vectors }
    return paperProblems({ ...checked, units: units.map(({ unit }) => unit) }, widths)
  })
}

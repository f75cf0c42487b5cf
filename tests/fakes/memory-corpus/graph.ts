/** The entity graph of a corpus in memory. What is stored of a unit goes with the unit: it hangs on the unit's row. */
import { compareText } from '../../../core/index.ts'
import { decodeVector, encodeVector } from '../../../corpus/adapters/vector-blob.ts'
import type { GraphCounts, GraphReader, GraphUnit, Synonym } from '../../../corpus/index.ts'
import type { CorpusWriter } from '../../../corpus/ports.ts'
import type { MemoryCorpus, MemorySynonym, MemoryUnit, MemoryUnitGraph } from './tables.ts'

type GraphWriter = Pick<CorpusWriter, 'putMentions' | 'putExtractions' | 'putSynonyms' | 'putPhraseVectors'>

const NO_GRAPH: MemoryUnitGraph = { recipe: null, mentions: [], extraction: null, seq: 0 }

export function createMemoryGraphReader(corpus: MemoryCorpus): GraphReader {
  const { synonyms, phrases } = corpus.graph
  const graphOf = ({ row }: MemoryUnit) => corpus.graph.units.get(row) ?? NO_GRAPH
  const byPlace = () =>
    [...corpus.units.values()].sort(
      ({ unit: one }, { unit: other }) =>
        compareText(one.paper, other.paper) ||
        compareText(other.kind, one.kind) ||
        one.ordinal - other.ordinal,
    )
  const byId = () => [...corpus.units.values()].sort((one, other) => compareText(one.unit.id, other.unit.id))
  const pairs = (holds: (pair: MemorySynonym) => boolean): Synonym[] =>
    [...synonyms.values()]
      .filter(holds)
      .sort((a, b) => compareText(a.one, b.one) || compareText(a.other, b.other))
      .map(({ one, other, cosine }) => ({ one, other, cosine }))
  return {
    graphCounts: async () => countsOf(corpus),
    hasFacts: async () =>
      [...corpus.units.values()].some((unit) => (graphOf(unit).extraction?.facts.length ?? 0) > 0),
    papersToName: async (recipe, limit, after = '') => {
      const lacking = byPlace().filter((unit) => unit.unit.paper > after && graphOf(unit).recipe !== recipe)
      return [...new Set(lacking.map(({ unit }) => unit.paper))].slice(0, limit)
    },
    unitsToExtract: async (limit, after) => {
      const sorted = byPlace()
      const from = sorted.findIndex(({ unit }) => unit.id === after) + 1
      const lacking = sorted.slice(from).filter((unit) => graphOf(unit).extraction === null)
      return lacking.slice(0, limit).map(({ unit }) => unit.id)
    },
    graphSince: (seq) => streamGraph(corpus, seq),
    mentions: async (id) => {
      const unit = corpus.units.get(id)
      return unit === undefined ? [] : [...graphOf(unit).mentions]
    },
    mentionsOf: async (name, limit) =>
      byId()
        .flatMap((unit) => graphOf(unit).mentions.map((mention) => ({ unit: unit.unit.id, mention })))
        .filter(({ mention }) => mention.name === name || mention.alias === name)
        .slice(0, limit),
    factsOf: async (name, limit) =>
      byId()
        .flatMap((unit) => graphOf(unit).extraction ?? [])
        .flatMap(({ unit, made, facts }) => facts.map((fact) => ({ unit, made, fact })))
        .filter(({ fact }) => fact.subject === name || fact.object === name)
        .slice(0, limit),
    extraction: async (id) => {
      const unit = corpus.units.get(id)
      return unit === undefined ? null : graphOf(unit).extraction
    },
    synonymsSince: async (seq, embedder) => pairs((pair) => pair.seq > seq && pair.embedder === embedder),
    synonymsOf: async (name, embedder) =>
      pairs((pair) => (pair.one === name || pair.other === name) && pair.embedder === embedder),
    phraseVectors: async (embedder, wanted) =>
      wanted.map((phrase) => {
        const blob = phrases.get(JSON.stringify([embedder, phrase]))
        return blob === undefined ? null : decodeVector(blob)
      }),
  }
}

export function createMemoryGraphWriter(corpus: MemoryCorpus): GraphWriter {
  const { units, synonyms, phrases } = corpus.graph
  const change = (id: string, part: Partial<MemoryUnitGraph>) => {
    const row = corpus.units.get(id)?.row
    if (row !== undefined) units.set(row, { ...NO_GRAPH, ...units.get(row), ...part, seq: corpus.seq })
  }
  return {
    putMentions: async (recipe, named) => {
      corpus.seq++
      for (const { unit, mentions } of named) change(unit, { recipe, mentions })
    },
    putExtractions: async (extractions) => {
      corpus.seq++
      for (const extraction of extractions) change(extraction.unit, { extraction })
    },
    putSynonyms: async (embedder, given) => {
      corpus.seq++
      for (const pair of given)
        synonyms.set(JSON.stringify([pair.one, pair.other, embedder]), { ...pair, embedder, seq: corpus.seq })
    },
    putPhraseVectors: async (embedder, vectors) => {
      for (const { phrase, values } of vectors)
        phrases.set(JSON.stringify([embedder, phrase]), encodeVector(values))
    },
  }
}

async function* streamGraph(corpus: MemoryCorpus, since: number): AsyncIterable<GraphUnit> {
  const changed = [...corpus.units.values()].flatMap((stored) => {
    const graph = corpus.graph.units.get(stored.row)
    return graph !== undefined && graph.seq > since ? [{ ...stored, graph }] : []
  })
  changed.sort((one, other) => one.graph.seq - other.graph.seq || one.row - other.row)
  for (const { unit, graph } of changed)
    yield {
      unit: unit.id,
      paper: unit.paper,
      mentions: graph.mentions,
      facts: graph.extraction?.facts ?? [],
      seq: graph.seq,
    }
}

function countsOf(corpus: MemoryCorpus): GraphCounts {
  const graphs = [...corpus.units.values()].flatMap(({ row }) => corpus.graph.units.get(row) ?? [])
  const mentions = graphs.flatMap((graph) => graph.mentions)
  const aliases = mentions.filter(({ name, alias }) => name !== alias)
  return {
    named: graphs.filter(({ recipe }) => recipe !== null).length,
    extracted: graphs.filter(({ extraction }) => extraction !== null).length,
    names: new Set(mentions.map(({ name }) => name)).size,
    aliases: new Set(aliases.map(({ name, alias }) => JSON.stringify([name, alias]))).size,
    mentions: mentions.length,
    facts: graphs.reduce((sum, { extraction }) => sum + (extraction?.facts.length ?? 0), 0),
    synonyms: corpus.graph.synonyms.size,
  }
}

/** Computes the statistics of a corpus's graph: its size and how it is connected. */

import type { GraphCounts, MentionKind } from '../../corpus/index.ts'
import { correctionsOf, createNameCorrector } from '../name-corrections.ts'
import type { NameGraph } from '../name-graph.ts'
import { byUnits, knownNames, type NamedNode } from './name-search.ts'
import { adjacentNodes } from './neighbours.ts'
import type { GraphSource } from './ports.ts'

/** Number of units and names with `from` to `to` edges. */
export interface DegreeBand {
  readonly from: number
  readonly to: number
  readonly units: number
  readonly names: number
}

export interface GraphStats {
  readonly corpus: string
  /** Rows of the corpus file, before corrections. */
  readonly rows: GraphCounts
  /** Number of units and passages of the corpus that were not searched for names. */
  readonly unnamed: number
  readonly units: number
  readonly names: number
  readonly aliases: number
  /** Number of edges between units and names. */
  readonly edges: number
  readonly mentions: Readonly<Partial<Record<MentionKind, number>>>
  readonly facts: number
  readonly ignored: number
  readonly joined: number
  readonly hubs: readonly NamedNode[]
  /** Number of units that were searched and have no name. */
  readonly unitsWithoutName: number
  /** Number of units whose names occur in no other unit. */
  readonly isolatedUnits: number
  readonly degrees: readonly DegreeBand[]
  /** Bytes of the arrays with the edges; `memoryBytes` is an estimate that includes labels and dictionaries. */
  readonly edgeBytes: number
  readonly memoryBytes: number
}

const HUBS_SHOWN = 10
// Estimate of an entry of a Map or Set with its share of the table, and of a string's header. V8 on 64 bits.
const ENTRY_BYTES = 48
const STRING_BYTES = 16
// A name is a label, a node's number and a word of the dictionary; an alias is that and a count of its units.
const NAME_ENTRIES = 3
const ALIAS_ENTRIES = 4

/** Returns the statistics. Reads every row of the graph once. */
export async function graphStats(session: GraphSource, signal?: AbortSignal): Promise<GraphStats> {
  const { store } = session
  const names = await session.names()
  const corrector = createNameCorrector(await correctionsOf(store))
  const kinds = new Map<MentionKind, number>()
  const aliases = new Set<string>()
  let facts = 0
  for await (const unit of store.graphSince(0)) {
    signal?.throwIfAborted()
    facts += corrector.facts(unit.facts).length
    for (const { kind, name, alias } of corrector.mentions(unit.mentions)) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      if (alias !== name) aliases.add(`${alias}\n${name}`)
    }
  }
  const [counts, rows] = await Promise.all([store.counts(), store.graphCounts()])
  const ofGraph = await names.whenCurrent(({ graph }) => figuresOf(graph, aliases))
  return {
    corpus: session.name,
    rows,
    unnamed: counts.units + counts.passages - rows.named,
    aliases: aliases.size,
    mentions: Object.fromEntries([...kinds].sort(([, a], [, b]) => b - a)),
    facts,
    ignored: corrector.corrections.ignore.length,
    joined: Object.keys(corrector.corrections.alias).length,
    unitsWithoutName: rows.named - ofGraph.units,
    ...ofGraph,
  }
}

function figuresOf(graph: NameGraph, aliases: ReadonlySet<string>) {
  const view = graph.view()
  const known = knownNames(graph)
  const unitDegrees = Array.from({ length: view.nodes }, (_, node) => node).flatMap((node) =>
    graph.unitAt(node) === null ? [] : [{ node, degree: view.degrees[node]! }],
  )
  const isolated = unitDegrees.filter(({ node }) =>
    adjacentNodes(graph, node).every((name) => view.degrees[name] === 1),
  )
  const edgeBytes = [view.starts, view.degrees, view.targets, view.weights, view.totals].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  )
  const labels = [...known.map(({ name }) => name.length), ...[...aliases].map(({ length }) => length)]
  const letters = labels.reduce((sum, length) => sum + length + STRING_BYTES, 0)
  const unitIdBytes = unitDegrees.length * (32 + STRING_BYTES)
  const entries = unitDegrees.length * 2 + known.length * NAME_ENTRIES + aliases.size * ALIAS_ENTRIES
  return {
    units: graph.unitCount(),
    names: graph.nameCount(),
    edges: unitDegrees.reduce((sum, { degree }) => sum + degree, 0),
    hubs: known.sort(byUnits).slice(0, HUBS_SHOWN),
    isolatedUnits: isolated.length,
    degrees: bandsOf(
      unitDegrees.map(({ degree }) => degree),
      known.map(({ units }) => units),
    ),
    edgeBytes,
    memoryBytes: edgeBytes + letters + unitIdBytes + entries * ENTRY_BYTES,
  }
}

/** Returns the bands 1, 2, 3-4, 5-8, 9-16 …, which suit degrees that follow a power law. */
function bandsOf(units: readonly number[], names: readonly number[]): DegreeBand[] {
  const most = [...units, ...names].reduce((top, degree) => Math.max(top, bandOf(degree)), 0)
  const bands = Array.from({ length: units.length + names.length === 0 ? 0 : most + 1 }, (_, band) => ({
    from: band === 0 ? 1 : 2 ** (band - 1) + 1,
    to: 2 ** band,
    units: 0,
    names: 0,
  }))
  for (const degree of units) bands[bandOf(degree)]!.units++
  for (const degree of names) bands[bandOf(degree)]!.names++
  return bands
}

function bandOf(degree: number): number {
  return Math.ceil(Math.log2(Math.max(1, degree)))
}

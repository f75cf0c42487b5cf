/** Finding names in papers, as the graph needs it, and what a question asks of the names of a corpus. Adapters live in ./adapters. */
import type { Unit, UnitMentions } from '../corpus/index.ts'
import type { LinkedName } from './link-question.ts'
import type { NameGraph } from './name-graph.ts'

/** A paper whose names are to be found. */
export interface PaperToName {
  readonly title: string
  /** All that may explain an abbreviation: the whole text where it is there, else the units. */
  readonly texts: readonly string[]
  readonly units: readonly Pick<Unit, 'id' | 'text' | 'topic' | 'kind'>[]
}

/** Finds the names in papers; several calls may be under way at once. */
export interface Namer {
  /** The mentions of each unit, paper by paper. */
  name(papers: readonly PaperToName[]): Promise<UnitMentions[]>
  close(): Promise<void>
}

/** The names of a corpus, in this process or on a server. */
export interface NameSource {
  isEmpty(): Promise<boolean>
  /** Units with names. */
  namedUnits(): Promise<number>
  /** For the corpus as it is at the call. */
  ask(question: string): Promise<AskedNames>
}

/** A graph of units and names, whatever its edges are. */
export type UnitGraph = Pick<NameGraph, 'unitNode' | 'unitAt' | 'nameAt' | 'view'>

/** What one question needs to know of the names. Node numbers hold within it. */
export interface AskedNames {
  /** Names in the question, in its order. */
  readonly linked: readonly LinkedName[]
  /** The whole graph, or what is here of it. */
  readonly graph: UnitGraph
  /** Null where the whole graph is here. */
  readonly reach: GraphReach | null
}

/** Fetches parts of a graph that lies elsewhere. */
export interface GraphReach {
  /** Gives nodes to those of the units that have names. */
  units(ids: readonly string[]): Promise<void>
  /** The edges from these nodes; of a node with very many, some. */
  edges(nodes: readonly number[]): Promise<void>
  /** Whether the edges from the node are here. Without them it leads nowhere. */
  isFetched(node: number): boolean
  /** The ids of units at these nodes, at all of them by default. */
  ids(nodes?: readonly number[]): Promise<void>
}

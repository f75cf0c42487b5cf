/** Ports for finding names in papers, and for looking up a corpus's names for a question. Adapters are in ./adapters. */
import type { Unit, UnitMentions } from '../corpus/index.ts'
import type { LinkedName } from './link-question.ts'
import type { NameGraph } from './name-graph.ts'

/** A paper in which to find names. */
export interface PaperToName {
  readonly title: string
  /** All that may explain an abbreviation: the whole text if available, otherwise the units. */
  readonly texts: readonly string[]
  readonly units: readonly Pick<Unit, 'id' | 'text' | 'topic' | 'kind'>[]
}

/** Finds the names in papers; allows several calls at once. */
export interface Namer {
  /** Returns the mentions of each unit, paper by paper. */
  name(papers: readonly PaperToName[]): Promise<UnitMentions[]>
  close(): Promise<void>
}

/** The names of a corpus, in this process or on a server. */
export interface NameSource {
  isEmpty(): Promise<boolean>
  /** Returns the number of units with names. */
  namedUnits(): Promise<number>
  /** Looks up the names in a question, in the state of the corpus at the call. */
  ask(question: string): Promise<QuestionNames>
}

/** A graph of units and names, whatever its edges are. */
export type UnitGraph = Pick<NameGraph, 'unitNode' | 'unitAt' | 'nameAt' | 'view'>

/** What one question needs to know about the names. Node numbers are valid only within it. */
export interface QuestionNames {
  /** Names in the question, in order. */
  readonly linked: readonly LinkedName[]
  /** The whole graph, or the part fetched so far. */
  readonly graph: UnitGraph
  /** Null if the whole graph is in memory. */
  readonly reach: GraphReach | null
}

/** Fetches parts of a remote graph. */
export interface GraphReach {
  /** Assigns nodes to the units that have names. */
  units(ids: readonly string[]): Promise<void>
  /** Fetches the edges from these nodes; only some of a node with very many. */
  edges(nodes: readonly number[]): Promise<void>
  /** Returns whether the edges from the node were fetched. Without them it leads nowhere. */
  isFetched(node: number): boolean
  /** Fetches the ids of units at these nodes, at all of them by default. */
  ids(nodes?: readonly number[]): Promise<void>
}

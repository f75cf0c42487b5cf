/** What a corpus in memory is made of. */
import type { Extraction, GateRecord, Mention, Page, Paper, Synonym, Unit } from '../../../corpus/index.ts'

interface MemoryPaper {
  readonly paper: Paper
  readonly pages: readonly Page[]
  readonly gate: GateRecord | null
}

export interface MemoryUnit {
  readonly unit: Unit
  /** f16 blobs by embedder: what is read is what a durable store would give. */
  readonly vectors: Map<string, Buffer>
  readonly seq: number
  /** Order of arrival. */
  readonly row: number
}

export interface MemoryCorpus {
  seq: number
  lastRow: number
  readonly papers: Map<string, MemoryPaper>
  /** Path to paper, oldest first. */
  readonly paths: Map<string, string>
  readonly units: Map<string, MemoryUnit>
  readonly removed: Map<string, number>
  readonly settings: Map<string, string>
  readonly calls: Map<string, string>
  readonly graph: MemoryGraph
}

/** By the row of the unit: a unit that goes and comes again has a new row, and no names yet. */
export interface MemoryUnitGraph {
  readonly recipe: string | null
  readonly mentions: readonly Mention[]
  readonly extraction: Extraction | null
  readonly seq: number
}

export interface MemorySynonym extends Synonym {
  readonly embedder: string
  readonly seq: number
}

interface MemoryGraph {
  readonly units: Map<number, MemoryUnitGraph>
  readonly synonyms: Map<string, MemorySynonym>
  readonly phrases: Map<string, Buffer>
}

export function emptyMemoryCorpus(): MemoryCorpus {
  return {
    seq: 0,
    lastRow: 0,
    papers: new Map(),
    paths: new Map(),
    units: new Map(),
    removed: new Map(),
    settings: new Map(),
    calls: new Map(),
    graph: { units: new Map(), synonyms: new Map(), phrases: new Map() },
  }
}

/** Finding names in papers, as the graph needs it. Adapters live in ./adapters. */
import type { Unit, UnitMentions } from '../corpus/index.ts'

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

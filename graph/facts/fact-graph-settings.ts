/** What the edges of a fact graph are and weigh. Two choices: as HippoRAG 2 publishes it, and ours. */
import { LONE_FACTOR, WEIGHTS_ID } from '../mention-weights.ts'

export interface FactGraphSettings {
  readonly name: FactGraphName
  /** Names that units mention are nodes too, with the edges of the name graph. */
  readonly hasMentions: boolean
  /** Weight of the edge between the ends of a fact, for each unit that states it, both ways. A power of two: counted up and down again it is exact. */
  readonly factWeight: number
  /** Names whose vectors are near have an edge of `factWeight` x cosine. */
  readonly hasSynonyms: boolean
  /** Factor from a unit to a name that no other unit has. */
  readonly loneFactor: number
  /** Names everything above; artefacts made with other settings are stale. */
  readonly id: string
}

export type FactGraphName = 'published' | 'ours'

/** HippoRAG 2 (specs/hipporag.md, 1.5), with counts that add up: its own code overwrites the fact edge of a pair of synonyms. */
const PUBLISHED: Omit<FactGraphSettings, 'id'> = {
  name: 'published',
  hasMentions: false,
  factWeight: 2,
  hasSynonyms: true,
  loneFactor: 1,
}

/**
 * The name graph with facts: a unit leads to the ends of its facts as to names proper, and the ends to each other. R@5 of the walk from the
 * names of the question on MuSiQue, MiniLM and static, by `factWeight`: next to none .788 and .772, .125 .793 and .772; static with 2
 * .733. Synonyms change nothing there (.801 for .798 at the best), and cost the most edges.
 */
const OURS: Omit<FactGraphSettings, 'id'> = {
  name: 'ours',
  hasMentions: true,
  factWeight: 0.125,
  hasSynonyms: false,
  loneFactor: LONE_FACTOR,
}

export const FACT_GRAPHS: Readonly<Record<FactGraphName, FactGraphSettings>> = {
  published: withId(PUBLISHED),
  ours: withId(OURS),
}

function withId(settings: Omit<FactGraphSettings, 'id'>): FactGraphSettings {
  const { name, hasMentions, factWeight, hasSynonyms, loneFactor } = settings
  const id = [name, hasMentions ? WEIGHTS_ID : 'ends', factWeight, hasSynonyms, loneFactor].join(' ')
  return { ...settings, id }
}

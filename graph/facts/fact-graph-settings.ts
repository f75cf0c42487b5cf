/** The edges of a fact graph and their weights, in two versions: as HippoRAG 2 publishes it, and our own. */
import { LONE_FACTOR, WEIGHTS_ID } from '../mention-weights.ts'

export interface FactGraphSettings {
  readonly name: FactGraphName
  /** Whether names that units mention are nodes too, with the edges of the name graph. */
  readonly hasMentions: boolean
  /** Weight between subject and object, for each unit that states the fact, both ways. Exact to add and subtract, as a power of 2. */
  readonly factWeight: number
  /** Whether names whose vectors are near have an edge of `factWeight` x cosine. */
  readonly hasSynonyms: boolean
  /** Factor from a unit to a name that no other unit has. */
  readonly loneFactor: number
  /** Identifies the settings above; artefacts made with other settings are stale. */
  readonly id: string
}

export type FactGraphName = 'published' | 'ours'

/** HippoRAG 2 (specs/hipporag.md, 1.5), except that counts add up: the published code overwrites the fact edge of a pair of synonyms. */
const PUBLISHED: Omit<FactGraphSettings, 'id'> = {
  name: 'published',
  hasMentions: false,
  factWeight: 2,
  hasSynonyms: true,
  loneFactor: 1,
}

/**
 * The name graph with facts: a unit leads to the names in its facts as to proper names, and these to each other. R@5 of the walk from the
 * names of the question on MuSiQue, MiniLM and static, by `factWeight`: next to none .788 and .772, .125 .793 and .772; static with 2 .733.
 * Synonyms change nothing there (at best .801 for .798), and cost the most edges.
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

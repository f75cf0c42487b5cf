/** What `lightrag` searches, and how much of it. Source of the constants: LightRAG 1.5 (specs/lightrag.md, A.6). */

export const LIGHT_MODES = ['local', 'global', 'hybrid', 'mix'] as const
/** `local`: from names; `global`: from relations; `hybrid`: both; `mix`: both and the units similar to the question. */
export type LightMode = (typeof LIGHT_MODES)[number]

/** Number of entities, and of relations, that a vector search returns. */
export const TOP_K = 40
/** Number of units that a vector search returns. */
export const UNIT_TOP_K = 20
/** Anything with a lower cosine is not considered similar. */
export const MIN_COSINE = 0.2
/** Units per entity or relation: from all their units, half as many times their number are picked. */
export const RELATED_UNITS = 5
/** Most tokens of a prompt for the entities, and for the relations, of one answer. */
export const ENTITY_TOKENS = 6_000
export const RELATION_TOKENS = 8_000
/** Most units considered for one entity or relation. */
export const MAX_SOURCES = 200

/** What `lightrag` looks at, and how much of it. Source of the constants: LightRAG 1.5 (specs/lightrag.md, A.6). */

export const LIGHT_MODES = ['local', 'global', 'hybrid', 'mix'] as const
/** `local`: from names; `global`: from relations; `hybrid`: both; `mix`: both and the units like the question. */
export type LightMode = (typeof LIGHT_MODES)[number]

/** Entities, and relations, that a search by vector gives. */
export const TOP_K = 40
/** Units that a search by vector gives. */
export const UNIT_TOP_K = 20
/** Less than this is not like the question at all. */
export const LEAST_COSINE = 0.2
/** Units per entity or relation: of all theirs, half as many times their number are picked. */
export const RELATED_UNITS = 5
/** What the entities and relations of one answer may take of a prompt. */
export const ENTITY_TOKENS = 6_000
export const RELATION_TOKENS = 8_000
/** Units of one entity or relation that are looked at. */
export const MOST_SOURCES = 200

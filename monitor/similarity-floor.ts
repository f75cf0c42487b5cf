/** Which cosine says that a unit is about something else than what was asked? */
import floors from './floors.json' with { type: 'json' }

const calibrated: Readonly<Record<string, number>> = floors

/**
 * The least cosine of a query with a unit worth putting in, by `npm run measure floors` (docs/figures/floors.json): it refuses what a
 * corpus on another subject brings, not what only looks alike. Null for embedders that were not calibrated.
 */
export function similarityFloorOf(embedderId: string): number | null {
  return calibrated[embedderId] ?? null
}

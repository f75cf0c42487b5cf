/** Draws shares of the stages by a seed: as many of each as the scarcest allows, never one twice (specs/rethinker.md 5.3). */
import { compareText, GlossError, sampled } from '../../../../core/index.ts'
import type { CurationCase } from './curation-case.ts'

/** Ratios by stage; an unnamed stage has none. They need not add up to 1. */
export type StageRatios = Readonly<Record<string, number>>

/** Decimal fractions are not exact in binary: 1 / .2 must be 5. */
const ROUNDING = 1e-9

/** Quota: `floor(total x ratio)`, `total` the least `floor(count / ratio)`. Throws `INPUT_INVALID` if no ratio is above 0. */
export function stageQuotas(
  counts: Readonly<Record<string, number>>,
  ratios: StageRatios,
): Record<string, number> {
  const sum = Object.values(ratios).reduce((total, ratio) => total + ratio, 0)
  const wanted = Object.entries(ratios).filter(([, ratio]) => ratio > 0)
  if (wanted.length === 0)
    throw new GlossError('INPUT_INVALID', 'At least one stage needs a ratio above 0.', { field: 'ratios' })
  const shares = wanted.map(([stage, ratio]) => [stage, ratio / sum] as const)
  const total = Math.min(...shares.map(([stage, share]) => floored((counts[stage] ?? 0) / share)))
  return Object.fromEntries(shares.map(([stage, share]) => [stage, floored(total * share)]))
}

/** Returns the ids that are left out: always the same for the same cases, in any order, and the same seed. */
export function resampledIds(cases: readonly CurationCase[], ratios: StageRatios, seed: number): Set<string> {
  const stages = Map.groupBy(cases, ({ stage }) => stage)
  const counts = Object.fromEntries([...stages].map(([stage, own]) => [stage, own.length]))
  const quotas = stageQuotas(counts, ratios)
  const kept = [...stages].flatMap(([stage, own]) => {
    const ids = own.map(({ id }) => id).sort(compareText)
    return sampled(ids, quotas[stage] ?? 0, seed)
  })
  const keptIds = new Set(kept)
  return new Set(cases.map(({ id }) => id).filter((id) => !keptIds.has(id)))
}

function floored(value: number): number {
  return Math.floor(value + ROUNDING)
}

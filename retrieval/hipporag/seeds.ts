/** Chooses where a walk of `hipporag` starts: names with their weights, and the prior. */
import type { FactGraph } from '../../graph/facts/index.ts'
import { type LinkedName, PHRASE_WEIGHT } from '../../graph/index.ts'
import type { Candidates } from '../../index/index.ts'
import { type Seeds, withPrior } from '../walk-from.ts'
import { type FoundFact, seedsOfFacts } from './facts.ts'
import type { HippoSettings } from './settings.ts'

interface HippoSeeds {
  readonly found: readonly FoundFact[]
  /** Names in the question. */
  readonly linked: readonly LinkedName[]
  readonly best: Candidates
}

export interface SeedName {
  readonly node: number
  readonly name: string
  /** Spelling in the question; the name itself if a fact led to it. */
  readonly asked: string
}

/** Returns whether the walk also starts at facts, given the names in the question. */
export function startsAtFacts({ startsAt }: HippoSettings, linked: readonly LinkedName[]): boolean {
  return startsAt !== 'names-or-facts' || linked.length === 0
}

/** Returns the seeds, names first, and the names. A name that is both in the question and in a fact gets the sum of both weights. */
export function walkStart(
  graph: FactGraph,
  { found, linked, best }: HippoSeeds,
  { priorWeight, seedNames }: HippoSettings,
): { readonly seeds: Seeds; readonly names: readonly SeedName[] } {
  const unitsWith = (name: string) => graph.unitsWith(graph.nameNode(name) ?? -1)
  const names = new Map<number, SeedName & { weight: number }>()
  const add = (name: string, asked: string, weight: number) => {
    const node = graph.nameNode(name)
    if (node === undefined) return
    const known = names.get(node)
    if (known === undefined) names.set(node, { node, name, asked, weight })
    else known.weight += weight
  }
  for (const { name, asked, share, units, isPhrase } of linked)
    add(name, asked, (share * (isPhrase ? PHRASE_WEIGHT : 1)) / units)
  for (const { name, weight } of seedsOfFacts(found, unitsWith, seedNames)) add(name, name, weight)
  const seeds = { nodes: [...names.keys()], weights: [...names.values()].map(({ weight }) => weight) }
  return { seeds: withPrior(graph, seeds, best, priorWeight), names: [...names.values()] }
}

/** From a question to facts, and from facts to the names that a walk starts at (specs/hipporag.md, 3 steps 2 to 6). */
import { words } from '../core/index.ts'
import type { CorpusFacts, StatedFact } from '../graph/index.ts'
import type { HippoSettings } from './hipporag-settings.ts'

export interface FoundFact extends StatedFact {
  readonly cosine: number
  /** minmax(cosine) over all facts of the corpus. */
  readonly score: number
}

export interface NameSeed {
  readonly name: string
  readonly weight: number
}

/** The nearest facts, best first; none where the question has no vector. */
export async function nearestFacts(
  facts: CorpusFacts,
  vector: Float32Array | null,
  count: number,
): Promise<FoundFact[]> {
  if (vector === null) return []
  return facts.whenCurrent(({ graph, facts: matrix }) => {
    const { slots, cosines, lowest } = matrix.best(vector, count)
    const highest = cosines[0] ?? 0
    return slots.flatMap((slot, i): FoundFact[] => {
      const fact = graph.facts.at(slot)
      if (fact === null) return []
      const score = highest > lowest ? (cosines[i]! - lowest) / (highest - lowest) : 1
      return [{ ...fact, units: [...fact.units], cosine: cosines[i]!, score }]
    })
  })
}

/** Recognition memory without a model: facts that share a term with the question or have one of its names; all where none does. */
export function recognised(
  facts: readonly FoundFact[],
  question: string,
  names: ReadonlySet<string>,
): readonly FoundFact[] {
  const asked = new Set(words(question))
  const kept = facts.filter(
    ({ subject, predicate, object }) =>
      names.has(subject) ||
      names.has(object) ||
      words(`${subject} ${predicate} ${object}`).some((term) => asked.has(term)),
  )
  return kept.length === 0 ? facts : kept
}

/** For each name at an end the mean over its facts of score / units with the name; the greatest ones, equal ones by name. */
export function seedsOfFacts(
  facts: readonly FoundFact[],
  unitsWith: (name: string) => number,
  { seedNames, factSeedWeight }: HippoSettings,
): NameSeed[] {
  const weights = new Map<string, number[]>()
  for (const { subject, object, score } of facts)
    for (const name of [subject, object]) {
      const weight = score / Math.max(1, unitsWith(name))
      weights.set(name, [...(weights.get(name) ?? []), weight])
    }
  return [...weights]
    .map(([name, all]) => ({ name, weight: (factSeedWeight * sum(all)) / all.length }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .slice(0, seedNames)
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

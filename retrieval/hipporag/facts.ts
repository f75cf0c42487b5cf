/** Finds facts for a question, and from the facts the names that a walk starts at (specs/hipporag.md, 3 steps 2 to 6). */
import { compareText, words } from '../../core/index.ts'
import type { CorpusFacts, StatedFact } from '../../graph/facts/index.ts'
import { filterAsPublished, filterFacts } from '../../graph/openie/index.ts'
import type { MeteredChat } from '../model-usage.ts'
import type { HippoSettings } from './settings.ts'

export interface FoundFact extends StatedFact {
  readonly cosine: number
  /** minmax(cosine) over all facts of the corpus. */
  readonly score: number
}

export interface NameSeed {
  readonly name: string
  readonly weight: number
}

/** Returns the nearest facts, best first; an empty list if the question has no vector. */
export async function nearestFacts(
  facts: CorpusFacts,
  vector: Float32Array | null,
  count: number,
): Promise<FoundFact[]> {
  if (vector === null) return []
  return facts.whenCurrent(({ graph, facts: matrix }) => {
    const { slots, cosines, lowest } = matrix.scan(vector).best(count)
    const highest = cosines[0] ?? 0
    return slots.flatMap((slot, i): FoundFact[] => {
      const fact = graph.facts.at(slot)
      if (fact === null) return []
      const score = highest > lowest ? (cosines[i]! - lowest) / (highest - lowest) : 1
      return [{ ...fact, units: [...fact.units], cosine: cosines[i]!, score }]
    })
  })
}

export interface RecognitionOptions {
  readonly question: string
  /** Names in the question. */
  readonly names: ReadonlySet<string>
  readonly recognition: HippoSettings['recognition']
  /** Chat model; needed for `model` and `published`. */
  readonly metered: MeteredChat | null
  readonly signal?: AbortSignal | undefined
}

/**
 * Returns the facts that are relevant to the question. If none is, returns all of them, because the nearest facts are still what the corpus
 * knows best; `published` returns an empty list instead and then answers by vectors alone. Throws what the chat throws.
 */
export async function recognisedFacts(
  facts: readonly FoundFact[],
  { question, names, recognition, metered, signal }: RecognitionOptions,
): Promise<readonly FoundFact[]> {
  if (recognition === 'none' || facts.length === 0) return facts
  if (recognition === 'lexical') return keptOrAll(lexical(facts, question, names), facts)
  if (metered === null) throw new TypeError('recognition by a model without a model')
  const until = signal ?? new AbortController().signal
  if (recognition === 'published')
    return (await filterAsPublished(question, facts, metered.chat, until)).map((at) => facts[at]!)
  const asked = await filterFacts(question, facts, metered.chat, until)
  return asked.outcome === 'kept' ? asked.kept.map((at) => facts[at]!) : facts
}

/** Returns the facts that share an index term with the question, or have one of its names as subject or object. */
function lexical(facts: readonly FoundFact[], question: string, names: ReadonlySet<string>): FoundFact[] {
  const asked = new Set(words(question))
  return facts.filter(
    ({ subject, predicate, object }) =>
      names.has(subject) ||
      names.has(object) ||
      words(`${subject} ${predicate} ${object}`).some((term) => asked.has(term)),
  )
}

function keptOrAll(kept: readonly FoundFact[], all: readonly FoundFact[]): readonly FoundFact[] {
  return kept.length === 0 ? all : kept
}

/** Returns, for each subject and object, the mean over its facts of score / units with the name; greatest first, ties by name. */
export function seedsOfFacts(
  facts: readonly FoundFact[],
  unitsWith: (name: string) => number,
  count: number,
): NameSeed[] {
  const weights = new Map<string, number[]>()
  for (const { subject, object, score } of facts)
    for (const name of [subject, object]) {
      const weight = score / Math.max(1, unitsWith(name))
      weights.set(name, [...(weights.get(name) ?? []), weight])
    }
  return [...weights]
    .map(([name, all]) => ({ name, weight: all.reduce((sum, one) => sum + one, 0) / all.length }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || compareText(a.name, b.name))
    .slice(0, count)
}

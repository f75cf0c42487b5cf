/** Converts an extraction to facts, the form in which the graph stores and compares them. */
import type { Extraction, Fact } from '../../corpus/index.ts'
import { createLosses, type LossCounts, type Losses, type RawItems } from '../formats/index.ts'
import { canonical } from '../names/canonical.ts'

export interface Facts {
  /** Facts in the order of the answer, without duplicates. */
  readonly facts: readonly Fact[]
  /** `triple_length`, `empty_part`, `huge_part`, `repeated_fact`. */
  readonly losses: LossCounts
}

/** In UTF-16 units. A longer name or relation is a stray paragraph. Chosen, not measured. */
const MAX_PART_LENGTH = 300
const TRIPLE_LENGTH = 3

export function factsOf(triples: Extraction['triples']): Facts {
  const losses = createLosses()
  const facts = new Map<string, Fact>()
  for (const triple of triples) {
    const fact = factOf(triple, losses)
    if (fact === null) continue
    const key = JSON.stringify([fact.subject, fact.predicate, fact.object])
    if (facts.has(key)) losses.count('repeated_fact')
    else facts.set(key, fact)
  }
  return { facts: [...facts.values()], losses: losses.counts() }
}

/** Returns what the corpus stores for a unit: the whole answer, with the facts derived from it. */
export function extractionOf(
  unit: string,
  made: string,
  { entities, triples }: RawItems,
): { readonly extraction: Extraction; readonly losses: LossCounts } {
  const { facts, losses } = factsOf(triples)
  return { extraction: { unit, made, entities, triples, facts }, losses }
}

function factOf(triple: readonly string[], losses: Losses): Fact | null {
  if (triple.length !== TRIPLE_LENGTH) return losses.lose('triple_length')
  const [subject, predicate, object] = triple as readonly [string, string, string]
  if (triple.some(({ length }) => length > MAX_PART_LENGTH)) return losses.lose('huge_part')
  const fact = { subject: canonical(subject), predicate: relationOf(predicate), object: canonical(object) }
  return Object.values(fact).includes('') ? losses.lose('empty_part') : fact
}

/** "=" and "<" relate two names although they contain no letter. */
function relationOf(predicate: string): string {
  return canonical(predicate) || predicate.normalize('NFKC').trim()
}

/**
 * Searches entities and relations near keywords. They have no descriptions by a model: an entity is described by the facts about it, a
 * relation by the facts between its two names. So the cosine of an entity is the mean of its name's cosine and the mean over its facts, and
 * the cosine of a relation is that of its nearest fact; no vector has to be recomputed when a unit changes.
 */
import { compareText } from '../../core/index.ts'
import type { FactsState, PhraseScan, StatedFact } from '../../graph/facts/index.ts'
import { estimateTokens } from '../../models/index.ts'
import { ENTITY_TOKENS, MAX_SOURCES, MIN_COSINE, RELATION_TOKENS, TOP_K } from './settings.ts'

export interface Entity {
  readonly name: string
  /** Ids of units, sorted. */
  readonly units: readonly string[]
}

export interface Relation {
  readonly one: string
  readonly other: string
  readonly facts: readonly StatedFact[]
  readonly units: readonly string[]
}

// How many names and facts nearest by their own vectors are candidates for each entity. Chosen, not measured.
const CANDIDATES_PER_ENTITY = 4

/** Returns the nearest entities, best first. */
export function entitiesNear(state: FactsState, vector: Float32Array): Entity[] {
  const near = { names: state.names.scan(vector), facts: state.facts.scan(vector) }
  const sought = TOP_K * CANDIDATES_PER_ENTITY
  const names = new Set(near.names.best(sought).slots.map((node) => state.graph.nameAt(node)!))
  for (const slot of near.facts.best(sought).slots) {
    const fact = state.graph.facts.at(slot)!
    names.add(fact.subject).add(fact.object)
  }
  return [...names]
    .map((name) => ({ name, cosine: cosineOf(state, name, near) }))
    .filter(({ cosine }) => cosine >= MIN_COSINE)
    .sort((a, b) => b.cosine - a.cosine || compareText(a.name, b.name))
    .slice(0, TOP_K)
    .map(({ name }) => entityOf(state, name))
}

/** Returns the nearest relations, best first. */
export function relationsNear(state: FactsState, vector: Float32Array): Relation[] {
  const { slots, cosines } = state.facts.scan(vector).best(TOP_K)
  const near = slots.filter((_, i) => cosines[i]! >= MIN_COSINE)
  return distinctRelations(
    state,
    near.map((slot) => state.graph.facts.at(slot)!),
  )
}

/** Returns all relations of the entities that fit into a prompt: by how connected their names are, then by how often they are stated. */
export function relationsOf(state: FactsState, entities: readonly Entity[]): Relation[] {
  const { facts } = state.graph
  const incident = entities.flatMap(({ name }) => facts.slotsOfName(name).map((slot) => facts.at(slot)!))
  const degree = ({ one, other }: Relation) => facts.slotsOfName(one).length + facts.slotsOfName(other).length
  const ranked = distinctRelations(state, incident)
    .map((relation) => ({ relation, degree: degree(relation), weight: relation.units.length }))
    .sort(
      (a, b) =>
        b.degree - a.degree || b.weight - a.weight || compareText(keyOf(a.relation), keyOf(b.relation)),
    )
    .map(({ relation }) => relation)
  return withinTokens(ranked, RELATION_TOKENS, ({ facts: stated }) =>
    stated.map(({ subject, predicate, object }) => `${subject} ${predicate} ${object}`).join('. '),
  )
}

/** Returns the names of relations as entities, in the order of the relations. */
export function entitiesOf(state: FactsState, relations: readonly Relation[]): Entity[] {
  const names = new Set(relations.flatMap(({ one, other }) => [one, other]))
  const entities = [...names].map((name) => entityOf(state, name))
  return withinTokens(entities, ENTITY_TOKENS, ({ name }) => name)
}

function cosineOf(
  { graph }: FactsState,
  name: string,
  near: { readonly names: PhraseScan; readonly facts: PhraseScan },
): number {
  let sum = 0
  let described = 0
  for (const slot of graph.facts.slotsOfName(name)) {
    sum += near.facts.cosine(slot) ?? 0
    described++
  }
  const own = near.names.cosine(graph.nameNode(name)!) ?? 0
  return rounded((own + sum / Math.max(1, described)) / 2)
}

function entityOf({ graph: { facts } }: FactsState, name: string): Entity {
  const units = new Set<string>()
  for (const slot of facts.slotsOfName(name)) for (const unit of facts.at(slot)!.units) units.add(unit)
  return { name, units: sources(units) }
}

/** Returns the relations in the order of the facts; each pair of names once, in either direction. */
function distinctRelations({ graph: { facts } }: FactsState, stated: readonly StatedFact[]): Relation[] {
  const relations = new Map<string, Relation>()
  for (const { subject, object } of stated) {
    const [one, other] = subject < object ? [subject, object] : [object, subject]
    const key = keyOf({ one, other })
    if (relations.has(key)) continue
    const between = factsBetween(facts, one, other)
    const units = sources(new Set(between.flatMap((fact) => fact.units)))
    relations.set(key, { one, other, facts: between, units })
  }
  return [...relations.values()]
}

/** Returns the facts between two names, sorted by their texts. */
function factsBetween(facts: FactsState['graph']['facts'], one: string, other: string): StatedFact[] {
  const lists = [facts.slotsOfName(one), facts.slotsOfName(other)]
  const [fewer = []] = lists.sort((a, b) => a.length - b.length)
  return fewer
    .map((slot) => facts.at(slot)!)
    .filter(({ subject, object }) => isBetween(subject, object, one, other))
    .sort((a, b) => compareText(a.predicate, b.predicate) || compareText(a.subject, b.subject))
}

function isBetween(subject: string, object: string, one: string, other: string): boolean {
  return (subject === one && object === other) || (subject === other && object === one)
}

function withinTokens<T>(items: readonly T[], most: number, textOf: (item: T) => string): T[] {
  let tokens = 0
  const end = items.findIndex((item) => {
    tokens += estimateTokens(textOf(item))
    return tokens > most
  })
  return items.slice(0, end === -1 ? items.length : end)
}

function sources(units: ReadonlySet<string>): string[] {
  return [...units].sort().slice(0, MAX_SOURCES)
}

function keyOf({ one, other }: Pick<Relation, 'one' | 'other'>): string {
  return JSON.stringify([one, other])
}

// The order in which doubles were added must not affect a rank.
function rounded(value: number): number {
  return Math.round(value * 1e9) / 1e9
}

/** What the graph knows about a name: its spellings, its occurrences, the names that occur with it, and facts about it. */

import { compareText, GlossError, invalidInput } from '../../core/index.ts'
import type { Fact, Mention, MentionKind } from '../../corpus/index.ts'
import { correctionsOf, createNameCorrector, type NameCorrector } from '../name-corrections.ts'
import type { NameGraph } from '../name-graph.ts'
import { canonical } from '../names/canonical.ts'
import { kindOfName, type NameKind } from './name-kinds.ts'
import { type NamedNode, namesLike, namesWith } from './name-search.ts'
import { type NeighbourName, neighbourNames } from './neighbours.ts'
import {
  mostFrequent,
  type Occurrence,
  occurrencesOf,
  surfacesOf,
  type UnitMention,
  unitTexts,
} from './occurrences.ts'
import type { GraphSource } from './ports.ts'

export interface SourcedFact extends Fact {
  readonly unit: string
  /** `openie:MODEL:PROMPT_HASH`, or `import`. */
  readonly made: string
  /** Text of the unit that states the fact. */
  readonly text: string
}

export interface NameDetails {
  readonly corpus: string
  readonly name: string
  /** The name in the request, canonical. */
  readonly asked: string
  /** Other names that the same form means elsewhere. */
  readonly others: readonly string[]
  readonly units: number
  readonly papers: number
  readonly mentions: number
  /** Number of units that are about it. */
  readonly subjectOf: number
  /** False if it has more mentions than are counted; the figures are then for the first ones. */
  readonly isWhole: boolean
  readonly kinds: readonly { readonly kind: MentionKind; readonly mentions: number }[]
  readonly aliases: readonly { readonly alias: string; readonly mentions: number }[]
  /** Spellings exactly as in the text, without those in titles and headings. */
  readonly surfaces: readonly { readonly text: string; readonly mentions: number }[]
  readonly places: readonly Occurrence[]
  readonly neighbours: readonly NeighbourName[]
  readonly facts: readonly SourcedFact[]
  readonly synonyms: readonly { readonly name: string; readonly cosine: number }[]
}

export interface DetailLimits {
  readonly places: number
  readonly neighbours: number
  readonly facts: number
}

export const DETAIL_LIMITS: DetailLimits = { places: 10, neighbours: 20, facts: 20 }
// Enough for a hub of a large corpus; some 200 bytes each. Chosen, not measured.
const MAX_MENTIONS = 20_000
const NAMES_OFFERED = 5

/** Returns a name's details. Throws `NAME_NOT_FOUND` with known names of similar spelling, `GRAPH_MISSING` before names were extracted. */
export async function nameDetails(
  session: GraphSource,
  asked: string,
  limits: DetailLimits = DETAIL_LIMITS,
): Promise<NameDetails> {
  const corrector = createNameCorrector(await correctionsOf(session.store))
  const { name, others, graph } = await resolveName(session, asked, corrector)
  const mentions = await mentionsOf(session, name, corrector)
  const node = graph.nameNode(name)
  const texts = await unitTexts(session.store, [...new Set(mentions.map(({ unit }) => unit))])
  const units = new Set(mentions.map(({ unit }) => unit))
  return {
    corpus: session.name,
    name,
    asked: canonical(asked),
    others,
    units: units.size,
    papers: new Set([...texts.values()].map(({ paper }) => paper)).size,
    mentions: mentions.length,
    subjectOf: new Set(mentions.flatMap(({ unit, mention }) => (mention.isSubject ? [unit] : []))).size,
    isWhole: mentions.length < MAX_MENTIONS,
    kinds: mostFrequent(mentions.map(({ mention }) => mention.kind)).map(([kind, count]) => ({
      kind,
      mentions: count,
    })),
    aliases: mostFrequent(
      mentions.flatMap(({ mention }) => (mention.alias === name ? [] : [mention.alias])),
    ).map(([alias, count]) => ({ alias, mentions: count })),
    surfaces: surfacesOf(mentions, texts),
    places: await occurrencesOf(session.store, mentions, texts, limits.places),
    neighbours: node === undefined ? [] : neighbourNames(graph, node, limits.neighbours),
    facts: await factsWithText(session, name, corrector, limits.facts),
    synonyms: await synonymsOf(session, name),
  }
}

export interface KnownName extends NamedNode {
  readonly kind: NameKind
}

// Names whose kinds are looked up for a list, some 20 µs each. Chosen, not measured.
const MAX_LOOKED_UP = 4_000

/**
 * Returns the names that contain `part`, the best matching and most frequent first; only those of one kind if it is given. A list of all
 * names leaves out quantities and single everyday words.
 */
export async function searchNames(
  session: GraphSource,
  part: string,
  count: number,
  wanted: NameKind | null = null,
): Promise<KnownName[]> {
  const form = canonical(part)
  const names = await session.names()
  const known = await names.whenCurrent(({ graph }) => namesWith(graph, form, MAX_LOOKED_UP))
  const found: KnownName[] = []
  for (const node of known) {
    if (found.length >= count) break
    const kind = await kindOfName(session.store, node.name)
    const isListed = wanted === null ? form !== '' || (kind !== null && kind !== 'quantity') : kind === wanted
    if (isListed) found.push({ ...node, kind: kind ?? 'other' })
  }
  return found
}

interface FoundName {
  readonly name: string
  readonly others: readonly string[]
  readonly graph: NameGraph
}

/** Resolves a form to the name itself, the name that most mentions of the form mean, or a name that only has facts. */
export async function resolveName(
  session: GraphSource,
  asked: string,
  corrector: NameCorrector,
): Promise<FoundName> {
  const form = canonical(asked)
  if (form === '')
    throw invalidInput('name', `"${asked}" contains no letter or digit, so it cannot be a name.`)
  const names = await session.names()
  const { graph, isName } = await names.whenCurrent((state) => ({
    graph: state.graph,
    isName: state.graph.nameNode(form) !== undefined,
  }))
  if (isName) return { name: form, others: [], graph }
  const meant = corrector.nameOf(form)
  if (meant === null)
    throw new GlossError(
      'NAME_NOT_FOUND',
      `"${form}" is ignored by the corrections of the corpus "${session.name}"; gloss graph correct --show lists them.`,
      { name: form },
    )
  const rows = await session.store.mentionsOf(form, MAX_MENTIONS)
  const [name, ...others] = mostFrequent(
    corrector.mentions(rows.map(({ mention }) => mention)).map((mention) => mention.name),
  )
  if (name !== undefined) return { name: name[0], others: others.map(([other]) => other), graph }
  if ((await session.store.factsOf(meant, 1)).length > 0) return { name: meant, others: [], graph }
  throw await notFound(session, form)
}

async function notFound(session: GraphSource, form: string): Promise<GlossError> {
  const names = await session.names()
  const near = await names.whenCurrent(({ graph }) => namesLike(graph, form, NAMES_OFFERED))
  const offered =
    near.length === 0 ? 'None is spelled like it.' : `Known names spelled like it: ${near.join(', ')}.`
  return new GlossError(
    'NAME_NOT_FOUND',
    `The graph of "${session.name}" has no name "${form}". ${offered}`,
    {
      name: form,
      near: near.join(', '),
    },
  )
}

/** Returns mentions after corrections: of all forms that mean the name, without those that mean another. */
async function mentionsOf(
  { store }: GraphSource,
  name: string,
  corrector: NameCorrector,
): Promise<UnitMention[]> {
  const found = new Map<string, UnitMention>()
  for (const form of corrector.formsOf(name))
    for (const { unit, mention } of await store.mentionsOf(form, MAX_MENTIONS))
      for (const corrected of corrector.mentions([mention]))
        if (corrected.name === name) found.set(keyOf(unit, mention), { unit, mention: corrected })
  return [...found.values()].slice(0, MAX_MENTIONS)
}

function keyOf(unit: string, { alias, kind, start, end }: Mention): string {
  return JSON.stringify([unit, alias, kind, start, end])
}

type FactOfUnit = Omit<SourcedFact, 'text'>

/** Returns facts after corrections: those with the name, or a form that means it, as subject or object. */
export async function statedFacts(
  { store }: GraphSource,
  name: string,
  corrector: NameCorrector,
  limit: number,
): Promise<FactOfUnit[]> {
  const stated: FactOfUnit[] = []
  for (const form of corrector.formsOf(name))
    for (const { unit, fact, made } of await store.factsOf(form, limit))
      for (const corrected of corrector.facts([fact])) stated.push({ ...corrected, unit, made })
  return stated.slice(0, limit)
}

async function factsWithText(
  session: GraphSource,
  name: string,
  corrector: NameCorrector,
  limit: number,
): Promise<SourcedFact[]> {
  const stated = await statedFacts(session, name, corrector, limit)
  const texts = await unitTexts(session.store, [...new Set(stated.map(({ unit }) => unit))])
  return stated.map((fact) => ({ ...fact, text: texts.get(fact.unit)?.text ?? '' }))
}

export async function synonymsOf({ store, embedder }: GraphSource, name: string) {
  const found = await store.synonymsOf(name, embedder.id)
  return found
    .map(({ one, other, cosine }) => ({ name: one === name ? other : one, cosine }))
    .sort((a, b) => b.cosine - a.cosine || compareText(a.name, b.name))
}

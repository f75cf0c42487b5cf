/** Finds the names in a question: known names by longest exact match, and the meanings of known aliases. */
import type { Aliases } from './aliases.ts'
import type { Labels } from './labels.ts'
import { isProperWeight, TITLE_WEIGHT } from './mention-weights.ts'
import { type CanonicalWord, canonicalWords } from './names/canonical.ts'
import type { KnownForms } from './names/dictionary.ts'
import { type FoundName, findNames } from './names/find-names.ts'
import type { GraphView } from './rank/graph-view.ts'

/** A name in a question. */
export interface LinkedName {
  readonly node: number
  readonly name: string
  /** Spelling in the question, canonical. */
  readonly asked: string
  /** Share of this name among the names that the spelling may mean. */
  readonly share: number
  /** Number of units with the name. */
  readonly units: number
  /** Whether some unit has the name as its title. */
  readonly isTitle: boolean
  /** Whether the name was found only by the form of a phrase, in every unit. */
  readonly isPhrase: boolean
}

/** What is known about one name. */
export type NodeOfName = Pick<LinkedName, 'node' | 'units' | 'isTitle' | 'isPhrase'>

interface KnownNames {
  /** Names and aliases. */
  readonly dictionary: KnownForms
  readonly aliases: Pick<Aliases, 'isTerm' | 'meanings'>
  /** Returns null if the form is not a name. */
  readonly nameOf: (form: string) => NodeOfName | null
}

/** Returns the names in the order of the question, without duplicates. */
export function linkQuestion(question: string, known: KnownNames): LinkedName[] {
  const words = canonicalWords(question)
  const found = findNames(question, words, known.dictionary)
  const names = [...new Set(found.map(({ name }) => name))].flatMap((form) => meaningsOf(form, known))
  const terms = [...new Set(termsIn(words, found, known.aliases))]
  const meant = terms.flatMap((form) => meaningsOf(form, known)).map((name) => ({ ...name, isPhrase: true }))
  return [...names, ...meant.filter(({ node }) => names.every((name) => name.node !== node))]
}

/** Returns terms in lower case outside the names found. They count as phrases: at full weight they cost SciFact .03 R@5 of the walk. */
function termsIn(
  words: readonly CanonicalWord[],
  found: readonly FoundName[],
  aliases: Pick<Aliases, 'isTerm'>,
): string[] {
  return words.flatMap(({ form, start, end }) => {
    const isFree = found.every((name) => end <= name.start || start >= name.end)
    return isFree && aliases.isTerm(form) ? [form] : []
  })
}

/** Returns the meanings of a form: itself if it is a name, and what papers say that it means. */
function meaningsOf(asked: string, { aliases, nameOf }: KnownNames): LinkedName[] {
  const itself = nameOf(asked)
  const meant = aliases.meanings(asked).flatMap(({ name, share }) => {
    const known = name === asked ? null : nameOf(name)
    return known === null ? [] : [{ ...known, name, asked, share }]
  })
  return itself === null ? meant : [{ ...itself, name: asked, asked, share: 1 }, ...meant]
}

/** Returns what the whole graph knows about a name. */
export function nameInGraph(view: GraphView, names: Pick<Labels, 'node'>, form: string): NodeOfName | null {
  const node = names.node(form)
  if (node === undefined) return null
  const isTitle = hasEdge(view, node, (weight) => weight === TITLE_WEIGHT)
  return { node, units: view.degrees[node]!, isTitle, isPhrase: !isTitle && !isNameProper(view, node) }
}

/** Returns whether some unit has it as a proper name. Cost: a scan up to the first such unit. */
function isNameProper(view: GraphView, name: number): boolean {
  return hasEdge(view, name, (_, unit) =>
    hasEdge(view, unit, (weight, other) => other === name && isProperWeight(weight)),
  )
}

function hasEdge(
  { starts, degrees, targets, weights }: GraphView,
  node: number,
  holds: (weight: number, target: number) => boolean,
): boolean {
  const end = starts[node]! + degrees[node]!
  for (let cell = starts[node]!; cell < end; cell++) if (holds(weights[cell]!, targets[cell]!)) return true
  return false
}

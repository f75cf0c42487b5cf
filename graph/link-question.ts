/** Which names does a question mention? Known names by longest exact match, and those that a known alias stands for. */
import type { Aliases } from './aliases.ts'
import type { Labels } from './labels.ts'
import { findNames, type NameDictionary } from './names/index.ts'
import type { GraphView } from './rank/index.ts'

/** A name that a question mentions. */
export interface LinkedName {
  readonly node: number
  readonly name: string
  /** How the question has it, canonical. */
  readonly asked: string
  /** Share among the names that this form may stand for. */
  readonly share: number
  /** Units with the name. */
  readonly units: number
  /** Some unit is about it. */
  readonly isSubject: boolean
}

interface KnownNames {
  /** Names and aliases. */
  readonly dictionary: NameDictionary
  readonly names: Labels
  readonly aliases: Aliases
  readonly view: GraphView
}

/** In the order of the question, each once. */
export function linkQuestion(question: string, known: KnownNames): LinkedName[] {
  const found = findNames(question, known.dictionary, { mode: 'question' })
  const asked = new Set(found.flatMap(({ name, isKnown }) => (isKnown ? [name] : [])))
  return [...asked].flatMap((form) => meaningsOf(form, known))
}

/** A form that is a name itself stands for itself alone. */
function meaningsOf(asked: string, { names, aliases, view }: KnownNames): LinkedName[] {
  const isName = names.node(asked) !== undefined
  const meant = isName ? [{ name: asked, share: 1 }] : aliases.meanings(asked)
  return meant.flatMap(({ name, share }) => {
    const node = names.node(name)
    if (node === undefined) return []
    const units = view.degrees[node]!
    return [{ node, name, asked, share, units, isSubject: view.totals[node]! > units }]
  })
}

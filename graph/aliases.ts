/**
 * The names that a form may mean, counted by unit, so that a unit can be removed. A term means itself: a single word that is the name of a
 * chemical, a gene or a species by its shape, and not an ordinary word even in lower case.
 */
import { compareText } from '../core/index.ts'
import type { Mention, MentionKind } from '../corpus/index.ts'

export interface Aliases {
  has(alias: string): boolean
  isTerm(form: string): boolean
  all(): Iterable<string>
  /** Adds a unit's aliases; returns the new ones. */
  put(unit: string, mentions: readonly Mention[]): string[]
  /** Removes a unit's aliases; returns those that no unit has any more. */
  remove(unit: string): string[]
  /** Returns the names that the form means with their share of its units, most frequent first, then by name. */
  meanings(alias: string): { name: string; share: number }[]
  /** Adds an entry of a stored list. */
  restore(entry: AliasOfUnit): void
  /** Returns unit, alias and name of each entry. */
  list(): AliasOfUnit[]
}

export const TERMS: ReadonlySet<MentionKind> = new Set(['chemical', 'disease', 'gene', 'species'])

function isTerm({ name, kind }: Mention): boolean {
  return TERMS.has(kind) && !name.includes(' ')
}

/** Returns "e coli" for "escherichia coli". */
function shortBinomial({ name, kind }: Mention): [alias: string, name: string][] {
  const [genus = '', ...rest] = name.split(' ')
  return kind === 'species' && rest.length === 1 && genus.length > 2 ? [[`${genus[0]} ${rest[0]}`, name]] : []
}

export type AliasOfUnit = readonly [unit: string, alias: string, name: string]

/** Returns names with their share of the units, most frequent first, then by name. */
export function mostFrequentFirst(
  unitsByName: Iterable<readonly [name: string, units: number]>,
): { name: string; share: number }[] {
  const names = [...unitsByName]
  const all = names.reduce((sum, [, units]) => sum + units, 0)
  return names
    .sort(([one, a], [other, b]) => b - a || compareText(one, other))
    .map(([name, units]) => ({ name, share: units / all }))
}

export function createAliases(): Aliases {
  const meanings = new Map<string, Map<string, number>>()
  const ofUnits = new Map<string, [alias: string, name: string][]>()

  /** Returns whether the alias is new. */
  function count(unit: string, alias: string, name: string): boolean {
    const pairs = ofUnits.get(unit)
    if (pairs === undefined) ofUnits.set(unit, [[alias, name]])
    else pairs.push([alias, name])
    const names = meanings.get(alias)
    if (names === undefined) meanings.set(alias, new Map([[name, 1]]))
    else names.set(name, (names.get(name) ?? 0) + 1)
    return names === undefined
  }

  /** Returns whether no unit has the alias any more. */
  function uncount(alias: string, name: string): boolean {
    const names = meanings.get(alias)!
    const left = names.get(name)! - 1
    if (left > 0) names.set(name, left)
    else names.delete(name)
    return names.size === 0 && meanings.delete(alias)
  }

  return {
    has: (alias) => meanings.has(alias),
    isTerm: (form) => meanings.get(form)?.has(form) === true,
    all: () => meanings.keys(),
    put(unit, mentions) {
      const named = mentions
        .filter((mention) => mention.alias !== mention.name || isTerm(mention))
        .map(({ alias, name }) => [alias, name] as const)
      const pairs = new Map(
        [...named, ...mentions.flatMap(shortBinomial)].map((pair) => [JSON.stringify(pair), pair]),
      )
      return [...pairs.values()].flatMap(([alias, name]) => (count(unit, alias, name) ? [alias] : []))
    },
    remove(unit) {
      const pairs = ofUnits.get(unit) ?? []
      ofUnits.delete(unit)
      return pairs.flatMap(([alias, name]) => (uncount(alias, name) ? [alias] : []))
    },
    meanings: (alias) => mostFrequentFirst(meanings.get(alias) ?? []),
    restore: (entry) => void count(...entry),
    list: () => [...ofUnits].flatMap(([unit, pairs]) => pairs.map((pair): AliasOfUnit => [unit, ...pair])),
  }
}

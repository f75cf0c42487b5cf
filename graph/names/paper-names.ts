/** Collects what the whole paper says about its names: the meaning of each short form, and which words are capitalised within sentences. */
import { abbreviationsOf, countsOf, NAME_STOP_WORDS } from '../../core/index.ts'
import { canonical } from './canonical.ts'
import type { FoundSpan, PaperNames } from './mention.ts'
import { isOfScience } from './science-words.ts'
import { singular, singularOf } from './singular.ts'

const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-‐–/.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
/** A capitalised word that does not open a sentence, line or bracket, without a number or a letter after it ("Lab 4"). */
const CAPITAL_WITHIN = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}+(?![\p{L}\p{N}])(?! (?:\p{N}|\p{Lu}(?![\p{L}\p{N}])))/gu
/** A word in lower case that is not part of an address. */
const LOWER_CASE = /(?<![\p{L}\p{N}@./:_~])\p{Ll}{3,}(?![\p{L}\p{N}@/:_]|\.\p{L})/gu
/** A genus as its first letter or two, and a genus in full, before an epithet. */
const SHORT_BINOMIAL = /(?<![\p{L}\p{N}.-])(\p{Lu}\p{Ll}?)\. ?(\p{Ll}{3,})(?![\p{L}\p{N}])/gu
const BINOMIAL = /(?<![\p{L}\p{N}-])(\p{Lu}\p{Ll}{2,}) (\p{Ll}{3,})(?![\p{L}\p{N}])/gu

/** Reads all texts of a paper, including its title; the first definition wins. Cost: linear. */
export function paperNames(texts: readonly string[]): PaperNames {
  const longForms = new Map<string, string>()
  const heads = new Map<string, string>()
  for (const [short, long] of texts.flatMap((text) => [...abbreviationsOf(text)])) {
    const form = canonical(short)
    const name = singular(canonical(long))
    if (form === '' || name === '' || form === name) continue
    if (!heads.has(short)) heads.set(short, long.split(/[\s-]/).at(-1)!.toLowerCase())
    if (!longForms.has(form)) longForms.set(form, name)
  }
  const full = genera(texts)
  for (const [short, long] of full) if (!longForms.has(short)) longForms.set(short, long)
  const capitals = wordCounts(texts, CAPITAL_WITHIN)
  const lowerCase = wordCounts(texts, LOWER_CASE)
  const species = new Set(full.values())
  return {
    longForms,
    heads,
    capitals,
    lowerCase,
    isOfScience: isOfScience(lowerCase),
    species,
    found: new Map(),
  }
}

function wordCounts(texts: readonly string[], word: RegExp): Map<string, number> {
  return countsOf(texts.flatMap((text) => text.match(word) ?? []))
}

/** Returns "o sanctum" -> "ocimum sanctum" if the paper has both. */
function genera(texts: readonly string[]): Map<string, string> {
  const short = new Set(
    texts.flatMap((text) =>
      Array.from(text.matchAll(SHORT_BINOMIAL), ([, letters, epithet]) => canonical(`${letters} ${epithet}`)),
    ),
  )
  const found = new Map<string, string>()
  if (short.size === 0) return found
  for (const text of texts)
    for (const [whole, genus = '', epithet = ''] of text.matchAll(BINOMIAL))
      for (const letters of [1, 2]) {
        const form = canonical(`${genus.slice(0, letters)} ${epithet}`)
        // "J. and" of initials is not a genus of "Jones and".
        if (short.has(form) && !found.has(form) && !NAME_STOP_WORDS.has(epithet))
          found.set(form, canonical(whole))
      }
  return found
}

/**
 * Returns a canonical name with its last word in the singular if it is a common noun: the paper also writes its capitalised words in lower
 * case, except for acronyms ("SNPs"). "Adams", "Texas" and "AIDS" stay unchanged.
 */
export function withoutPlural(name: string, surface: string, { lowerCase }: PaperNames): string {
  const one = singularOf(name, surface)
  if (one === name || !ENDS_IN_LOWER_CASE.test(surface)) return name
  const words = surface.match(ORDINARY_WORD) ?? []
  const isKind = words.every((word) => {
    const lower = word.toLowerCase()
    return lowerCase.has(lower) || lowerCase.has(singular(lower))
  })
  return isKind ? one : name
}

const ENDS_IN_LOWER_CASE = /\p{Ll}\P{L}*$/u
const ORDINARY_WORD = /\p{Lu}\p{Ll}{2,}/gu

/** Returns the spans of species whose genus the paper both spells out and abbreviates. */
export function knownSpecies(text: string, { species, longForms }: PaperNames): FoundSpan[] {
  if (species.size === 0) return []
  return [SHORT_BINOMIAL, BINOMIAL].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match): FoundSpan => {
      const form = canonical(match[0])
      const name = longForms.get(form) ?? form
      return { start: match.index, end: match.index + match[0].length, name, kind: 'species' }
    }).filter(({ name }) => species.has(name)),
  )
}

/** Returns the spans of short forms that the paper explains: "ACE", "ACEs", but not "ace". */
export function shortForms(text: string, paper: PaperNames): FoundSpan[] {
  if (paper.heads.size === 0) return []
  const found: FoundSpan[] = []
  for (const match of text.matchAll(TOKEN)) {
    const surface = match[0]
    const short = [surface, surface.replace(/s$/, '')].find((form) => paper.heads.has(form))
    const name = short === undefined ? undefined : paper.longForms.get(canonical(short))
    if (name === undefined) continue
    found.push({ start: match.index, end: match.index + surface.length, name, kind: 'abbreviation' })
  }
  return found
}

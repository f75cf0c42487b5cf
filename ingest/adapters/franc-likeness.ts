/** How much a text looks like each language that franc knows: by its 300 commonest trigrams, or by its script alone. */
import { data } from 'franc-min/data.js'
import { expressions } from 'franc-min/expressions.js'
import type { LanguageLikeness } from '../prose/index.ts'

const TRIGRAM_LETTERS = 3

/** A language with two scripts has the trigrams of the second. */
const TRIGRAMS: readonly (readonly [language: string, trigrams: ReadonlySet<string>])[] = [
  ...new Map(
    Object.values(data).flatMap((languages) =>
      Object.entries(languages).map(([language, trigrams]) => [language, new Set(trigrams.split('|'))]),
    ),
  ),
]
/** For each trigram the places in `TRIGRAMS` of the languages that have it: most trigrams of a text are known to few. */
const LANGUAGES_OF = new Map<string, number[]>()
for (const [index, [, trigrams]] of TRIGRAMS.entries())
  for (const trigram of trigrams) {
    const known = LANGUAGES_OF.get(trigram)
    if (known === undefined) LANGUAGES_OF.set(trigram, [index])
    else known.push(index)
  }
/** Languages with a script of their own (`cmn`, `jpn`, `kor`, `ell` …): franc has no trigrams for them. */
const SCRIPTS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(expressions)
    .filter(([name]) => /^[a-z]{3}$/.test(name))
    .map(([language, expression]) => [language, new RegExp(expression.source, 'g')]),
)

/** All scripts of `SCRIPTS` are above Latin. */
const ABOVE_LATIN = /[\u0250-\uFFFF]/

/**
 * For each language the share of the text's trigrams that are among the language's commonest 300, or the share of its letters
 * in the language's script; most alike first. English papers have .35-.48 for English, random letters .2 for any language.
 */
export function francLikeness(text: string): readonly LanguageLikeness[] {
  // As franc itself prepares a text: lower case, single spaces, no digits or ASCII punctuation.
  const plain = ` ${text
    .replaceAll(/[!-@]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()} `
  const total = Math.max(1, plain.length - TRIGRAM_LETTERS + 1)
  const known = new Uint32Array(TRIGRAMS.length)
  for (let at = 0; at + TRIGRAM_LETTERS <= plain.length; at++)
    for (const index of LANGUAGES_OF.get(plain.slice(at, at + TRIGRAM_LETTERS)) ?? []) known[index]!++
  const alike: LanguageLikeness[] = TRIGRAMS.map(([language], index) => ({
    language,
    likeness: known[index]! / total,
  }))
  const letters = Math.max(1, plain.match(/\p{L}/gu)?.length ?? 0)
  const isLatin = !ABOVE_LATIN.test(plain)
  for (const [language, script] of SCRIPTS) {
    const inScript = isLatin ? 0 : (plain.match(script)?.length ?? 0)
    alike.push({ language, likeness: Math.min(1, inScript / letters) })
  }
  return alike.sort((a, b) => b.likeness - a.likeness)
}

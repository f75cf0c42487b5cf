/** How much a text looks like each language that franc knows: by its 300 commonest trigrams, or by its script alone. */
import { data } from 'franc-min/data.js'
import { expressions } from 'franc-min/expressions.js'
import type { LanguageLikeness } from '../prose/index.ts'

const TRIGRAM_LETTERS = 3

const TRIGRAMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.values(data).flatMap((languages) =>
    Object.entries(languages).map(([language, trigrams]) => [language, new Set(trigrams.split('|'))]),
  ),
)
/** Languages with a script of their own (`cmn`, `jpn`, `kor`, `ell` …): franc has no trigrams for them. */
const SCRIPTS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(expressions)
    .filter(([name]) => /^[a-z]{3}$/.test(name))
    .map(([language, expression]) => [language, new RegExp(expression.source, 'g')]),
)

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
  const counts = new Map<string, number>()
  for (let at = 0; at + TRIGRAM_LETTERS <= plain.length; at++) {
    const trigram = plain.slice(at, at + TRIGRAM_LETTERS)
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1)
  }
  const letters = Math.max(1, plain.match(/\p{L}/gu)?.length ?? 0)
  const alike: LanguageLikeness[] = []
  for (const [language, trigrams] of TRIGRAMS) {
    let known = 0
    for (const [trigram, count] of counts) if (trigrams.has(trigram)) known += count
    alike.push({ language, likeness: known / total })
  }
  for (const [language, script] of SCRIPTS)
    alike.push({ language, likeness: Math.min(1, (plain.match(script)?.length ?? 0) / letters) })
  return alike.sort((a, b) => b.likeness - a.likeness)
}

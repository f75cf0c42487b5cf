/**
 * Finds the subject of a paper in its own words: the phrases that recur in it.
 * Candidates as in RAKE (Rose et al., 2010): runs of words between stop words and punctuation; ranked by recurrence.
 */
import { countsOf, words } from '../../core/index.ts'

// Words that end a phrase, besides the index's stop words: function words, and verbs and adverbs of scientific prose.
const BREAKS = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with ' +
    'about above across after again against all also although among an any around because been before being below between both can could ' +
    'did do does done down due during each either et al etc every few from further had has have having he her here his how however i its ' +
    'itself may me might more most much must my neither nor now off once one only other our out over own per rather same she should since so ' +
    'some still than them through thus too two three four five under until up upon very we well were what when where whether which while who ' +
    'whom whose why within without would yet you your used using use uses based known shown found showed show shows suggest suggests suggested ' +
    'study studies result results data method methods paper conclusion conclusions background objective objectives here many several different ' +
    'similar new first second third respectively significantly significant high higher highest low lower increased decreased including compared ' +
    'associated observed identified demonstrated reported revealed performed although important recent previously therefore major present ' +
    'analysis effect effects role number level levels type types group groups years year patients'
  ).split(' '),
)
const TOKEN = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu
const MAX_WORDS = 3
// The subject of a book is clear from its first hundred pages, and the counts stay small. Chosen, not measured.
const MAX_CHARACTERS = 300_000

/**
 * Returns at most `limit` phrases that occur at least twice, the most telling first, none part of another; fewer or none if
 * the text has few repetitions. Spelled as at their first occurrence.
 */
export function keyPhrases(text: string, limit: number): string[] {
  const ranked = [...countedPhrases(text)]
    .filter(([key, phrase]) => phrase.count >= 2 && /[^\s]{3}/.test(key) && /\p{L}/u.test(key))
    // Longer phrases say more and recur less; the factor is chosen, not measured.
    .toSorted(([, a], [, b]) => b.count * b.length ** 2 - a.count * a.length ** 2)
  const kept: { readonly key: string; readonly spelled: string }[] = []
  for (const [key, { spelled }] of ranked) {
    if (kept.length >= limit) break
    const isPart = kept.some(
      (other) => ` ${other.key} `.includes(` ${key} `) || ` ${key} `.includes(` ${other.key} `),
    )
    if (!isPart) kept.push({ key, spelled })
  }
  return kept.map((phrase) => phrase.spelled)
}

interface Phrase {
  readonly spelled: string
  /** Length in words. */
  readonly length: number
  count: number
}

/** Counts phrases by the stems of their words, all of which recur. */
function countedPhrases(text: string): Map<string, Phrase> {
  const phrases = new Map<string, Phrase>()
  const stemmed = runs(text.slice(0, MAX_CHARACTERS)).map((run) => ({ run, stems: run.map(words) }))
  const counts = countsOf(stemmed.flatMap(({ stems }) => stems.flat()))
  for (const { run, stems } of stemmed) {
    const recurs = stems.map((ofWord) => ofWord.every((stem) => counts.get(stem)! > 1))
    for (let from = 0; from < run.length; from++)
      for (let to = from + 1; to <= Math.min(from + MAX_WORDS, run.length) && recurs[to - 1]; to++) {
        const key = stems
          .slice(from, to)
          .map((ofWord) => ofWord.join(' '))
          .join(' ')
        const known = phrases.get(key)
        if (known !== undefined) known.count++
        else phrases.set(key, { spelled: run.slice(from, to).join(' '), length: to - from, count: 1 })
      }
  }
  return phrases
}

function runs(text: string): string[][] {
  const found: string[][] = []
  let run: string[] = []
  for (const token of text.match(TOKEN) ?? []) {
    if (/^[\p{L}\p{N}]/u.test(token) && !BREAKS.has(token.toLowerCase())) run.push(token)
    else if (run.length > 0) {
      found.push(run)
      run = []
    }
  }
  if (run.length > 0) found.push(run)
  return found
}

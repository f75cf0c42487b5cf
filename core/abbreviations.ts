/**
 * Which short forms a text defines, and by which long form.
 * Method: Schwartz and Hearst, A simple algorithm for identifying abbreviation definitions in biomedical text, PSB 2003.
 */

/** Long form by short form, as the paper spells both. The first definition wins. */
export type Abbreviations = ReadonlyMap<string, string>

// Section 3.1 of the source: two to ten characters, at most two words, a letter, an alphanumeric start.
const BRACKETED = /\(([^()[\]]{2,60})\)/g
const MAX_SHORT_CHARACTERS = 10
// Chosen, not measured: the source allows as many words as the short form has characters, and five more.
const MOST_CHARACTERS_BEFORE = 200
// Words between which no definition reaches back: the sentence before, another bracket, a list mark.
const CLAUSE_START = /[.;:!?]\s|[()[\]]/g

/** Reads `long form (SF)` all over the text. Cost: linear in the text. */
export function abbreviationsOf(text: string): Abbreviations {
  const found = new Map<string, string>()
  for (const match of text.matchAll(BRACKETED)) {
    const short = (match[1] ?? '').split(/[;,]/)[0]?.trim() ?? ''
    if (!isShortForm(short) || found.has(short)) continue
    const before = text.slice(Math.max(0, match.index - MOST_CHARACTERS_BEFORE), match.index)
    const long = longFormBefore(before, short)
    if (long !== null) found.set(short, long)
  }
  return found
}

function isShortForm(text: string): boolean {
  return (
    text.length >= 2 &&
    text.length <= MAX_SHORT_CHARACTERS &&
    /^[\p{L}\p{N}]/u.test(text) &&
    /\p{Lu}/u.test(text) &&
    text.split(/\s+/).length <= 2 &&
    !/^(?:Fig|Table|Ref|Eq|[IVX]+$|\p{Lu}\p{Ll}{3,}$)/u.test(text)
  )
}

/** The words right before the bracket that hold the short form's characters in order; null where there are none. */
function longFormBefore(before: string, short: string): string | null {
  const clause = before.slice(lastIndexOfMatch(before, CLAUSE_START)).replace(/\s+/g, ' ').trim()
  const limit = Math.min(short.length + 5, short.length * 2)
  const words = clause.split(' ').slice(-limit)
  const from = matchStart(words.join(' '), short)
  if (from === null) return null
  const long = words.join(' ').slice(from)
  const usable =
    long.length > short.length &&
    !long.split(' ').includes(short) &&
    !/^\W/.test(long) &&
    /\p{Ll}/u.test(long)
  if (!usable) return null
  return from === 0 && words.length === clause.split(' ').length ? withoutSentenceCapital(long) : long
}

/** "Myelodysplastic syndromes" opened its sentence; in the middle of another it is no name. "DNA" and "Zn finger" stay. */
function withoutSentenceCapital(long: string): string {
  return /^\p{Lu}\p{Ll}{2,}/u.test(long) ? long.charAt(0).toLowerCase() + long.slice(1) : long
}

/** Section 3.3 of the source: match from the right; the first character of the short form must start a word. */
function matchStart(long: string, short: string): number | null {
  let at = long.length - 1
  for (let i = short.length - 1; i >= 0; i--) {
    const wanted = (short[i] ?? '').toLowerCase()
    if (!/[\p{L}\p{N}]/u.test(wanted)) continue
    const isFirst = i === 0
    while (at >= 0 && (long[at]?.toLowerCase() !== wanted || (isFirst && isWordCharacter(long[at - 1])))) at--
    if (at < 0) return null
    at--
  }
  return Math.max(long.lastIndexOf(' ', at + 1), -1) + 1
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

function lastIndexOfMatch(text: string, pattern: RegExp): number {
  let last = 0
  for (const match of text.matchAll(pattern)) last = match.index + match[0].length
  return last
}

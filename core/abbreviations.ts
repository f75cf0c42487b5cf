/**
 * Finds the short forms that a text defines, with their long forms.
 * Method: Schwartz and Hearst, A simple algorithm for identifying abbreviation definitions in biomedical text, PSB 2003.
 */

/** Long form by short form, as the paper spells both. The first definition wins. */
export type Abbreviations = ReadonlyMap<string, string>

// Section 3.1 of the source: two to ten characters, at most two words, a letter, an alphanumeric start.
const BRACKETED = /\(([^()[\]]{2,60})\)/g
const MAX_SHORT_CHARACTERS = 10
// Chosen, not measured: the source allows as many words as the short form has characters, and five more.
const MAX_CHARACTERS_BEFORE = 200
const LONG_WORD = 10
/** Grammatical words and numbers. */
const GRAMMAR = /^(?:\d+|of|the|and|in|for|to|a|an|on|at|by|with|from|or|de|la|und|der|s)$/i
// A definition does not reach back across these: the sentence before, another bracket, a list mark.
const CLAUSE_START = /[.;:!?]\s|[()[\]]/g
/** Abbreviated authors of plant names, as botanists write them after the name. */
export const SPECIES_AUTHORITY = /(?<![\p{L}\p{N}])(?:L|Linn|DC|Benth|Lam|Mill|Roxb|Thunb|Willd)\.?\s*$/u
/** A reference number at the end of a word: "backpropagation73". */
const REFERENCE = /(?<=\p{Ll}{4})\d{1,3}\s*$/u
/** A prefix of a long form: "anti-herpes simplex virus (HSV)". */
const PREFIX = /^(?:anti|non|pre|post)[-‐‑]$/i

/** Returns every `long form (SF)` in the text. Cost: linear in the text. */
export function abbreviationsOf(text: string): Abbreviations {
  const found = new Map<string, string>()
  for (const match of text.matchAll(BRACKETED)) {
    const short = shortFormIn(match[1] ?? '')
    if (short === null || found.has(short)) continue
    const before = text.slice(Math.max(0, match.index - MAX_CHARACTERS_BEFORE), match.index)
    const long = longFormBefore(before.replace(SPECIES_AUTHORITY, '').replace(REFERENCE, ''), short, text)
    if (long !== null) found.set(short, long)
  }
  return found
}

/** Returns the short form in a bracket: "(BBB, see below)" and "(ACE; EC 3.4.15.1)" have one; "(Pi, Pj)" and "(Sample 1, S1)" are lists. */
function shortFormIn(bracket: string): string | null {
  const [first = '', ...rest] = bracket.split(/[;,]/).map((part) => part.trim())
  const isExplained = rest.every((part) => /^(?:\p{Ll}{2}|EC \d|\d+$)/u.test(part))
  return isExplained && isShortForm(first) ? first : null
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

/** Returns the words right before the bracket that contain the short form's characters in order, or null. */
function longFormBefore(before: string, short: string, text: string): string | null {
  const clause = before.slice(lastIndexOfMatch(before, CLAUSE_START)).replace(/\s+/g, ' ').trim()
  const limit = Math.min(short.length + 5, short.length * 2)
  const words = clause.split(' ').slice(-limit)
  const from = startByInitials(words, short) ?? matchStart(words.join(' '), short)
  if (from === null) return null
  const long = words.join(' ').slice(from)
  if (!coversItsWords(long, short)) return null
  const usable =
    long.length > short.length &&
    !long.split(' ').includes(short) &&
    !/^\W/.test(long) &&
    /\p{Ll}/u.test(long)
  if (!usable) return null
  return from === 0 && words.length === clause.split(' ').length ? withoutSentenceCapital(long, text) : long
}

/**
 * Stricter than the source, which lets "i" of "Pi" match within "pair of communicating processes": each word of the long form, except
 * grammatical ones, must give its first character and may give more. One word in four may give none ("acetic" in EDTA). Numbers, capitals
 * within a word and the long words of chemistry ("aminotransferase" in ALT) may give a character other than the first.
 */
function coversItsWords(long: string, short: string): boolean {
  const wanted = (short.match(/[\p{L}\p{N}]/gu) ?? [])
    .join('')
    .replace(/(?<=\p{Lu})s$/u, '')
    .toLowerCase()
  const words = long.match(/[\p{L}\p{N}]+/gu) ?? []
  const content = words.filter((word) => !GRAMMAR.test(word))
  const fewestLeftOut = leftOutFrom(words, 0, wanted, 0, new Map())
  return fewestLeftOut <= Math.floor(content.length / 4)
}

/** Returns the index after the first character that the word gives; 0 if it gives none. */
function firstGiven(word: string, wanted: string | undefined): number {
  if (wanted === undefined) return 0
  if (word[0]?.toLowerCase() === wanted) return 1
  if (word.length >= LONG_WORD || /^\d/.test(word)) return word.toLowerCase().indexOf(wanted) + 1
  return word.indexOf(wanted.toUpperCase()) + 1
}

/** Returns the fewest content words from `at` on that give no character of the rest of the short form; infinite if it cannot be spelled. */
function leftOutFrom(
  words: readonly string[],
  at: number,
  short: string,
  used: number,
  known: Map<number, number>,
): number {
  if (at === words.length) return used === short.length ? 0 : Number.POSITIVE_INFINITY
  const place = at * (short.length + 1) + used
  const before = known.get(place)
  if (before !== undefined) return before
  const word = words[at] ?? ''
  let fewest = leftOutFrom(words, at + 1, short, used, known) + (GRAMMAR.test(word) ? 0 : 1)
  for (let taken = 1, from = firstGiven(word, short[used]); from > 0; taken++) {
    fewest = Math.min(fewest, leftOutFrom(words, at + 1, short, used + taken, known))
    const next = short[used + taken]
    from = next === undefined ? 0 : word.toLowerCase().indexOf(next, from) + 1
  }
  known.set(place, fewest)
  return fewest
}

/** Lowers the first letter of "Myelodysplastic syndromes", which opened a sentence; "Turner syndrome", "DNA" and "Zn finger" stay. */
function withoutSentenceCapital(long: string, text: string): string {
  if (!/^\p{Lu}\p{Ll}{2,}/u.test(long)) return long
  const lower = long.charAt(0).toLowerCase() + long.slice(1)
  const [word = ''] = lower.split(/[\s-]/)
  return text.includes(` ${word}`) ||
    (!/ \p{Lu}/u.test(` ${long.slice(1)}`) && !isCapitalElsewhere(text, word))
    ? lower
    : long
}

/** Returns whether the word has a capital after a word that does not end a sentence. */
function isCapitalElsewhere(text: string, word: string): boolean {
  const capital = word.charAt(0).toUpperCase() + word.slice(1)
  for (let at = text.indexOf(capital); at >= 0; at = text.indexOf(capital, at + 1))
    if (/[\p{Ll},] $/u.test(text.slice(Math.max(0, at - 2), at))) return true
  return false
}

/** Returns where the last words whose initials are the short form begin: "proton pump inhibitor" for "PPI", not "pump inhibitor". */
function startByInitials(words: readonly string[], short: string): number | null {
  const letters = short.replace(/(?<=\p{Lu})s$/u, '').toLowerCase()
  const last = words.slice(-letters.length)
  if (
    last
      .map((word) => word.charAt(0))
      .join('')
      .toLowerCase() !== letters
  )
    return null
  return words.join(' ').length - last.join(' ').length
}

/** Section 3.3 of the source: match from the right; the first character of the short form must start a word. */
function matchStart(long: string, short: string): number | null {
  let at = long.length - 1
  for (let i = short.length - 1; i >= 0; i--) {
    const wanted = short[i]!.toLowerCase()
    if (!/[\p{L}\p{N}]/u.test(wanted)) continue
    const isFirst = i === 0
    while (at >= 0 && (long[at]!.toLowerCase() !== wanted || (isFirst && isWordCharacter(long[at - 1])))) at--
    if (at < 0) return null
    at--
  }
  const from = long.lastIndexOf(' ', at + 1) + 1
  return PREFIX.test(long.slice(from, at + 1)) ? at + 1 : from
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

function lastIndexOfMatch(text: string, pattern: RegExp): number {
  let last = 0
  for (const match of text.matchAll(pattern)) last = match.index + match[0].length
  return last
}

/**
 * Resolves unmapped ligatures, each one unknown character within a word, by trying all ligatures: the word should occur elsewhere in the
 * paper, or be in a word list, or split into the fewest known pieces; among equals the commoner ligature wins.
 */
import type { PageCharacters } from './characters.ts'
import { isUnmapped, LIGATURES, ligatureCode, readLigature } from './decode.ts'
import { sizeAt, widthAt } from './segments.ts'

/** Words of the language and, marked by `##`, pieces that continue a word, all in lower case. */
export type KnownWords = ReadonlySet<string>

const APART_EM = 0.12
/** Minimum width; narrower characters are accents or dots. */
const MIN_WIDTH_EM = 0.4
const PIECE_MARK = '##'
const UNKNOWN_PIECE_COST = 3
const MIN_OWN_LETTERS = 4

export function mendLigatures(
  pages: readonly PageCharacters[],
  known: KnownWords,
): readonly PageCharacters[] {
  const gaps = pages.map(gapsOf)
  if (gaps.every((found) => found.length === 0)) return pages
  const own = paperWords(pages)
  const chosen = new Map<string, string>()
  return pages.map((page, at) => {
    const found = gaps[at] ?? []
    if (found.length === 0) return page
    const codes = page.codes.slice()
    // From left to right, so that in a word with two ligatures the first is resolved before the second.
    for (const place of found) {
      const { before, after } = wordAround({ ...page, codes }, place)
      const shown = readLigature(page.codes[place] ?? 0)
      const key = `${before}\0${after}\0${shown}`
      const ligature = chosen.get(key) ?? bestLigature({ before, after, shown }, own, known)
      chosen.set(key, ligature)
      codes[place] = ligatureCode(ligature)
    }
    return { ...page, codes }
  })
}

const LETTER_F = 0x66
const LIGATURE_FORM = /^[\ufb00-\ufb04]$/u

/** Removes spaces that a file has before or after a ligature within a word, "identifi ed", if the word list has the whole word. */
export function joinSplitWords(page: PageCharacters, known: KnownWords): PageCharacters {
  let spaced: Uint8Array | null = null
  for (let at = 0; at < page.count; at++) {
    if (!isLigatureForm(page, at)) continue
    for (const gap of [at, at + 1]) {
      if (gap === 0 || gap >= page.count || page.spaced[gap] === 0 || !isSplitWord(page, gap, known)) continue
      spaced ??= page.spaced.slice()
      spaced[gap] = 0
    }
  }
  return spaced === null ? page : { ...page, spaced }
}

function isLigatureForm(page: PageCharacters, at: number): boolean {
  const code = page.codes[at] ?? 0
  if (readLigature(code) !== null) return true
  if (code > 0xff) return LIGATURE_FORM.test(String.fromCodePoint(Math.min(code, 0x10ffff)))
  // A ligature that is mapped to its letters, which share one box.
  const isLast =
    page.boxes[at * 4] === page.boxes[at * 4 - 4] && page.boxes[at * 4] !== page.boxes[at * 4 + 4]
  return isLast && page.codes[at - 1] === LETTER_F
}

/** Returns whether the letters before the gap are not a word, but are one with those after it. */
function isSplitWord(page: PageCharacters, gap: number, known: KnownWords): boolean {
  if (page.styleIds[gap] !== page.styleIds[gap - 1]) return false
  if (page.origins[gap * 2 + 1] !== page.origins[gap * 2 - 1]) return false
  const before = wordAround(page, gap - 1).before + lettersAt(page, gap - 1)
  const after = lettersAt(page, gap) + wordAround(page, gap).after
  if (before === '' || after === '' || known.has(before)) return false
  return known.has(before + after)
}

/** Returns unknown characters directly before or after a letter, and ligatures that were read by their picture. */
function gapsOf(page: PageCharacters): number[] {
  const found: number[] = []
  for (let at = 0; at < page.count; at++) {
    const code = page.codes[at] ?? 0
    if (code >= 0x20 && code < 0xe000) continue
    if (readLigature(code) !== null || isGap(page, at, code)) found.push(at)
  }
  return found
}

function isGap(page: PageCharacters, at: number, code: number): boolean {
  if (!isUnmapped(code) || widthAt(page, at) < MIN_WIDTH_EM * sizeAt(page, at)) return false
  const joinsBefore = at > 0 && isJoined(page, at)
  const joinsAfter = at + 1 < page.count && isJoined(page, at + 1)
  const isAfter = joinsBefore && isLowerLetter(page.codes[at - 1])
  if (joinsAfter && isLowerLetter(page.codes[at + 1])) return isAfter || !joinsBefore
  return isAfter && at + 1 < page.count && !joinsAfter
}

/** Returns whether a character has the font and the line of the one before, without a gap. */
function isJoined(page: PageCharacters, at: number): boolean {
  if (page.spaced[at] !== 0 || page.styleIds[at] !== page.styleIds[at - 1]) return false
  if (page.origins[at * 2 + 1] !== page.origins[at * 2 - 1]) return false
  return Math.abs((page.boxes[at * 4] ?? 0) - (page.boxes[at * 4 - 2] ?? 0)) < APART_EM * sizeAt(page, at)
}

function isLowerLetter(code: number | undefined): boolean {
  return code !== undefined && code >= 0x61 && code <= 0x7a
}

/** Returns the letters of the word on either side in lower case, with known ligatures spelled out. */
function wordAround(page: PageCharacters, place: number): { before: string; after: string } {
  let before = ''
  for (let at = place - 1; at >= 0 && isJoined(page, at + 1); at--) {
    const letters = lettersAt(page, at)
    if (letters === '') break
    before = letters + before
  }
  let after = ''
  for (let at = place + 1; at < page.count && isJoined(page, at); at++) {
    const letters = lettersAt(page, at)
    if (letters === '') break
    after += letters
  }
  return { before, after }
}

function lettersAt(page: PageCharacters, at: number): string {
  const code = page.codes[at] ?? 0
  if (code < 0x80) return isAsciiLetter(code) ? String.fromCharCode(code | 0x20) : ''
  const ligature = readLigature(code)
  if (ligature !== null) return ligature.toLowerCase()
  if (code > 0xffff) return ''
  const letter = String.fromCharCode(code).normalize('NFKC').toLowerCase()
  return /^\p{Ll}+$/u.test(letter) ? letter : ''
}

function isAsciiLetter(code: number): boolean {
  const small = code | 0x20
  return small >= 0x61 && small <= 0x7a
}

/** Ligatures whose pictures differ from all others, but not from each other. */
const ALIKE: readonly (readonly string[])[] = [
  ['fi', 'fl'],
  ['ffi', 'ffl'],
]

/** A ligature with the lower-case letters around it; `shown` is the ligature in its picture, if that was read. */
interface LigaturePlace {
  readonly before: string
  readonly after: string
  readonly shown: string | null
}

function bestLigature(
  { before, after, shown }: LigaturePlace,
  own: ReadonlySet<string>,
  pieces: ReadonlySet<string>,
): string {
  const candidates = shown === null ? LIGATURES : (ALIKE.find((alike) => alike.includes(shown)) ?? [shown])
  let best: string = candidates[0] ?? LIGATURES[0]
  let least = Number.POSITIVE_INFINITY
  for (const ligature of candidates) {
    // "Th" occurs only at the beginning of a word.
    if (before !== '' && ligature === 'Th') continue
    const word = before + ligature.toLowerCase() + after
    const cost = own.has(word) ? 1 : piecesOf(word, pieces)
    if (cost >= least) continue
    best = ligature
    least = cost
  }
  return best
}

/** Returns the cost of splitting the word into known pieces, each as long as possible. */
function piecesOf(word: string, known: ReadonlySet<string>): number {
  let count = 0
  let from = 0
  while (from < word.length) {
    const mark = from === 0 ? '' : PIECE_MARK
    let to = word.length
    while (to > from && !known.has(mark + word.slice(from, to))) to--
    count += to === from ? UNKNOWN_PIECE_COST : to - from === 1 ? 2 : 1
    from = Math.max(to, from + 1)
  }
  return count
}

/** Returns the words of the paper without unknown characters. */
function paperWords(pages: readonly PageCharacters[]): ReadonlySet<string> {
  const words = new Set<string>()
  for (const page of pages) {
    for (let from = 0; from < page.count; ) {
      let to = from + 1
      while (to < page.count && isJoined(page, to)) to++
      const word = knownText(page, from, to)
      if (word.length >= MIN_OWN_LETTERS) words.add(word)
      from = to
    }
  }
  return words
}

/** Returns an empty word if one of its characters is unknown. */
function knownText(page: PageCharacters, from: number, to: number): string {
  let word = ''
  for (let at = from; at < to; at++) {
    const code = page.codes[at] ?? 0
    // Ligatures that were read by their picture are not certain yet.
    if (isUnmapped(code) || readLigature(code) !== null) return ''
    word += lettersAt(page, at)
  }
  return word
}

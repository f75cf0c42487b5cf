/**
 * Reads signs of symbol fonts by their shape, since their codes are often those of others: "m" for a micro sign, "¼" for an equals sign,
 * "6" for plus-minus. A code is kept if its sign looks as it should, else replaced by that of the sign that it looks like.
 */
import { doubtfulCode, LIGATURES, ligatureCode } from './decode.ts'
import { type GlyphReference, type GlyphShape, shapeDistance } from './glyph-shapes.ts'

/** Candidates for a printed sign: its code's character, and the signs that its font may mean instead. */
export interface SignCandidates {
  /** Pictures of the code's character; empty if it cannot be drawn. */
  readonly own: readonly GlyphReference[]
  readonly signs: readonly GlyphReference[]
}

/** Context of a sign on its page. */
export interface SignPlace {
  /** Whether its font has few letters and writes no words with them. */
  readonly isSymbolFont: boolean
  readonly isAmongLetters: boolean
  /** Whether its picture can contain no other sign. */
  readonly isAlone: boolean
  /** Whether its font prints other signs than its codes say, or has a name like such fonts. */
  readonly isKnownToMislead: boolean
}

// Limits of `shapeDistance`. Chosen on the symbol fonts of 128 PDFs: signs differ by up to .6 from their own picture in another typeface,
// and other signs by .25 and more beyond that.
const LOOKS_LIKE_ITSELF = 0.62
/** Looser limit, since letters of text fonts, and rare signs, have more forms than the typefaces they are compared with. */
const LOOKS_LIKE_ITSELF_IN_TEXT = 0.85
/** Limit for a capital in a lower-case word, which usually is one: "mRNA", "kDa". */
const LOOKS_LIKE_ITSELF_IN_A_WORD = 0.7
const LOOKS_LIKE_ANOTHER = 0.64
const MARGIN = 0.18
/** Less likeness is enough if the code means nothing and so cannot be kept; the next candidate must differ by SOME_MARGIN more. */
const LOOKS_LIKE_SOME = 0.88
const LOOKS_LIKE_SOME_OTHER = 0.76
const SOME_MARGIN = 0.07
/** Penalty for signs that are rare in papers. */
const RARE_PENALTY = 0.15
const COMMON_SIGNS = 'αβγδεκλμπρστφχψωΔΩΣ=<>≤≥±×−–—·⋅°∼′″†‡©®•→+()[]∗'
const LETTER = /[A-Za-z\d]/
/** Signs that never have the codes of letters or digits, whose strokes look like them. */
const PUNCTUATION = '()[]∗•·⋅'
/** Dots and strokes, which all look alike, so they must match their picture closely. */
const DOTS = '·⋅•′″'
const LOOKS_LIKE_A_DOT = 0.6

/**
 * Returns the code to read in place of `code`: `code`, that of another sign, or `doubtfulCode` if the picture is neither that of `code`
 * nor that of a known sign.
 */
export function codeByShape(
  code: number,
  shape: GlyphShape,
  { own, signs }: SignCandidates,
  place: SignPlace,
): number {
  const asItself = nearest(shape, own)?.distance ?? null
  if (asItself !== null && asItself <= limitOf(code, place)) return code
  const others = signsFor(code, signs, place)
  const best = nearest(shape, others)
  if (best === null || isVague(best)) return code
  const isNear = (limit: number) => best.distance <= limit && isClear(shape, best, others)
  if (asItself === null) return isNear(LOOKS_LIKE_SOME) ? codeOf(best.text) : code
  if (best.distance <= LOOKS_LIKE_ANOTHER && asItself - best.distance >= MARGIN) return codeOf(best.text)
  if (!place.isSymbolFont || asItself < LOOKS_LIKE_ITSELF_IN_TEXT) return code
  if (isNear(LOOKS_LIKE_SOME_OTHER)) return codeOf(best.text)
  return place.isAlone && place.isKnownToMislead ? doubtfulCode(code) : code
}

function isVague({ text, distance }: Likeness): boolean {
  return DOTS.includes(text) && distance > LOOKS_LIKE_A_DOT
}

/** Returns whether no other sign is nearly as similar. */
function isClear(shape: GlyphShape, best: Likeness, signs: readonly GlyphReference[]): boolean {
  const next = nearest(
    shape,
    signs.filter(({ text }) => !isSameSign(text, best.text)),
  )
  return next === null || next.distance - best.distance >= SOME_MARGIN
}

function signsFor(code: number, signs: readonly GlyphReference[], { isAmongLetters }: SignPlace) {
  const isText = LETTER.test(String.fromCodePoint(code))
  return signs.filter(({ text }) => {
    if (isLigature(text)) return isAmongLetters
    return !isText || !PUNCTUATION.includes(text)
  })
}

function limitOf(code: number, { isSymbolFont, isAmongLetters }: SignPlace): number {
  if (!LETTER.test(String.fromCodePoint(code))) return LOOKS_LIKE_ITSELF_IN_TEXT
  if (isSymbolFont) return LOOKS_LIKE_ITSELF
  return isAmongLetters ? LOOKS_LIKE_ITSELF_IN_A_WORD : LOOKS_LIKE_ITSELF_IN_TEXT
}

interface Likeness {
  readonly text: string
  readonly distance: number
}

function nearest(shape: GlyphShape, references: readonly GlyphReference[]): Likeness | null {
  let best: Likeness | null = null
  for (const { text, shape: other } of references) {
    const distance = shapeDistance(shape, other) + (isRare(text) ? RARE_PENALTY : 0)
    if (best === null || distance < best.distance) best = { text, distance }
  }
  return best
}

function isRare(text: string): boolean {
  return !COMMON_SIGNS.includes(text) && !/^[\x20-\x7e]+$/.test(text)
}

function isLigature(text: string): boolean {
  return (LIGATURES as readonly string[]).includes(text)
}

function codeOf(text: string): number {
  return isLigature(text) ? ligatureCode(text) : (text.codePointAt(0) ?? 0)
}

/** Groups of similar signs, such as strokes and dots that differ only in length or height. */
const ALIKE = ['−–—', '·⋅•', '∼~∞∝', 'fiflff', 'ffiffl', '∗*', 'φϕ', '°∘']

function isSameSign(a: string, b: string): boolean {
  return a === b || ALIKE.some((alike) => alike.includes(a) && alike.includes(b))
}

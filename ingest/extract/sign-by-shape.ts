/**
 * Fonts of symbols often name their signs by other letters: a micro sign is coded as "m", an equals sign as "¼", plus-minus as "6".
 * What a sign looks like decides: the code that it has, where it looks like that, else the sign that it looks like.
 */
import { doubtfulCode, LIGATURES, ligatureCode } from './decode.ts'
import { type GlyphReference, type GlyphShape, unlikeness } from './glyph-shapes.ts'

/** What a printed sign may be: what its code says, and the signs that its font may mean instead. */
export interface SignCandidates {
  /** Empty where the code stands for nothing that can be drawn. */
  readonly own: readonly GlyphReference[]
  readonly signs: readonly GlyphReference[]
}

/** How a sign stands on its page. */
export interface SignPlace {
  /** Its font has few letters and writes no words with them. */
  readonly isSymbolFont: boolean
  readonly isAmongLetters: boolean
  /** Nothing else can be in its picture. */
  readonly isAlone: boolean
  /** Its font prints other signs than its codes say, or is named like those that do. */
  readonly isKnownToMislead: boolean
}

// By `unlikeness`. Chosen on the symbol fonts of 128 PDFs: signs are up to .6 unlike their own picture in another typeface, and others
// are .25 and more unlike than that.
const LOOKS_LIKE_ITSELF = 0.62
/** Letters of fonts that write words, and rare signs, come in more forms than the typefaces that they are compared with have. */
const LOOKS_LIKE_ITSELF_IN_TEXT = 0.85
/** A capital in a word of small letters is one more often than not: "mRNA", "kDa". */
const LOOKS_LIKE_ITSELF_IN_A_WORD = 0.7
const LOOKS_LIKE_ANOTHER = 0.64
const MARGIN = 0.18
/** A code that means nothing leaves nothing to be kept, so less likeness is enough; the next likely sign is this much further. */
const LOOKS_LIKE_SOME = 0.88
const LOOKS_LIKE_SOME_OTHER = 0.76
const SOME_MARGIN = 0.07
/** Added for signs that papers seldom have. */
const SELDOM = 0.15
const OFTEN = 'αβγδεκλμπρστφχψωΔΩΣ=<>≤≥±×−–—·⋅°∼′″†‡©®•→+()[]∗'
const LETTER = /[A-Za-z\d]/
/** Under the codes of letters and digits these are not found, and strokes of letters look like them. */
const PUNCTUATION = '()[]∗•·⋅'
/** Dots and strokes are all alike: they must be like their picture. */
const DOTS = '·⋅•′″'
const LOOKS_LIKE_A_DOT = 0.6

/**
 * The code to read in place of `code`: itself, that of another sign, or `doubtfulCode` where the picture is not that of `code` and of no
 * sign that is known.
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

/** No other sign looks nearly as much like it. */
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
    const distance = unlikeness(shape, other) + (isSeldom(text) ? SELDOM : 0)
    if (best === null || distance < best.distance) best = { text, distance }
  }
  return best
}

function isSeldom(text: string): boolean {
  return !OFTEN.includes(text) && !/^[\x20-\x7e]+$/.test(text)
}

function isLigature(text: string): boolean {
  return (LIGATURES as readonly string[]).includes(text)
}

function codeOf(text: string): number {
  return isLigature(text) ? ligatureCode(text) : (text.codePointAt(0) ?? 0)
}

/** Strokes and dots that differ in length or height alone. */
const ALIKE = ['−–—', '·⋅•', '∼~∞∝', 'fiflff', 'ffiffl', '∗*', 'φϕ', '°∘']

function isSameSign(a: string, b: string): boolean {
  return a === b || ALIKE.some((alike) => alike.includes(a) && alike.includes(b))
}

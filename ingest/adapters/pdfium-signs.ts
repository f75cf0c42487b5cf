/** Reads characters whose code may differ from what is printed by their picture, once for each font, code and width. */
import {
  codeByShape,
  createSuspects,
  dashAt,
  type GlyphShape,
  isDash,
  mayBeLigature,
  type PageCharacters,
  type Suspect,
  SYMBOL_SIGNS,
  signKey,
} from '../extract/index.ts'
import { createGlyphReferences, type GlyphReferences } from './glyph-references.ts'
import { drawObject } from './pdfium-glyphs.ts'
import type { Pdfium } from './pdfium-module.ts'
import type { Scan } from './pdfium-scan.ts'

export interface SignReader {
  /** Changes the codes of `page` in place. `indexes` gives each character's index in pdfium. */
  mend(scan: Scan, place: OpenPage, page: PageCharacters, indexes: Uint32Array): void
}

interface OpenPage {
  readonly document: number
  readonly page: number
}

/** A sign already examined; `code` is the corrected code, null until a picture of the sign could be drawn. */
interface KnownSign {
  code: number | null
  looks: number
}

const MAX_LOOKS = 3
const SYMBOL_FONT = /Symbol|Greek|MathPi|MathematicalPi|Universal|Wingding/i
/** Vendors' names for fonts of single signs. */
const SIGNS_FONT = /Adv(?:P|TT|OT|T\d|MT|Math)|Pi(?:\d|$|-)|Math|Symbol|Greek|Universal/

/** Creates a reader for one document, whose pages must be read in order. */
export function createSignReader(): SignReader {
  const suspectsOf = createSuspects()
  const known = new Map<string, KnownSign>()
  const misleading = new Set<string>()

  const codeOf = (scan: Scan, place: CharacterPlace, page: PageCharacters, suspect: Suspect) => {
    const key = signKey(page, suspect)
    const sign = known.get(key) ?? { code: null, looks: 0 }
    known.set(key, sign)
    if (sign.code !== null || sign.looks >= MAX_LOOKS) return sign.code
    sign.looks++
    const isKnownToMislead = misleading.has(suspect.fontName) || SIGNS_FONT.test(suspect.fontName)
    sign.code = look(scan, place, page, suspect, isKnownToMislead)
    return sign.code
  }

  return {
    mend(scan, place, page, indexes) {
      for (const suspect of suspectsOf(page)) {
        const { at, fontName } = suspect
        const code = codeOf(scan, { ...place, index: indexes[at] ?? 0 }, page, suspect)
        if (code === null || code === page.codes[at]) continue
        misleading.add(fontName)
        page.codes[at] = isDash(code) ? dashAt(page, at) : code
      }
    },
  }
}

/** A character, by its index in the page's text. */
interface CharacterPlace extends OpenPage {
  readonly index: number
}

/** Returns the code that the picture shows, or null if none could be drawn. */
function look(
  scan: Scan,
  place: CharacterPlace,
  page: PageCharacters,
  { at, fontName, isSymbolFont }: Suspect,
  isKnownToMislead: boolean,
): number | null {
  const code = page.codes[at] ?? 0
  const picture = pictureOf(scan, place)
  if (picture === null) return bySymbolName(fontName, code)
  const references = referencesOf(scan.pdfium)
  const candidates = { own: references.of(code), signs: references.signs() }
  const isAmongLetters = mayBeLigature(page, at)
  const { shape, isAlone } = picture
  return codeByShape(code, shape, candidates, { isSymbolFont, isAmongLetters, isAlone, isKnownToMislead })
}

/** Returns a symbol font's code; in such fonts, codes of the private use area are those of the font's own encoding. */
function bySymbolName(fontName: string, code: number): number | null {
  if (code < 0xf000 || code > 0xf0ff || !SYMBOL_FONT.test(fontName)) return null
  return SYMBOL_SIGNS[code & 0xff]?.codePointAt(0) ?? null
}

const referenceCache = new WeakMap<Pdfium, GlyphReferences>()

/** Returns reference pictures, drawn once for all documents. */
function referencesOf(pdfium: Pdfium): GlyphReferences {
  const references = referenceCache.get(pdfium) ?? createGlyphReferences(pdfium)
  referenceCache.set(pdfium, references)
  return references
}

/** A sign's picture; `isAlone` says that no other sign can be in it. */
interface Picture {
  readonly shape: GlyphShape
  readonly isAlone: boolean
}

// Scratch memory: a matrix of six floats at 0, four doubles after it.
const BOX_AT = 32
/** A line that rises by less than this share of its length is level. */
const LEVEL = 0.01

/** Returns null for a sign that is not upright, or that has no ink. */
function pictureOf(scan: Scan, { index, ...place }: CharacterPlace): Picture | null {
  const { pdfium, scratch, text } = scan
  const { call } = pdfium
  const object = call.FPDFText_GetTextObject(text, index)
  if (object === 0 || call.FPDFText_GetMatrix(text, index, scratch) === 0) return null
  const [a = 0, b = 0, , d = 0] = pdfium.floats().slice(scratch >> 2, (scratch >> 2) + 4)
  if (a <= 0 || d <= 0 || Math.abs(b) > LEVEL * a) return null
  call.FPDFTextObj_GetFontSize(object, scratch)
  const em = (pdfium.floats()[scratch >> 2] ?? 0) * d
  const box = scratch + BOX_AT
  call.FPDFText_GetCharBox(text, index, box, box + 8, box + 16, box + 24)
  const [left = 0, right = 0] = pdfium.doubles().slice(box >> 3, (box >> 3) + 2)
  call.FPDFText_GetCharOrigin(text, index, box, box + 8)
  const [x = 0, y = 0] = pdfium.doubles().slice(box >> 3, (box >> 3) + 2)
  const isAlone =
    (index === 0 || call.FPDFText_GetTextObject(text, index - 1) !== object) &&
    call.FPDFText_GetTextObject(text, index + 1) !== object
  if (!isAlone && right <= left) return null
  const sides = isAlone ? {} : { left, right }
  const shape = drawObject(pdfium, scratch, { ...place, object }, { x, y, em, ...sides })
  return shape === null ? null : { shape, isAlone }
}

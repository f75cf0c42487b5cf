/** Reference pictures of known letters and signs, drawn with pdfium's own fonts, to compare printed signs with. */
import { type GlyphReference, LIGATURES, SYMBOL_SIGNS } from '../extract/index.ts'
import { drawObject } from './pdfium-glyphs.ts'
import type { Pdfium } from './pdfium-module.ts'

export interface GlyphReferences {
  /** Signs that a font may print under another sign's code: Greek letters, mathematical signs, ligatures. */
  signs(): readonly GlyphReference[]
  /** Returns one letter of Windows-1252 in every typeface; empty if Windows-1252 has no such letter. */
  of(code: number): readonly GlyphReference[]
}

const TYPEFACES = ['Times-Roman', 'Times-Italic', 'Helvetica', 'Helvetica-Oblique', 'Times-Bold']
/** Typeface only for letters: its signs look like those of the others. */
const TYPEWRITER = 'Courier'
/** Signs that text typefaces have too, by their code in Windows-1252. */
const TEXT_SIGNS: Readonly<Record<number, string>> = {
  40: '(',
  41: ')',
  42: '∗',
  43: '+',
  60: '<',
  61: '=',
  62: '>',
  91: '[',
  93: ']',
  126: '∼',
  134: '†',
  135: '‡',
  149: '•',
  150: '–',
  151: '—',
  169: '©',
  174: '®',
  176: '°',
  177: '±',
  181: 'μ',
  183: '·',
  215: '×',
  247: '÷',
}
const SCRATCH_BYTES = 64
const SIZE_POINTS = 10

/** Draws each picture when it is first requested, in some 0.3 ms. */
export function createGlyphReferences(pdfium: Pdfium): GlyphReferences {
  const draw = createDrawing(pdfium)
  const known = new Map<number, readonly GlyphReference[]>()
  let signs: readonly GlyphReference[] | null = null
  const inTypefaces = (text: string, codes: readonly number[]) =>
    TYPEFACES.flatMap((typeface) => draw(typeface, text, codes))
  const letter = (code: number) => {
    const text = String.fromCharCode(code)
    return [...inTypefaces(text, [code]), ...draw(TYPEWRITER, text, [code])]
  }
  return {
    signs() {
      signs ??= [
        ...Object.entries(SYMBOL_SIGNS).flatMap(([code, text]) => draw('Symbol', text, [Number(code)])),
        ...Object.entries(TEXT_SIGNS).flatMap(([code, text]) => inTypefaces(text, [Number(code)])),
        ...LIGATURES.slice(0, 5).flatMap((text) => inTypefaces(text, [...Buffer.from(text)])),
      ]
      return signs
    },
    of(code) {
      const found = known.get(code) ?? (isDrawn(code) ? letter(code) : [])
      known.set(code, found)
      return found
    },
  }
}

function isDrawn(code: number): boolean {
  return (code > 0x20 && code < 0x7f) || (code > 0xa0 && code < 0x100)
}

function createDrawing(pdfium: Pdfium) {
  const { call } = pdfium
  const document = call.FPDF_CreateNewDocument()
  const scratch = call.malloc(SCRATCH_BYTES)
  const fonts = new Map<string, number>()
  const fontOf = (typeface: string) => {
    pdfium.bytes().set(Buffer.from(`${typeface}\0`), scratch)
    const font = fonts.get(typeface) ?? call.FPDFText_LoadStandardFont(document, scratch)
    fonts.set(typeface, font)
    return font
  }
  return (typeface: string, text: string, codes: readonly number[]): GlyphReference[] => {
    const object = call.FPDFPageObj_CreateTextObj(document, fontOf(typeface), SIZE_POINTS)
    const memory = Buffer.from(pdfium.bytes().buffer)
    for (const [at, code] of codes.entries()) memory.writeUInt32LE(code, scratch + 4 * at)
    call.FPDFText_SetCharcodes(object, scratch, codes.length)
    const shape = drawObject(pdfium, scratch, { document, page: 0, object }, { x: 0, y: 0, em: SIZE_POINTS })
    call.FPDFPageObj_Destroy(object)
    return shape === null ? [] : [{ text, shape }]
  }
}

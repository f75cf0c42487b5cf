/** Recognises the English words in a page image, offline: the language data are part of the feature `ocr`. */
import { dirname } from 'node:path'
import type { Symbol as Glyph, Line } from 'tesseract.js'
import { featureFile, requireFeature } from '../../core/index.ts'
import {
  ASCENT_EM,
  DESCENT_EM,
  type PageCharacters,
  SPACE_WRITTEN,
  type TextStyle,
} from '../extract/index.ts'
import type { Recogniser } from './recognise-pages.ts'

// Of the package's two models, the integer one is made for the LSTM engine alone: smaller and faster.
const LANGUAGE = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'

/** Throws `FEATURE_MISSING`. */
export async function openTesseractRecogniser(): Promise<Recogniser> {
  const { createWorker, OEM } = requireFeature<typeof import('tesseract.js')>('ocr', 'tesseract.js')
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: dirname(featureFile('ocr', LANGUAGE)),
    gzip: true,
    cacheMethod: 'none',
  })
  return {
    async recognise(image, page) {
      const { data } = await worker.recognize(Buffer.from(image.png), {}, { text: false, blocks: true })
      const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs.flatMap(({ lines: all }) => all))
      return charactersOf(lines, image.scale, page)
    },
    async close() {
      await worker.terminate()
    },
  }
}

/** A character to be packed into the arrays, in points. */
interface CharacterPlace {
  readonly code: number
  readonly box: readonly [number, number, number, number]
  readonly origin: readonly [number, number]
  readonly styleId: number
  readonly spaced: boolean
}

function charactersOf(lines: readonly Line[], scale: number, page: PageCharacters): PageCharacters {
  const styles: TextStyle[] = []
  const placed: CharacterPlace[] = []
  for (const line of lines) {
    const sizePoints = Math.max(1, Math.round((sizePixels(line) / scale) * 2) / 2)
    const styleId = styles.push({ sizePoints, fontName: '', bold: false, italic: false, angle: 0 }) - 1
    const baseline = (line.baseline.y0 + line.baseline.y1) / 2 / scale
    for (const word of line.words) {
      for (const [at, glyph] of word.symbols.entries())
        placed.push(...placedGlyph(glyph, { baseline, sizePoints, scale, styleId, spaced: at === 0 }))
    }
  }
  return packed(placed, styles, page)
}

interface Setting {
  readonly baseline: number
  readonly sizePoints: number
  readonly scale: number
  readonly styleId: number
  readonly spaced: boolean
}

/** Places a recognised symbol's code points; they all share its box. */
function placedGlyph(glyph: Glyph, setting: Setting): CharacterPlace[] {
  const { baseline, sizePoints, scale, styleId } = setting
  const left = glyph.bbox.x0 / scale
  const right = glyph.bbox.x1 / scale
  const box = [left, baseline - ASCENT_EM * sizePoints, right, baseline + DESCENT_EM * sizePoints] as const
  return [...glyph.text].map((character, at) => ({
    code: character.codePointAt(0) ?? 0,
    box,
    origin: [left, baseline] as const,
    styleId,
    spaced: setting.spaced && at === 0,
  }))
}

/** Returns the height of ascender and descender together, which is about the em. */
function sizePixels(line: Line): number {
  const height = line.rowAttributes?.rowHeight ?? 0
  return height > 0 ? height : line.bbox.y1 - line.bbox.y0
}

function packed(
  placed: readonly CharacterPlace[],
  styles: readonly TextStyle[],
  page: PageCharacters,
): PageCharacters {
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    count: placed.length,
    codes: Uint32Array.from(placed, ({ code }) => code),
    boxes: Float32Array.from(placed.flatMap(({ box }) => box)),
    origins: Float32Array.from(placed.flatMap(({ origin }) => origin)),
    styleIds: Uint16Array.from(placed, ({ styleId }) => styleId),
    spaced: Uint8Array.from(placed, ({ spaced }) => (spaced ? SPACE_WRITTEN : 0)),
    styles,
  }
}

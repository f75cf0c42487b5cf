/** Tests the characters of a page: accents, ligatures and signs that fonts hide, raised numbers, and the box of each character. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOX_SIDES } from '../../../../corpus/index.ts'
import { layOut, type PageCharacters } from '../../../../ingest/extract/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'
import { type PlacedLine, placedLines, setPage, textOf } from '../../../fixtures/set-page.ts'

/** A word list in the adapter's form: whole words, and pieces that continue words. */
const WORDS = new Set('classification affect first these over ##fit ##ting find flow'.split(' '))

/** Reads a text whose `marked` characters are set in another font. */
function withFont(text: string, marked: RegExp, fontName: string): string | undefined {
  const page = setPage([{ text, left: 60, baseline: 200 }])
  const printed = text.replaceAll(' ', '')
  const places = new Set([...printed.matchAll(marked)].map(({ index }) => index))
  const styleIds = Uint16Array.from(printed, (_, at) => (places.has(at) ? 1 : 0))
  const [style] = page.styles
  const styles = [style!, { ...style!, fontName }]
  return layOut([{ ...page, styles, styleIds }], WORDS)[0]?.page.text
}

describe('signs that a file draws apart are one with their letter or number', () => {
  it.each(
    casesIn<'name' | 'page' | 'text'>(`
    name | page | text
    a diaeresis, with a space guessed behind it | [left=100 baseline=100] Kai Stu ¶ [left=131.5 baseline=100 size=4 joined] ¨ ¶ [left=135 baseline=100 guessed] hler | Kai Stühler
    a breve drawn after the word, with the mark of a note behind it | [left=100 baseline=100] Topçuoglu ¶ [left=130.5 baseline=100 size=8 joined] ˘ ¶ [left=145 baseline=100 joined] 1, Garretto | Topçuoğlu 1, Garretto
    a ring set over its letter after the line is done | 1.5 A; and ¶ [left=80.5 baseline=198 size=8] ˚ | 1.5 Å; and
    not the two errors of a measurement above each other | only 0.15 ¶ [left=106 baseline=196 size=7] +0.15 ¶ [left=106 baseline=203 size=7] 0.07 ¶ [left=130 baseline=200] days | only 0.15 +0.15 0.07 days
    the mark of a reference that TeX sets a little off | as was shown. ¶ [left=126 baseline=196 size=6 guessed] 2 ¶ [left=132 baseline=200] Before | as was shown.² Before
    not a number behind a word space | as was shown. ¶ [left=128 baseline=196 size=6 guessed] 2 ¶ [left=134 baseline=200] Before | as was shown. 2 Before
  `),
  )('$name', ({ page, text }) => {
    expect(textOf(placedLines(page))).toBe(text)
  })
})

describe('a ligature that the font does not map is read', () => {
  it.each(
    casesIn<'how' | 'printed' | 'text'>(`
    how | printed | text
    by the word list | the classi\u0001cation | the classification
    as ff if that makes the word | may a\uFFFEect it | may affect it
    at the start of a word | the \u0001rst one | the first one
    as "Th" | \u0001ese are | These are
    by the words of the paper | gefitinib and ge\u0001tinib | gefitinib and gefitinib
    by the pieces of an unknown word | by over\u0001tting | by overfitting
    with the spaces on either side | we \u0001nd \u0001ow | we find flow
  `),
  )('$how', ({ printed, text }) => {
    expect(textOf([{ text: printed, left: 60, baseline: 200 }], WORDS)).toBe(text)
  })
})

describe('a font whose codes are not what it prints', () => {
  it.each([
    ['symbols of TeX', 'M\u000c is 6.3 \u0002 10 \u0000 1', /\p{Cc}/gu, 'CMSY7', 'M⊙ is 6.3 × 10 − 1'],
    [
      'a dash with the code of an e',
      'ages 5e7, 80e120 g/l and 272e278 in men',
      /(?<=\d)e/g,
      'AdvPS44A44B',
      'ages 5–7, 80–120 g/l and 272–278 in men',
    ],
    [
      "TeX's bitmaps in the Cork encoding",
      '❚❤❡ ❞❡s✐❣♥✬s ✜t ✇✐t❤ ♠❛♥② ❞✐✣❝✉❧t ❡✛❡❝ts ✕ ✶✳✺ ✢♦✇s',
      /./g,
      '',
      'The design’s fit with many difficult effects – 1.5 flows',
    ],
    [
      "TeX's bitmaps in the older encoding",
      '❚❤❡ ❞❡s✐❣♥✬s ☞t ✇✐t❤ ♠❛♥② ❞✐✍❝✉❧t ❡☛❡❝ts ④ ✶✳✺ ✌♦✇s',
      /./g,
      '',
      'The design’s fit with many difficult effects – 1.5 flows',
    ],
    ['ticks and bullets', '● lupeol ✔ ● bark ✘ ● both ✔', /./g, '', '● lupeol ✔ ● bark ✘ ● both ✔'],
  ])('is read by what it prints: %s', (_, printed, marked, font, text) => {
    expect(withFont(printed, marked, font)).toBe(text)
  })

  it('leaves a mark for a sign between digits that cannot be read, so that 19?6 is not 196', () => {
    const printed = { text: 'a range of 8–19\u00016 weeks', left: 60, baseline: 200 }
    expect(textOf([printed], WORDS)).toBe('a range of 8–19\uFFFD6 weeks')
  })
})

describe('a raised number stays raised', () => {
  /** Reads a line in which `^` precedes each raised small character. */
  function raisedIn(marked: string): string {
    const lines: PlacedLine[] = []
    let left = 60
    for (const [piece] of marked.matchAll(/(\^[^^])+|[^^]+/gu)) {
      const isRaised = piece.startsWith('^')
      const [text, size, baseline] = isRaised ? [piece.replaceAll('^', ''), 6, 196] : [piece, 10, 200]
      const indent = (text.length - text.trimStart().length) * size * 0.5
      lines.push({ text: text.trim(), left: left + indent, baseline, size, joined: isRaised })
      left += text.length * size * 0.5
    }
    return textOf(lines)
  }

  it.each(
    casesIn<'name' | 'marked' | 'text'>(`
    name | marked | text
    as a power of ten | some 10^6 cells | some 10⁶ cells
    as a negative power of ten | about 3 × 10^−^3 of them | about 3 × 10⁻³ of them
    as the power of a unit | at 5 mg L^−^1 each | at 5 mg L⁻¹ each
    as an area | on 25 cm^2 of it | on 25 cm² of it
    as a statistic | with R^2 of 0.9 | with R² of 0.9
    as the mark of a reference | as was shown^2 before | as was shown² before
    as two marks | as was shown^2^,^3 before | as was shown²,³ before
    as marks with a space between | as was shown^2^ ^3 before | as was shown² ³ before
    as the mark behind a year | until 2010^3 it was | until 2010³ it was
    as degrees | turned by 90^o at once | turned by 90° at once
    as the mark behind a share | in 8.0%^2^3 of all | in 8.0%²³ of all
  `),
  )('$name', ({ marked, text }) => {
    expect(raisedIn(marked)).toBe(text)
  })
})

describe('boxes', () => {
  const line: fc.Arbitrary<PlacedLine> = fc.record({
    text: fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '-', 'ﬁ', 'é', '\u000c', '\u00ad', '´', '中', '😀'),
      minLength: 1,
      maxLength: 60,
    }),
    left: fc.integer({ min: 0, max: 500 }),
    baseline: fc.integer({ min: 10, max: 790 }),
    size: fc.integer({ min: 5, max: 30 }),
    bold: fc.boolean(),
    angle: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
  })
  const rowsOf = (boxes: Float32Array) =>
    Array.from({ length: boxes.length / BOX_SIDES }, (_, at) =>
      boxes.slice(at * BOX_SIDES, (at + 1) * BOX_SIDES).join(','),
    )

  /** Returns the plain letters of the text whose box is not that of the same letter on the page. */
  function misplacedLetters({ text, boxes }: { text: string; boxes: Float32Array }, source: PageCharacters) {
    const known = new Set(
      rowsOf(source.boxes).map((row, at) => `${String.fromCodePoint(source.codes[at] ?? 0)} ${row}`),
    )
    const rows = rowsOf(boxes)
    return [...text.matchAll(/[ab中]/g)].filter(
      ({ 0: letter, index }) => !known.has(`${letter} ${rows[index]}`),
    )
  }

  it('are four numbers for each UTF-16 unit, taken from the characters of the page', () => {
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 3 }), (sheets) => {
        const pages = sheets.map((lines, at) => setPage(lines, { number: at + 1 }))
        for (const [at, { page, lines }] of layOut(pages).entries()) {
          expect(page.boxes.length).toBe(BOX_SIDES * page.text.length)
          const known = new Set(rowsOf(pages[at]?.boxes ?? new Float32Array()))
          for (const row of rowsOf(page.boxes)) expect(known.has(row)).toBe(true)
          for (const [i, { start, end }] of lines.entries()) {
            expect(start <= end && end <= page.text.length).toBe(true)
            // There is no text between two lines.
            expect(page.text.slice(end, lines[i + 1]?.start ?? page.text.length).trim()).toBe('')
          }
          expect(misplacedLetters(page, pages[at]!)).toEqual([])
        }
      }),
    )
  })

  it.each([0, 90, 180, 270] as const)(
    'are where the text is shown on a page turned by %i degrees',
    (angle) => {
      const source = setPage([{ text: 'turned text', left: 300, baseline: 400, angle }])
      const [laidOut] = layOut([source])
      expect(laidOut?.page.text).toBe('turned text')
      expect([...(laidOut?.page.boxes.slice(0, 4) ?? [])]).toEqual([...source.boxes.slice(0, 4)])
    },
  )
})

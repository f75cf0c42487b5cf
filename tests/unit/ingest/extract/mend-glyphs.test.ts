import { describe, expect, it } from 'vitest'
import { layOut, type PageCharacters } from '../../../../ingest/extract/index.ts'
import { type PlacedLine, setPage } from '../../../fixtures/set-page.ts'

/** Word list in the adapter's form: whole words, and pieces that continue words. */
const LIST = new Set([
  'classification',
  'affect',
  'first',
  'these',
  'over',
  '##fit',
  '##ting',
  'find',
  'flow',
])

function textOf(lines: readonly PlacedLine[]): string {
  return layOut([setPage(lines)], LIST)[0]?.page.text ?? ''
}

/** Returns a page of `text` with the `marked` characters in another font. */
function withFont(text: string, marked: string, fontName: string): PageCharacters {
  const page = setPage([{ text, left: 60, baseline: 200 }])
  const style = page.styles[0]
  if (style === undefined) throw new Error('a page without a style')
  const printed = text.replaceAll(' ', '')
  const styleIds = Uint16Array.from(printed, (character) => (marked.includes(character) ? 1 : 0))
  return { ...page, styles: [style, { ...style, fontName }], styleIds }
}

describe('a ligature that the font does not map', () => {
  const line = (text: string) => textOf([{ text, left: 60, baseline: 200 }])

  it.each([
    ['by the word list', 'the classi\u0001cation', 'the classification'],
    ['as ff where that makes the word', 'may a\uFFFEect it', 'may affect it'],
    ['at the start of a word', 'the \u0001rst one', 'the first one'],
    ['as "Th"', '\u0001ese are', 'These are'],
    ['by the words of the paper', 'gefitinib and ge\u0001tinib', 'gefitinib and gefitinib'],
    ['by the pieces of an unknown word', 'by over\u0001tting', 'by overfitting'],
    ['with the spaces on either side kept', 'we \u0001nd \u0001ow', 'we find flow'],
  ])('is read %s', (_, text, is) => {
    expect(line(text)).toBe(is)
  })
})

describe('a sign', () => {
  it('of the symbol font of TeX is read by its place there', () => {
    const page = withFont('M\u000c is 6.3 \u0002 10 \u0000 1', '\u0000\u0002\u000c', 'CMSY7')
    expect(layOut([page])[0]?.page.text).toBe('M⊙ is 6.3 × 10 − 1')
  })

  it('that cannot be read leaves a mark between digits, so that 19?6 is not 196', () => {
    expect(textOf([{ text: 'a range of 8–19\u00016 weeks', left: 60, baseline: 200 }])).toBe(
      'a range of 8–19\uFFFD6 weeks',
    )
  })
})

describe('a dash that its font calls "e"', () => {
  it('is a dash', () => {
    const text = 'ages 5e7, 80e120 g/l and 272e278 in men'
    const page = withFont(text, 'e', 'AdvPS44A44B')
    const inMen = [...text.replaceAll(' ', '')].map((character, at) => ({ character, at }))
    // The letters of words stay in the font of the text.
    for (const { character, at } of inMen)
      if (character === 'e' && !/\d/.test(inMen[at - 1]?.character ?? '')) page.styleIds[at] = 0
    expect(layOut([page])[0]?.page.text).toBe('ages 5–7, 80–120 g/l and 272–278 in men')
  })
})

describe('what is printed over each other', () => {
  const sentence = (pieces: readonly PlacedLine[]) => textOf(pieces)

  it('is one letter where a ring is set over it after the line is done', () => {
    const pieces = [
      { text: '1.5 A; and', left: 60, baseline: 200 },
      { text: '˚', left: 80.5, baseline: 198, size: 8 },
    ]
    expect(sentence(pieces)).toBe('1.5 Å; and')
  })

  it('is two numbers where the errors of a measurement stand above each other', () => {
    const pieces = [
      { text: 'only 0.15', left: 60, baseline: 200 },
      { text: '+0.15', left: 106, baseline: 196, size: 7 },
      { text: '0.07', left: 106, baseline: 203, size: 7 },
      { text: 'days', left: 130, baseline: 200 },
    ]
    expect(sentence(pieces)).toContain('0.15 0.07 days')
  })
})

describe('text in the bitmap fonts of TeX, which readers take for dingbats', () => {
  it.each([
    [
      'in the Cork encoding',
      '❚❤❡ ❞❡s✐❣♥✬s ✜t ✇✐t❤ ♠❛♥② ❞✐✣❝✉❧t ❡✛❡❝ts ✕ ✶✳✺ ✢♦✇s',
      'The design’s fit with many difficult effects – 1.5 flows',
    ],
    [
      'in the older encoding',
      '❚❤❡ ❞❡s✐❣♥✬s ☞t ✇✐t❤ ♠❛♥② ❞✐✍❝✉❧t ❡☛❡❝ts ④ ✶✳✺ ✌♦✇s',
      'The design’s fit with many difficult effects – 1.5 flows',
    ],
    ['not where they are ticks and bullets', '● lupeol ✔ ● bark ✘ ● both ✔', '● lupeol ✔ ● bark ✘ ● both ✔'],
  ])('is read %s', (_, printed, read) => {
    const page = withFont(printed, printed, '')
    expect(layOut([page])[0]?.page.text).toBe(read)
  })
})

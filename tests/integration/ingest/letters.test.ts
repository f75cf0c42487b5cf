/** Tests fonts whose codes say something else than they print: text is read by what is printed. */
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { doubtfulIn } from '../../../corpus/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'
import { type MadeRun, madePdf } from '../../fixtures/made-pdf.ts'
import { openPdfReader } from '../../fixtures/pdf-reader.ts'
import { writtenPdf } from '../../fixtures/scanned-pdf.ts'

const require = createRequire(import.meta.url)
const { textOf } = openPdfReader()

const BEFORE = 'The extract was diluted in fresh medium before use and cells were kept at'
const times = (text: string): MadeRun => ({ font: 'Times-Roman', text })

/** Returns a page with a sign between two pieces of a sentence in Times. */
function pageWith(before: string, sign: MadeRun, after: string): Uint8Array {
  const rest = ' for two days in all of the experiments that are shown here.'
  const text = [times(`${BEFORE} ${before}`), sign, times(after), times(rest)]
  return madePdf([{ mediaBox: [0, 0, 1400, 842], lines: [{ text, x: 20, y: 800 }] }])
}

/** Returns the text of the page; the micro sign and the letter mu are one. */
async function readWith(before: string, sign: MadeRun, after: string): Promise<string> {
  return (await textOf(pageWith(before, sign, after))).replaceAll('µ', 'μ')
}

describe('a sign of another font is read by what is printed', () => {
  it.each(
    casesIn<'name' | 'before' | 'symbol' | 'says' | 'after' | 'read'>(`
    name | before | symbol | says | after | read
    a micro sign with the code of m | 10  | m | m | M | 10 μM
    a micro sign without a map | 10  | m |  | g/ml | 10 μg/ml
    a micro sign with the code of a control character | 4  | m | \x03 | g/ml | 4 μg/ml
    a beta with the code of b | TGF- | b | b |  levels | TGF-β levels
    an alpha with the code of a | TNF- | a | a |  levels | TNF-α levels
    an equals sign with the code of ¼ | n  | = | ¼ |  6 | n = 6
    plus-minus with the code of § | 5.1  | \xb1 | § |  0.2 | 5.1 ± 0.2
    plus-minus with the code of 6 | 5.1 | \xb1 | 6 | 0.2 | 5.1±0.2
    a multiplication sign with the code of £ | 3  | \xb4 | £ |  10 | 3 × 10
    a minus with the code of ¡ | about  | - | ¡ | 80 °C | about −80 °C
    a less-than with the code of 5 | P  | < | 5 |  0.05 | P < 0.05
    a degree sign with the code of u | 37  | \xb0 | u | C | 37 °C
  `),
  )('$name', async ({ before, symbol: text, says, after, read }) => {
    const sign = { font: 'Symbol', text, ...(says === '' ? {} : { says }) }
    expect(await readWith(before, sign, after)).toContain(read)
  })

  it.each([
    ['a micro sign', '7 ', { code: 0x6d, glyph: 'mu', says: 'm' }, 'l', '7 μl'],
    ['a ligature', 'signi', { code: 0x57, glyph: 'fi', says: 'W' }, 'cant levels', 'significant'],
  ])('%s that only the encoding of the font names', async (_, before, sign, after, read) => {
    expect(await readWith(before, { font: 'Times-Roman', ...sign }, after)).toContain(read)
  })

  it('a micro sign of the embedded font of a publisher, whose map says m', async () => {
    const tinos = require.resolve('@fontsource/tinos/files/tinos-greek-400-normal.woff')
    const made = await writtenPdf(new PDFDocument({ compress: false }), (document) => {
      document.font('Times-Roman').text(`${BEFORE} 25 `, { continued: true })
      document.font(tinos).text('μ', { continued: true })
      document.font('Times-Roman').text('M for two days in all of the experiments.')
    })
    const remapped = Buffer.from(made.toString('latin1').replaceAll('<03bc>', '<006d>'), 'latin1')
    expect(remapped.equals(made)).toBe(false)
    expect((await textOf(remapped)).replaceAll('µ', 'μ')).toContain('25 μM')
  })
})

it.each([
  ['a real m', '10 ', times('m'), 'M', '10 mM'],
  ['a real m in a font of its own', '10 ', { font: 'Helvetica', text: 'm' }, 'M', '10 mM'],
  ['a slanted m', '10 ', { font: 'Times-Italic', text: 'm' }, 'M', '10 mM'],
  ['a real quarter', 'about ', times('\xbc'), ' of it', 'about ¼ of it'],
  ['a variable in a font of its own', 'where ', { font: 'Times-Italic', text: 'b' }, ' = 6', 'where b = 6'],
])('%s stays', async (_, before, sign, after, read) => {
  expect(await readWith(before, sign, after)).toContain(read)
})

describe('a sign in a quantity that looks like no known one', () => {
  it.each([
    ['given at 20 \ufffdg/ml and at 10 mM', ['20 \ufffdg/ml']],
    ['from \ufffd5 to 7', ['\ufffd5']],
    ['given at 20 mg/ml', []],
  ])('makes its quantity doubtful: %s', (text, stretches) => {
    expect(doubtfulIn(text)).toEqual(stretches)
  })

  it('is marked, and not read as its code says', async () => {
    const sign: MadeRun = { font: 'ZapfDingbats', text: '\x28', says: '\x04' }
    expect(await readWith('20 ', sign, 'g/ml')).toContain('20 \ufffdg/ml')
  })
})

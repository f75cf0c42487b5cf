import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { afterAll, describe, expect, it } from 'vitest'
import { doubtfulIn } from '../../../corpus/index.ts'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { sourceOf, TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { writtenPdf } from '../../fixtures/scanned-pdf.ts'

const never = new AbortController().signal
const reader = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, ocr: 'never' } })
const require = createRequire(import.meta.url)

afterAll(() => reader.close())

async function textOf(bytes: Uint8Array): Promise<string> {
  const reading = await reader.read(sourceOf('made.pdf', bytes), bytes, never)
  // The micro sign and the letter mu are one.
  return reading.ok
    ? reading.pages
        .map((page) => page.text)
        .join('\n')
        .replaceAll('µ', 'μ')
    : reading.code
}

const BEFORE = 'The extract was diluted in fresh medium before use and cells were kept at'
const times = (text: string): MadeRun => ({ font: 'Times-Roman', text })
const AFTER = times(' for two days in all of the experiments that are shown here.')

/** A sign of a font that prints another than its code says, in a sentence. */
function sentence(before: string, sign: MadeRun, after: string): Uint8Array {
  return symbolPdf([[times(`${BEFORE} ${before}`), sign, times(after), AFTER]])
}

describe('a font whose codes say something else than it prints is read by what it prints', () => {
  it.each<[string, string, MadeRun, string, string]>([
    ['a micro sign coded as m', '10 ', { font: 'Symbol', text: 'm', says: 'm' }, 'M', '10 μM'],
    ['a micro sign coded as m, without a map', '10 ', { font: 'Symbol', text: 'm' }, 'g/ml', '10 μg/ml'],
    [
      'a micro sign coded as a control character',
      '4 ',
      { font: 'Symbol', text: 'm', says: '\x03' },
      'g/ml',
      '4 μg/ml',
    ],
    [
      'a micro sign named m by its font',
      '7 ',
      { font: 'Times-Roman', code: 0x6d, glyph: 'mu', says: 'm' },
      'l',
      '7 μl',
    ],
    ['a beta coded as b', 'TGF-', { font: 'Symbol', text: 'b', says: 'b' }, ' levels', 'TGF-β levels'],
    ['an alpha coded as a', 'TNF-', { font: 'Symbol', text: 'a', says: 'a' }, ' levels', 'TNF-α levels'],
    ['an equals sign coded as ¼', 'n ', { font: 'Symbol', text: '=', says: '¼' }, ' 6', 'n = 6'],
    ['plus-minus coded as §', '5.1 ', { font: 'Symbol', text: '\xb1', says: '§' }, ' 0.2', '5.1 ± 0.2'],
    ['plus-minus coded as 6', '5.1', { font: 'Symbol', text: '\xb1', says: '6' }, '0.2', '5.1±0.2'],
    ['a multiplication sign coded as £', '3 ', { font: 'Symbol', text: '\xb4', says: '£' }, ' 10', '3 × 10'],
    ['a minus coded as ¡', 'about ', { font: 'Symbol', text: '-', says: '¡' }, '80 °C', 'about −80 °C'],
    ['a less-than coded as 5', 'P ', { font: 'Symbol', text: '<', says: '5' }, ' 0.05', 'P < 0.05'],
    ['a degree sign coded as u', '37 ', { font: 'Symbol', text: '\xb0', says: 'u' }, 'C', '37 °C'],
    [
      'a ligature coded as W',
      'signi',
      { font: 'Times-Roman', code: 0x57, glyph: 'fi', says: 'W' },
      'cant levels',
      'significant',
    ],
  ])('%s', async (_, before, sign, after, expected) => {
    expect(await textOf(sentence(before, sign, after))).toContain(expected)
  })

  it.each<[string, string, MadeRun, string, string]>([
    ['a real m', '10 ', times('m'), 'M', '10 mM'],
    ['a real m of a font of its own', '10 ', { font: 'Helvetica', text: 'm' }, 'M', '10 mM'],
    ['a slanted m', '10 ', { font: 'Times-Italic', text: 'm' }, 'M', '10 mM'],
    ['a real quarter', 'about ', times('\xbc'), ' of it', 'about ¼ of it'],
    ['a variable of a font of its own', 'where ', { font: 'Times-Italic', text: 'b' }, ' = 6', 'where b = 6'],
  ])('%s stays', async (_, before, sign, after, expected) => {
    expect(await textOf(sentence(before, sign, after))).toContain(expected)
  })

  it('the embedded font of a publisher, whose map says m for its micro sign', async () => {
    const tinos = require.resolve('@fontsource/tinos/files/tinos-greek-400-normal.woff')
    const made = await writtenPdf(new PDFDocument({ compress: false }), (document) => {
      document.font('Times-Roman').text(`${BEFORE} 25 `, { continued: true })
      document.font(tinos).text('μ', { continued: true })
      document.font('Times-Roman').text('M for two days in all of the experiments.')
    })
    const remapped = Buffer.from(made.toString('latin1').replaceAll('<03bc>', '<006d>'), 'latin1')
    expect(remapped.equals(made)).toBe(false)
    expect(await textOf(remapped)).toContain('25 μM')
  })
})

describe('a sign in a quantity that looks like no known one', () => {
  it.each([
    ['given at 20 \ufffdg/ml and at 10 mM', ['20 \ufffdg/ml']],
    ['from \ufffd5 to 7', ['\ufffd5']],
    ['given at 20 mg/ml', []],
  ])('%s: its quantity is told', (text, stretches) => {
    expect(doubtfulIn(text)).toEqual(stretches)
  })

  it('is marked, and not read as its code says', async () => {
    const sign: MadeRun = { font: 'ZapfDingbats', text: '\x28', says: '\x04' }
    expect(await textOf(sentence('20 ', sign, 'g/ml'))).toContain('20 \ufffdg/ml')
  })
})

/** PDFs whose fonts say something else than they print: each run of a line has its font, its glyphs and what its map says they are. */
interface MadeRun {
  /** One of the 14 fonts that every reader has. */
  readonly font: string
  readonly text?: string
  /** In place of `text`: one code, and the name of the glyph that the font's encoding gives it. */
  readonly code?: number
  readonly glyph?: string
  /** What the font's map says for the whole run; without it the font has none. */
  readonly says?: string
}

const SIZE_POINTS = 12
const LINE_POINTS = 16
/** Widths are not known here, so each run is placed by what pdf readers take for the standard fonts. */
const PAGE = [0, 0, 595, 842]

/** One page; each item is a line of runs, one behind the other. */
function symbolPdf(lines: readonly (readonly MadeRun[])[]): Buffer {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add('<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
  add('')
  const fonts: string[] = []
  const content = lines.map((runs, line) => {
    const parts = runs.map((run) => {
      fonts.push(`/F${fonts.length} ${add(fontOf(run, add))} 0 R`)
      return `/F${fonts.length - 1} ${SIZE_POINTS} Tf <${Buffer.from(bytesOf(run), 'latin1').toString('hex')}> Tj`
    })
    return `BT 20 ${800 - line * LINE_POINTS} Td ${parts.join(' ')} ET`
  })
  const stream = add(`<< /Length ${content.join('\n').length} >>\nstream\n${content.join('\n')}\nendstream`)
  objects[2] =
    `<< /Type /Page /Parent 2 0 R /MediaBox [${[0, 0, 1400, PAGE[3]].join(' ')}]` +
    ` /Resources << /Font << ${fonts.join(' ')} >> >> /Contents ${stream} 0 R >>`
  return written(objects)
}

function bytesOf({ text, code }: MadeRun): string {
  return code === undefined ? (text ?? '') : String.fromCharCode(code)
}

function fontOf(run: MadeRun, add: (body: string) => number): string {
  const isOwnEncoding = run.font === 'Symbol' || run.font === 'ZapfDingbats'
  const names = run.glyph === undefined ? '' : ` /Differences [${run.code} /${run.glyph}]`
  const encoding = isOwnEncoding
    ? ''
    : ` /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding${names} >>`
  const map = run.says === undefined ? '' : ` /ToUnicode ${add(mapOf(run, run.says))} 0 R`
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${run.font}${encoding}${map} >>`
}

/** Says all of it at the first code, nothing for the others. */
function mapOf(run: MadeRun, says: string): string {
  const hex = (text: string, digits: number) =>
    [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(digits, '0')).join('')
  const map = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Made def /CMapType 2 def',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    `1 beginbfchar <${hex(bytesOf(run).slice(0, 1), 2)}> <${hex(says, 4)}> endbfchar endcmap end end`,
  ].join('\n')
  return `<< /Length ${map.length} >>\nstream\n${map}\nendstream`
}

function written(objects: readonly string[]): Buffer {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((body, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n` +
      `startxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}

/** Tests the reading of PDFs: files that are no papers, text, boxes, images of pages, scans, and children that die. */
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { sourceOf, TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { madePdf } from '../../fixtures/made-pdf.ts'
import { openPdfReader } from '../../fixtures/pdf-reader.ts'
import { scannedPdf, writtenPdf } from '../../fixtures/scanned-pdf.ts'

const never = new AbortController().signal
const { pool, read, textOf } = openPdfReader()
const hello = { text: 'Hello paper', x: 100, y: 700 }
const good = madePdf([{ lines: [hello] }])
const pages = (count: number) => madePdf(Array.from({ length: count }, () => ({ lines: [hello] })))
const encrypted = (options: PDFKit.PDFDocumentOptions) =>
  writtenPdf(new PDFDocument(options), (document) => document.text('A secret'))

describe('a file that is no paper', () => {
  const unknownHandler = '/Encrypt << /Filter /Unknown /V 9 /R 9 >> /ID [<00> <00>]'
  it.each([
    ['empty_file', 'zero bytes', () => Buffer.alloc(0)],
    ['not_a_pdf', 'a text', () => Buffer.from('Dear reader')],
    ['damaged_pdf', 'a header and nothing else', () => Buffer.from('%PDF-1.7\n')],
    ['damaged_pdf', 'a file cut off in its first object', () => good.subarray(0, 40)],
    ['no_pages', 'a file without pages', () => madePdf([])],
    ['no_text', 'a page without text', () => madePdf([{}])],
    ['too_many_pages', '10,000 pages', () => pages(10_000)],
    ['password_needed', 'a file with a password', () => encrypted({ userPassword: 'open sesame' })],
    ['encrypted', 'an unknown security handler', () => madePdf([{ lines: [hello] }], unknownHandler)],
  ])('ends as %s for %s, with a sentence that helps', async (code, _, make) => {
    const reading = await read(await make())
    expect(reading).toMatchObject({ ok: false, code })
    expect(reading.ok ? '' : reading.detail).toMatch(/^[A-Z].{20,}\.$/)
  })

  it('ends as timeout if it takes too long', async () => {
    const maxMemoryMb = TEST_LIMITS.maxMemoryMb - 2
    const hasty = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, maxMemoryMb, timeoutMs: 1 } })
    expect(await hasty.read(sourceOf('made.pdf', good), good, never)).toMatchObject({ code: 'timeout' })
    await hasty.close()
  })
})

describe('a file is read', () => {
  it.each([
    ['with an owner password only', () => encrypted({ ownerPassword: 'owner' }), 'A secret'],
    ['with bytes before its header', () => Buffer.concat([Buffer.from('junk\n'), good]), hello.text],
    ['with its tail cut off', () => good.subarray(0, good.length - 20), hello.text],
    ['with a huge page', () => madePdf([{ mediaBox: [0, 0, 1e9, 1e9], lines: [hello] }]), hello.text],
    ['with 1,200 pages', () => pages(1_200), hello.text],
  ])('%s', async (_, make, text) => {
    const reading = await read(await make())
    expect(reading.ok && reading.pages[0]?.text).toBe(text)
  })

  it('with the ligature that its font does not map', async () => {
    const lines = [{ text: 'The classi@cation of cells', x: 72, y: 700 }]
    expect(await textOf(madePdf([{ lines, toUnicode: { '@': 'FFFE' } }]))).toBe('The classification of cells')
  })

  it('once if it is printed three times', async () => {
    const lines = [0, 0.3, 0.6].map((shift) => ({ text: 'Lupeol slows cells', x: 72 + shift, y: 700 }))
    expect(await textOf(madePdf([{ lines }]))).toBe('Lupeol slows cells')
  })

  it('row by row if it is a table', async () => {
    const rows = ['DIPEA|Shanghai Ziye|99.9%', 'pyridine|Sigma-Aldrich|99.8%', 'KOtBu|Energy Chemical|98%']
    const lines = rows.flatMap((row, y) =>
      row.split('|').map((text, x) => ({ text, x: 72 + x * 150, y: 700 - y * 16 })),
    )
    expect(await textOf(madePdf([{ lines }]))).toBe(rows.join('\n\n').replaceAll('|', ' '))
  })

  it.each([
    ['mathematical mu and P', '250 @g/mL, # < 1', { '@': 'D835DF07', '#': 'D835DC43' }, '250 μg/mL, P < 1'],
    ['mathematical digits', '@# mg', { '@': 'D835DFCF', '#': 'D835DFD0' }, '12 mg'],
    ['a sign that is no letter of a formula', 'a @ b', { '@': 'D83EDDEC' }, 'a 🧬 b'],
    ['but not half a sign', 'a @b', { '@': 'D835' }, 'a b'],
  ])('with characters above U+FFFF: %s', async (_, text, toUnicode, is) => {
    const reading = await read(madePdf([{ lines: [{ text, x: 72, y: 700 }], toUnicode }]))
    expect(reading.ok && reading.pages[0]?.text).toBe(is)
    expect(reading.ok && reading.pages[0]?.boxes.length).toBe(is.length * 4)
  })
})

describe('boxes', () => {
  it.each([
    ['upright', {}, 100, 142, [595, 842]],
    ['within a crop box', { cropBox: [50, 100, 550, 800] as const }, 50, 100, [500, 700]],
    ['turned by 90 degrees', { rotate: 90 as const }, 700, 100, [842, 595]],
    ['turned by 180 degrees', { rotate: 180 as const }, 495, 700, [595, 842]],
    ['turned by 270 degrees', { rotate: 270 as const }, 142, 495, [842, 595]],
  ])('are points from the top left of the page as shown: %s', async (_, page, left, baseline, size) => {
    const reading = await read(madePdf([{ ...page, lines: [hello] }]))
    const first = reading.ok ? reading.pages[0] : undefined
    expect([first?.width, first?.height]).toEqual(size)
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = first?.boxes ?? []
    expect(x1 <= left + 0.5 && x2 >= left - 0.5 && y1 <= baseline + 0.5 && y2 >= baseline - 0.5).toBe(true)
  })

  // Widths of Helvetica in thousandths of its size, as its metrics file gives them.
  const WIDTHS: Record<string, number> = { H: 722, e: 556, l: 222, o: 556, ' ': 278, p: 556, a: 556, r: 333 }

  it('are on their characters, by the metrics of the font, in each line', async () => {
    const lines = [hello, { ...hello, x: 140, y: 680 }]
    const reading = await read(madePdf([{ lines }]))
    const { text = '', boxes = new Float32Array() } = (reading.ok ? reading.pages[0] : undefined) ?? {}
    expect(text.replace(/\s+/g, ' ')).toBe(lines.map((line) => line.text).join(' '))
    const starts = [text.indexOf(hello.text), text.lastIndexOf(hello.text)]
    for (const [n, line] of lines.entries()) {
      let pen = line.x
      for (const [i, character] of [...line.text].entries()) {
        const at = starts[n]! + i
        const advance = (WIDTHS[character]! * 12) / 1000
        const [left = 0, top = 0, right = 0, bottom = 0] = boxes.slice(4 * at, 4 * at + 4)
        if (character !== ' ') {
          expect(Math.abs((left + right) / 2 - (pen + advance / 2)), `${character} at ${at}`).toBeLessThan(2)
          expect(top < 842 - line.y && bottom > 842 - line.y - 2, `${character} at ${at}`).toBe(true)
        }
        pen += advance
      }
    }
  })
})

describe('an image of a page', () => {
  it('is a PNG of the requested width that shows the text', async () => {
    const png = await pool.render(good, 1, 595, never)
    const header = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
    expect(header.subarray(1, 4).toString()).toBe('PNG')
    expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([595, 842])
    const pixels = inflateSync(header.subarray(41, header.length - 16))
    expect(pixels.some((value) => value < 64) && pixels.includes(255)).toBe(true)
  })

  it.each([
    ['a page that is missing', good, 2, 'PAGE_NOT_FOUND'],
    ['a file that cannot be opened', Buffer.from('no'), 1, 'FILE_UNREADABLE'],
  ])('is refused for %s', async (_, bytes, page, code) => {
    await expect(pool.render(bytes, page, 100, never)).rejects.toMatchObject({ code })
  })
})

describe.runIf(process.platform === 'linux')('a child that the system kills', () => {
  const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')

  it('ends the file as crashed, and the next file is read', async () => {
    // Limits of its own, so that no child of a closed pool serves it.
    const limits = { ...TEST_LIMITS, maxMemoryMb: TEST_LIMITS.maxMemoryMb + 1 }
    const victim = openPaperPool({ workers: 1, limits })
    const before = new Set(children())
    await victim.read(sourceOf('made.pdf', good), good, never)
    const long = pages(4_000)
    const reading = victim.read(sourceOf('long.pdf', long), long, never)
    for (const pid of children()) if (!before.has(pid)) process.kill(Number(pid), 'SIGKILL')
    expect(await reading).toMatchObject({ ok: false, code: 'crashed' })
    expect(await victim.read(sourceOf('made.pdf', good), good, never)).toMatchObject({ ok: true })
    await victim.close()
  })
})

describe('a scan', () => {
  const lines = ['Lupeol inhibits the growth of cells', 'at a concentration of 2.17 micrograms']

  it('is recognised, with each character where it is printed', async () => {
    const seeing = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, timeoutMs: 120_000 } })
    const bytes = await scannedPdf(pool, lines)
    const reading = await seeing.read(sourceOf('scan.pdf', bytes), bytes, never)
    await seeing.close()
    const page = reading.ok ? reading.pages[0] : undefined
    expect(page?.text).toBe(lines.join(' '))
    expect(page?.boxes.length).toBe(4 * (page?.text.length ?? 0))
    const [left = 0, top = 0, right = 0, bottom = 0] = page?.boxes ?? []
    expect(left > 55 && right < 85 && top > 110 && bottom < 160).toBe(true)
  }, 180_000)

  it('ends as no_text without OCR, with the option that turns it on', async () => {
    const reading = await read(await scannedPdf(pool, lines))
    expect(reading).toMatchObject({ ok: false, code: 'no_text', detail: expect.stringContaining('--ocr') })
  })
})

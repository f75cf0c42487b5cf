import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { afterAll, describe, expect, it } from 'vitest'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { sourceOf, TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { madePdf } from '../../fixtures/made-pdf.ts'
import { scannedPdf, writtenPdf } from '../../fixtures/scanned-pdf.ts'

const never = new AbortController().signal
const reader = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, ocr: 'never' } })
const hello = { text: 'Hello paper', x: 100, y: 700 }
const good = madePdf([{ lines: [hello] }])

afterAll(() => reader.close())

function read(bytes: Uint8Array) {
  return reader.read(sourceOf('made.pdf', bytes), bytes, never)
}

function encrypted(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  return writtenPdf(new PDFDocument(options), (document) => document.text('A secret'))
}

describe('a file that is no paper', () => {
  it.each([
    ['empty_file', 'zero bytes', Buffer.alloc(0)],
    ['not_a_pdf', 'a text', Buffer.from('Dear reader')],
    ['damaged_pdf', 'a header and nothing else', Buffer.from('%PDF-1.7\n')],
    ['damaged_pdf', 'cut off in the middle of its first object', good.subarray(0, 40)],
    ['no_pages', 'without pages', madePdf([])],
    ['no_text', 'a page without text', madePdf([{}])],
    ['too_many_pages', '10,000 pages', madePdf(Array.from({ length: 10_000 }, () => ({ lines: [hello] })))],
  ])('ends as %s for %s, with a sentence that helps', async (code, _, bytes) => {
    const reading = await read(bytes)
    expect(reading).toMatchObject({ ok: false, code })
    expect(reading.ok ? '' : reading.detail).toMatch(/^[A-Z].{20,}\.$/)
  })

  it('ends as password_needed where a password is set', async () => {
    expect(await read(await encrypted({ userPassword: 'open sesame' }))).toMatchObject({
      ok: false,
      code: 'password_needed',
    })
  })

  it('ends as encrypted for a security handler that nobody knows', async () => {
    const odd = madePdf([{ lines: [hello] }], '/Encrypt << /Filter /Nobodys /V 9 /R 9 >> /ID [<00> <00>]')
    expect(await read(odd)).toMatchObject({ ok: false, code: 'encrypted' })
  })

  it('ends as timeout when it takes too long', async () => {
    const maxMemoryMb = TEST_LIMITS.maxMemoryMb - 2
    const hasty = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, maxMemoryMb, timeoutMs: 1 } })
    expect(await hasty.read(sourceOf('made.pdf', good), good, never)).toMatchObject({ code: 'timeout' })
    await hasty.close()
  })
})

describe('a file that can be read all the same', () => {
  it.each([
    ['with an owner password only', () => encrypted({ ownerPassword: 'owner' }), 'A secret'],
    ['with bytes before its header', () => Buffer.concat([Buffer.from('junk\n'), good]), 'Hello paper'],
    ['with its tail cut off', () => good.subarray(0, good.length - 20), 'Hello paper'],
    [
      'with a page of a billion points',
      () => madePdf([{ mediaBox: [0, 0, 1e9, 1e9], lines: [hello] }]),
      'Hello paper',
    ],
    [
      'with 1,200 pages',
      () => madePdf(Array.from({ length: 1200 }, () => ({ lines: [hello] }))),
      'Hello paper',
    ],
  ])('is read: %s', async (_, make, text) => {
    const reading = await read(await make())
    expect(reading.ok && reading.pages[0]?.text).toBe(text)
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
})

describe('an image of a page', () => {
  it('is a PNG of the wished width that shows the text', async () => {
    const png = await reader.render(good, 1, 595, never)
    const header = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
    expect(header.subarray(1, 4).toString()).toBe('PNG')
    expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([595, 842])
    const pixels = inflateSync(header.subarray(41, header.length - 16))
    expect(pixels.some((value) => value < 64) && pixels.includes(255)).toBe(true)
  })

  it('is refused for a page that is not there', async () => {
    await expect(reader.render(good, 2, 100, never)).rejects.toMatchObject({ code: 'PAGE_NOT_FOUND' })
  })

  it('is refused for a file that cannot be opened', async () => {
    await expect(reader.render(Buffer.from('no'), 1, 100, never)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    })
  })
})

describe.runIf(process.platform === 'linux')('a child killed by the system in the middle', () => {
  it('ends the file as crashed, and the next file is read', async () => {
    // Limits of its own, so that no child of a closed pool serves it.
    const limits = { ...TEST_LIMITS, maxMemoryMb: TEST_LIMITS.maxMemoryMb + 1 }
    const victim = openPaperPool({ workers: 1, limits })
    const before = childrenOf(process.pid)
    await victim.read(sourceOf('made.pdf', good), good, never)
    const long = madePdf(Array.from({ length: 4000 }, () => ({ lines: [hello] })))
    const reading = victim.read(sourceOf('long.pdf', long), long, never)
    for (const pid of childrenOf(process.pid)) if (!before.includes(pid)) process.kill(pid, 'SIGKILL')
    expect(await reading).toMatchObject({ ok: false, code: 'crashed' })
    expect(await victim.read(sourceOf('made.pdf', good), good, never)).toMatchObject({ ok: true })
    await victim.close()
  })
})

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

describe('a scan', () => {
  const lines = ['Lupeol inhibits the growth of cells', 'at a concentration of 2.17 micrograms']

  const scanned = () => scannedPdf(reader, lines)

  it('is recognised, with every character where it is printed', async () => {
    const seeing = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, timeoutMs: 120_000 } })
    const bytes = await scanned()
    const reading = await seeing.read(sourceOf('scan.pdf', bytes), bytes, never)
    await seeing.close()
    const page = reading.ok ? reading.pages[0] : undefined
    expect(page?.text).toBe(lines.join(' '))
    expect(page?.boxes.length).toBe(4 * (page?.text.length ?? 0))
    const [left = 0, top = 0, right = 0, bottom = 0] = page?.boxes ?? []
    expect(left > 55 && right < 85 && top > 110 && bottom < 160).toBe(true)
  }, 180_000)

  it('is named no_text where recognition is off', async () => {
    const reading = await read(await scanned())
    expect(reading).toMatchObject({ ok: false, code: 'no_text' })
    expect(reading.ok ? '' : reading.detail).toContain('--ocr')
  })
})

describe('what a PDF prints', () => {
  const textOf = async (page: Parameters<typeof madePdf>[0][number]) => {
    const reading = await read(madePdf([page]))
    return reading.ok ? reading.pages[0]?.text : reading.detail
  }

  it('is read with the ligature that its font does not map', async () => {
    const lines = [{ text: 'The classi@cation of cells', x: 72, y: 700 }]
    expect(await textOf({ lines, toUnicode: { '@': 'FFFE' } })).toBe('The classification of cells')
  })

  it('is read once where it is printed three times', async () => {
    const lines = [0, 0.3, 0.6].map((shift) => ({ text: 'Lupeol slows cells', x: 72 + shift, y: 700 }))
    expect(await textOf({ lines })).toBe('Lupeol slows cells')
  })

  it('is read row by row where it is a table', async () => {
    const rows = [
      ['DIPEA', 'Shanghai Ziye', '99.9%'],
      ['pyridine', 'Sigma-Aldrich', '99.8%'],
      ['KOtBu', 'Energy Chemical', '98%'],
    ]
    const lines = rows.flatMap((row, y) => row.map((text, x) => ({ text, x: 72 + x * 150, y: 700 - y * 16 })))
    expect(await textOf({ lines })).toBe(rows.map((row) => row.join(' ')).join('\n\n'))
  })
})

describe('characters above U+FFFF', () => {
  const line = (text: string, toUnicode: Readonly<Record<string, string>>) =>
    read(madePdf([{ lines: [{ text, x: 72, y: 700 }], toUnicode }]))

  it.each([
    [
      'a mathematical mu and P',
      '250 @g/mL and # < 0.05',
      { '@': 'D835DF07', '#': 'D835DC43' },
      '250 μg/mL and P < 0.05',
    ],
    ['mathematical digits', '@# mg', { '@': 'D835DFCF', '#': 'D835DFD0' }, '12 mg'],
    ['one that is no letter of a formula', 'a @ b', { '@': 'D83EDDEC' }, 'a 🧬 b'],
    ['the first half alone', 'a @b', { '@': 'D835' }, 'a b'],
  ])('are read whole: %s', async (_, text, toUnicode, is) => {
    const reading = await line(text, toUnicode)
    expect(reading.ok && reading.pages[0]?.text).toBe(is)
    expect(reading.ok && reading.pages[0]?.boxes.length).toBe(is.length * 4)
  })
})

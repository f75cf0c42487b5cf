import PDFDocument from 'pdfkit'
import { afterAll, describe, expect, it } from 'vitest'
import { francLikeness } from '../../../ingest/adapters/franc-languages.ts'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { openTextReader } from '../../../ingest/adapters/text-reader.ts'
import { createExtractiveSummariser, measureProse } from '../../../ingest/index.ts'
import { judgeProse } from '../../../ingest/prose/index.ts'
import { sourceOf, TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { writtenPdf } from '../../fixtures/scanned-pdf.ts'
import { CERTIFICATE, ENGLISH } from '../../fixtures/unusual-texts.ts'

const never = new AbortController().signal
const pdfs = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, ocr: 'never' } })
const texts = openTextReader()

afterAll(() => pdfs.close())

const SENTENCES = [
  'Lupeol inhibited the growth of all four cell lines in a manner that depended on the dose that was given.',
  'The tumours of treated mice weighed half as much as those of the mice that were given the vehicle alone.',
  'We found that the phosphorylation of AKT1 decreased within an hour after the compound was added to the cells.',
  'These results suggest that the compound acts on the kinase itself and not on the receptors above it.',
  'No loss of weight was seen in the mice, and their livers showed no sign of damage at the end of the study.',
]
/** Paragraphs of the same sentences in turn, so that each is long enough to wrap. */
const PARAGRAPHS = [0, 1, 2, 3].map((at) => [...SENTENCES.slice(at), ...SENTENCES.slice(0, at)].join(' '))
const PLAIN = `${PARAGRAPHS.join('\n\n')}\n\n${ENGLISH}`

async function textPaper(text: string) {
  const source = { ...sourceOf('paper.txt', Buffer.from(text)), format: 'text' as const }
  const outcome = await texts.read(source, Buffer.from(text), never)
  if (!outcome.ok) throw new Error(outcome.code)
  const summary = await createExtractiveSummariser().summarise({ ...outcome, id: 'paper' }, never)
  const figures = measureProse(
    { pages: outcome.pages, abstract: outcome.description.abstract },
    null,
    francLikeness,
  )
  return { refusal: judgeProse({ ...figures, hasPages: true }), units: summary.drafts }
}

describe('no paper is refused for its form', () => {
  it.each<[string, (text: string) => string]>([
    ['in small letters alone', (text) => text.toLowerCase()],
    ['in capitals alone', (text) => text.toUpperCase()],
    ['one sentence a line', (text) => text.replaceAll('. ', '.\n')],
    ['with a line in between all lines', (text) => text.replace(/(.{60,75})\s/g, '$1\n\n')],
  ])('%s it comes in, with as many units', async (_, formed) => {
    const plain = await textPaper(PLAIN)
    const other = await textPaper(formed(PLAIN))
    expect(other.refusal).toBeNull()
    expect(other.units.length).toBeGreaterThanOrEqual(Math.floor(plain.units.length * 0.9))
    expect(formed(PLAIN)).toContain(other.units[0]?.text)
  })

  it('speech without any stop comes in', async () => {
    expect((await textPaper(PLAIN.toLowerCase().replaceAll(/[.,]/g, ''))).refusal).toBeNull()
  })

  it.each([
    ['small letters', CERTIFICATE.toLowerCase()],
    ['capitals', CERTIFICATE.toUpperCase()],
  ])('a certificate in %s stays out', async (_, text) => {
    expect((await textPaper(text)).refusal).not.toBeNull()
  })
})

describe('the lines of a manuscript', () => {
  it.each([
    ['set close', 1.2],
    ['one and a half apart', 1.8],
    ['two apart', 2.3],
    ['further apart', 2.7],
  ])('%s make the paragraphs that they are', async (_, pitchEm) => {
    const size = 12
    const made = await writtenPdf(new PDFDocument(), (document) => {
      document.font('Times-Roman').fontSize(size)
      const lineGap = pitchEm * size - document.currentLineHeight()
      for (const paragraph of PARAGRAPHS) document.text(paragraph, { lineGap, indent: 36 })
    })
    const reading = await pdfs.read(sourceOf('made.pdf', made), made, never)
    const text = reading.ok ? reading.pages.map((page) => page.text).join(' ') : reading.code
    const found = PARAGRAPHS.flatMap((paragraph) => paragraph.split(/(?<=\.) /)).filter((sentence) =>
      text.replaceAll('\n\n', '\u00b6').replaceAll('\n', ' ').includes(sentence),
    )
    // A sentence that a page ends in is in two pieces.
    expect(found.length).toBeGreaterThanOrEqual(17)
  })
})

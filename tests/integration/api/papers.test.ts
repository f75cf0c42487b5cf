/** Tests papers, their pages, units, tables and figures over HTTP. */
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { madePdf } from '../../fixtures/made-pdf.ts'
import { column, type Json, sharedSamples } from '../../fixtures/service.ts'

const BARK = '/papers/bark-extract-lupeol'

const { get, ingested } = sharedSamples()
const json = async (url: string) => (await get(url)).body

describe('lists', () => {
  it.each([
    { name: 'papers', url: '/papers?', count: 15 },
    { name: 'kept papers', url: '/papers?state=kept&', count: 12 },
    { name: 'papers of one reason', url: '/papers?state=dropped:off_topic&', count: 3 },
  ])('page through $name without a gap or a repeat', async ({ url, count }) => {
    const ids: string[] = []
    for (let after = ''; ; ) {
      const { papers, next } = await json(`${url}limit=4${after}`)
      expect(papers.length).toBeLessThanOrEqual(4)
      ids.push(...column(papers, 'id'))
      if (next === null) break
      after = `&after=${next}`
    }
    expect([ids.length, new Set(ids).size]).toEqual([count, count])
  })

  it('page through the units of a paper', async () => {
    const units = '/units?paper=bark-extract-lupeol&kind=unit&limit=2'
    const first = await json(units)
    const second = await json(`${units}&after=${first.next}`)
    expect(column(first.units, 'ordinal')).toEqual([0, 1])
    expect(second.units[0].ordinal).toBe(2)
  })
})

describe('one paper', () => {
  it('has its description, its gate record, its counts and the text of its pages', async () => {
    const paper = await json(BARK)
    const gate = { policy: 'contrast', keep: true }
    expect(paper).toMatchObject({ state: 'kept', year: 2016, pages: 2, gate })
    expect([paper.units > 2, paper.authors[0]]).toEqual([true, 'Ines Marchetti'])
    const page = await json(`${BARK}/pages/1`)
    expect(page.text).toContain('Terminalia lacustris')
    expect(page.width).toBeGreaterThan(500)
  })

  it('gives a picture of a page, of the width asked for', async () => {
    const [first, second] = [
      await get(`${BARK}/pages/2/image?width=320`),
      await get(`${BARK}/pages/2/image?width=320`),
    ]
    expect(first.headers['content-type']).toBe('image/png')
    expect(first.bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(first.bytes.readUInt32BE(16)).toBe(320)
    expect(second.bytes).toEqual(first.bytes)
  })

  it('says where a stretch of its text stands, one box a line', async () => {
    const [unit] = (await json('/units?paper=bark-extract-lupeol&limit=1')).units
    const { pages } = await json(`${BARK}/spans?start=${unit.start}&end=${unit.end}`)
    expect(pages[0].page).toBe(unit.page)
    for (const { left, right, top, bottom } of pages[0].boxes) {
      expect([left < right, top < bottom]).toEqual([true, true])
      expect([left >= 0, right <= pages[0].width]).toEqual([true, true])
    }
  })

  it('marks a sentence where it is printed, within 2 points', async () => {
    const sentences = [
      'Lupeol inhibited ACE of rats by 93 % in vitro.',
      'Captopril inhibited it by 97 % in that assay.',
    ]
    const { bytes, printed } = await print(sentences)
    await ingested([{ name: 'printed.pdf', bytes }], 'corpus=printed&topic=none')
    const { text } = await json('/papers/printed/pages/1?corpus=printed')
    for (const [at, sentence] of sentences.entries()) {
      const start = text.indexOf(sentence)
      expect(start).toBeGreaterThanOrEqual(0)
      const span = `start=${start}&end=${start + sentence.length}&corpus=printed`
      const [{ boxes }] = (await json(`/papers/printed/spans?${span}`)).pages
      expect(boxes).toHaveLength(1)
      const [box] = boxes
      const place = printed[at]!
      expect([box.left - place.left, box.right - place.right].every((off) => Math.abs(off) < 2)).toBe(true)
      // The baseline runs through the box, which is no higher than a line.
      expect(box.top < place.baseline - 4 && box.bottom >= place.baseline - 1).toBe(true)
      expect(box.bottom - box.top).toBeLessThan(16)
    }
  })
})

/** Typesets a page with each sentence on its own line and returns the positions, in points from the top left. */
async function print(sentences: readonly string[]) {
  const document = new PDFDocument({ size: 'A4', margin: 0 }).font('Times-Roman').fontSize(11)
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise((resolve) => document.on('end', resolve))
  const printed = sentences.map((text, at) => {
    const [left, baseline] = [90 + 30 * at, 200 + 60 * at]
    document.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
    return { left, right: left + document.widthOfString(text), baseline }
  })
  document.end()
  await done
  return { bytes: Buffer.concat(chunks), printed }
}

const ROWS = [
  ['Plant', 'Fe (mg/100 g)', 'Zn, total'],
  ['Moringa', '8.72', '1.30'],
  ['Spinach', '2.71', '0.53'],
  ['Amaranth', '3.90', '0.90'],
]
const PROSE = [
  'We measured the minerals of leaves that are eaten in the dry season and compared them with each other.',
  'All of the leaves were washed in clean water, dried in the shade for nine days and ground to a powder.',
  'The iron in the powder was measured by atomic absorption after it had been digested in nitric acid.',
  'Leaves of moringa held more iron than those of spinach (Table 1).',
]
const line = (text: string, x: number, y: number) => ({ text, x, y, size: 10 })
const LEAVES = [
  line('Table 1. Minerals of leaves.', 60, 730),
  ...ROWS.flatMap((row, at) => row.map((text, column) => line(text, 60 + 140 * column, 710 - 16 * at))),
  ...PROSE.map((text, at) => line(text, 60, 600 - 12 * at)),
  line('m = 2.4 \u00b1 r', 250, 540),
  line('(1)', 500, 540),
  line('Figure 1. A drawing that is not there.', 60, 400),
]

it('a table is found as hits and values, with its cells as JSON, CSV and HTML, and as a part of its page', async () => {
  const bytes = Buffer.from(madePdf([{ lines: LEAVES }]))
  await ingested([{ name: 'leaves.pdf', bytes }], 'corpus=leaves&topic=none')
  const { hits } = await json('/retrieve?q=Fe+of+spinach&corpus=leaves')
  expect(hits).toContainEqual(
    expect.objectContaining({
      text: expect.stringContaining('Spinach 2.71 0.53'),
      reading: expect.stringContaining('Plant: Spinach; Fe (mg/100 g): 2.71; Zn, total: 0.53.'),
    }),
  )
  const [value] = (await json('/values?query=Fe+of+spinach&corpus=leaves')).values
  expect(value).toMatchObject({
    text: '2.71',
    unit: 'mg/100 g',
    place: { sentence: 'Spinach 2.71', page: 1 },
  })

  const list = '/papers/leaves/figures?corpus=leaves'
  const { figures } = await json(list)
  expect(figures.map(({ kind, number }: Json) => `${kind} ${number}`)).toEqual([
    'table 1',
    'formula 1',
    'figure 1',
  ])
  const [{ box, mentions, ...table }] = figures
  expect(table).toMatchObject({ kind: 'table', number: '1', header: 1, rows: ROWS })
  expect(column(mentions, 'text')).toEqual([expect.stringContaining('than those of spinach (Table 1).')])
  expect((await get(`${list}&at=0&format=csv`)).text).toContain('Plant,Fe (mg/100 g),"Zn, total"\r\n')
  expect((await get(`${list}&format=html`)).text).toContain('<td>8.72</td>')
  const { left, top, right, bottom } = box
  const part = `/papers/leaves/pages/1/image?corpus=leaves&width=480&box=${left},${top},${right},${bottom}`
  const { bytes: picture } = await get(part)
  expect(picture.readUInt32BE(16)).toBe(480)
  expect(picture.readUInt32BE(20)).toBeCloseTo((480 * (bottom - top)) / (right - left), -1)
})

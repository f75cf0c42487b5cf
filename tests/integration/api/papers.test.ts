import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madePdf } from '../../fixtures/made-pdf.ts'
import { formOf, type Served, serveSamples } from '../../fixtures/served-samples.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const UNKNOWN = '0'.repeat(32)

let served: Served
beforeAll(async () => {
  served = await serveSamples()
})
afterAll(() => served.close())

const get = (url: string) => served.server.inject(url)
const json = async (url: string) => (await get(url)).json()

async function barkPaper(): Promise<string> {
  const { papers } = await json('/papers?limit=100')
  return papers.find(({ path }: { path: string }) => path.endsWith('bark-extract-lupeol.pdf')).id
}

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

describe('lists', () => {
  it.each([
    { name: 'papers', url: '/papers?', part: 'papers', count: 15 },
    { name: 'kept papers', url: '/papers?state=kept&', part: 'papers', count: 12 },
    { name: 'papers of one reason', url: '/papers?state=dropped:off_topic&', part: 'papers', count: 3 },
  ])('page through $name without a gap or a repeat', async ({ url, part, count }) => {
    const ids: string[] = []
    for (let after = ''; ; ) {
      const page = await json(`${url}limit=4${after}`)
      expect(page[part].length).toBeLessThanOrEqual(4)
      ids.push(...page[part].map(({ id }: { id: string }) => id))
      if (page.next === null) break
      after = `&after=${page.next}`
    }
    expect([ids.length, new Set(ids).size]).toEqual([count, count])
  })

  it('page through the units of a paper', async () => {
    const paper = await barkPaper()
    const first = await json(`/units?paper=${paper}&kind=unit&limit=2`)
    const second = await json(`/units?paper=${paper}&kind=unit&limit=2&after=${first.next}`)
    expect(first.units.map(({ ordinal }: { ordinal: number }) => ordinal)).toEqual([0, 1])
    expect(second.units[0].ordinal).toBe(2)
  })

  it.each([
    { url: '/papers?limit=0', field: 'limit' },
    { url: '/papers?limit=101', field: 'limit' },
    { url: '/papers?limit=2.5', field: 'limit' },
    { url: '/papers?after=nothing', field: 'after' },
    { url: '/papers?state=lost', field: 'state' },
    { url: '/papers?page=2', field: 'page' },
    { url: '/units?kind=word', field: 'kind' },
  ])('refuse $url instead of bending it', async ({ url, field }) => {
    const { statusCode, ...answer } = await get(url)
    expect([statusCode, answer.json().field]).toEqual([400, field])
  })
})

describe('one paper', () => {
  it('comes with its description, its gate record and its counts', async () => {
    const paper = await json(`/papers/${await barkPaper()}`)
    expect(paper).toMatchObject({
      state: 'kept',
      year: 2016,
      pages: 2,
      gate: { policy: 'contrast', keep: true },
    })
    expect(paper.units).toBeGreaterThan(2)
    expect(paper.authors[0]).toBe('Ines Marchetti')
  })

  it('gives the text of its pages', async () => {
    const page = await json(`/papers/${await barkPaper()}/pages/1`)
    expect(page.text).toContain('Terminalia lacustris')
    expect(page.width).toBeGreaterThan(500)
  })

  it('gives a picture of a page, of the width asked for', async () => {
    const url = `/papers/${await barkPaper()}/pages/2/image?width=320`
    const [first, second] = [await get(url), await get(url)]
    expect(first.headers['content-type']).toBe('image/png')
    expect(first.rawPayload.subarray(0, 4)).toEqual(PNG)
    expect(first.rawPayload.readUInt32BE(16)).toBe(320)
    expect(second.rawPayload).toEqual(first.rawPayload)
  })

  it('says where a stretch of its text stands, one box a line', async () => {
    const paper = await barkPaper()
    const { units } = await json(`/units?paper=${paper}&limit=1`)
    const { pages } = await json(`/papers/${paper}/spans?start=${units[0].start}&end=${units[0].end}`)
    expect(pages[0].page).toBe(units[0].page)
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
    const form = formOf([{ name: 'printed.pdf', bytes }])
    const job = (
      await served.server.inject({ url: '/papers?corpus=printed&topic=none', method: 'POST', ...form })
    ).json()
    await get(`/jobs/${job.id}/events`)
    const { papers } = await json('/papers?corpus=printed')
    const { text } = await json(`/papers/${papers[0].id}/pages/1?corpus=printed`)
    for (const [at, sentence] of sentences.entries()) {
      const start = text.indexOf(sentence)
      expect(start).toBeGreaterThanOrEqual(0)
      const span = `start=${start}&end=${start + sentence.length}&corpus=printed`
      const [{ boxes }] = (await json(`/papers/${papers[0].id}/spans?${span}`)).pages
      expect(boxes).toHaveLength(1)
      const [box] = boxes
      const place = printed[at]!
      expect([box.left - place.left, box.right - place.right].every((off) => Math.abs(off) < 2)).toBe(true)
      // The baseline runs through the box, which is no higher than a line.
      expect(box.top < place.baseline - 4 && box.bottom >= place.baseline - 1).toBe(true)
      expect(box.bottom - box.top).toBeLessThan(16)
    }
  })

  it('draws a part of a page, and gives the cells of its tables as JSON, CSV and HTML', async () => {
    const rows = [
      ['Plant', 'Fe (mg/100 g)', 'Zn, total'],
      ['Moringa', '8.72', '1.30'],
      ['Spinach', '2.71', '0.53'],
      ['Amaranth', '3.90', '0.90'],
    ]
    const lines = [
      { text: 'Table 1. Minerals of leaves.', x: 60, y: 730, size: 10 },
      ...rows.flatMap((row, at) =>
        row.map((text, column) => ({ text, x: 60 + 140 * column, y: 710 - 16 * at, size: 10 })),
      ),
      ...[
        'We measured the minerals of leaves that are eaten in the dry season and compared them with each other.',
        'All of the leaves were washed in clean water, dried in the shade for nine days and ground to a powder.',
        'The iron in the powder was measured by atomic absorption after it had been digested in nitric acid.',
        'Leaves of moringa held more iron than those of spinach (Table 1).',
      ].map((text, at) => ({ text, x: 60, y: 600 - 12 * at, size: 10 })),
      { text: 'm = 2.4 \u00b1 r', x: 250, y: 540, size: 10 },
      { text: '(1)', x: 500, y: 540, size: 10 },
      { text: 'Figure 1. A drawing that is not there.', x: 60, y: 400, size: 10 },
    ]
    const form = formOf([{ name: 'leaves.pdf', bytes: Buffer.from(madePdf([{ lines }])) }])
    const { id: job } = (
      await served.server.inject({ url: '/papers?corpus=leaves&topic=none', method: 'POST', ...form })
    ).json()
    await get(`/jobs/${job}/events`)
    const [{ id }] = (await json('/papers?corpus=leaves')).papers
    const { hits } = await json('/retrieve?q=Fe+of+spinach&corpus=leaves')
    expect(hits).toContainEqual(
      expect.objectContaining({
        text: expect.stringContaining('Spinach 2.71 0.53'),
        reading: expect.stringContaining('Plant: Spinach; Fe (mg/100 g): 2.71; Zn, total: 0.53.'),
      }),
    )
    const { values } = await json('/values?query=Fe+of+spinach&corpus=leaves')
    expect(values[0]).toMatchObject({
      text: '2.71',
      unit: 'mg/100 g',
      place: { sentence: 'Spinach 2.71', page: 1 },
    })
    const of = `/papers/${id}/figures?corpus=leaves`
    const { figures } = await json(of)
    expect(figures.map(({ kind, number }: Record<string, string>) => `${kind} ${number}`)).toEqual([
      'table 1',
      'formula 1',
      'figure 1',
    ])
    const [table] = figures
    expect(table).toMatchObject({ kind: 'table', number: '1', header: 1, rows })
    expect(table.mentions).toEqual([
      expect.objectContaining({ text: expect.stringContaining('than those of spinach (Table 1).') }),
    ])
    expect((await get(`${of}&at=0&format=csv`)).body).toContain('Plant,Fe (mg/100 g),"Zn, total"\r\n')
    expect((await get(`${of}&format=html`)).body).toContain('<td>8.72</td>')
    const { left, top, right, bottom } = table.box
    const picture = `/papers/${id}/pages/1/image?corpus=leaves&width=480&box=`
    const { rawPayload } = await get(`${picture}${left},${top},${right},${bottom}`)
    const [width, height] = [rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]
    expect(width).toBe(480)
    expect(height).toBeCloseTo((480 * (bottom - top)) / (right - left), -1)
    expect((await get(`${picture}9,9,9,20`)).json()).toMatchObject({ code: 'INPUT_INVALID', field: 'box' })
  })

  it.each([
    ['an unknown paper', `/papers/${UNKNOWN}`, 'PAPER_NOT_FOUND'],
    ['a page of an unknown paper', `/papers/${UNKNOWN}/pages/1`, 'PAPER_NOT_FOUND'],
    ['a picture of an unknown paper', `/papers/${UNKNOWN}/pages/1/image`, 'PAPER_NOT_FOUND'],
    ['spans of an unknown paper', `/papers/${UNKNOWN}/spans?start=0&end=1`, 'PAPER_NOT_FOUND'],
    ['a page beyond the last', '/papers/BARK/pages/3', 'PAGE_NOT_FOUND'],
    ['a picture beyond the last page', '/papers/BARK/pages/3/image', 'PAGE_NOT_FOUND'],
    ['page 0', '/papers/BARK/pages/0', 'INPUT_INVALID'],
    ['a picture that is too wide', '/papers/BARK/pages/1/image?width=9000', 'INPUT_INVALID'],
    ['a span that ends before it starts', '/papers/BARK/spans?start=9&end=3', 'INPUT_INVALID'],
    ['a name that no paper has', '/papers/bark', 'PAPER_NOT_FOUND'],
    ['a unit id that is none', '/units/bark', 'INPUT_INVALID'],
    ['an unknown unit', `/units/${UNKNOWN}`, 'UNIT_NOT_FOUND'],
    ['an unknown corpus', '/papers?corpus=elsewhere', 'CORPUS_NOT_FOUND'],
  ])('refuses %s', async (_, url, code) => {
    const answer = await get(url.replace('BARK', await barkPaper()))
    expect(answer.json().code).toBe(code)
    expect(answer.statusCode).toBe(answer.json().status)
  })
})

/** Where the drawing of a caption and a numbered formula stand on their page. */
import { afterAll, describe, expect, it } from 'vitest'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { madePdf } from '../../fixtures/made-pdf.ts'

const pool = openPaperPool({ workers: 1, limits: TEST_LIMITS })
afterAll(() => pool.close())

const HEIGHT = 842
type Page = Parameters<typeof madePdf>[0][number]

async function figuresOf(page: Page) {
  const found = await pool.figures(madePdf([page]), AbortSignal.timeout(60_000))
  return found.filter(({ kind }) => kind === 'figure')
}

const prose = (x: number) =>
  Array.from({ length: 12 }, (_, at) => ({
    text: 'the leaves were dried for a day and then weighed',
    x,
    y: 740 - 12 * at,
    size: 10,
  }))
/** A plot of level lines, from 640 to 720 points above the foot of the page. */
const plot = (left: number, right: number) =>
  Array.from({ length: 9 }, (_, at) => ({ left, right, y: 640 + 10 * at }))
const caption = (x: number) => ({ text: 'Figure 1. Weight of dried leaves.', x, y: 615, size: 10 })

describe('the crop of a figure', () => {
  const head = { text: 'Journal of Leaves 12 (2020)', x: 60, y: 770, size: 10 }
  const label = { text: 'Dried for a day', x: 125, y: 680, size: 10 }
  const rule = { left: 60, right: 540, y: 766 }
  it.each<[name: string, page: Page, left: number, right: number]>([
    ['beside a column of text', { lines: [...prose(300), caption(60)], rules: plot(60, 290) }, 60, 290],
    [
      'below a running head and its rule',
      { lines: [head, caption(200)], rules: [rule, ...plot(200, 400)] },
      200,
      400,
    ],
    ['with the labels of its axis', { lines: [label, caption(200)], rules: plot(200, 400) }, 125, 400],
  ])('is that of the drawing: %s', async (_, page, left, right) => {
    const [figure] = await figuresOf(page)
    expect(figure).toMatchObject({ number: '1', caption: 'Figure 1. Weight of dried leaves.' })
    expect(Math.abs(figure!.box.left - left)).toBeLessThan(5)
    expect(Math.abs(figure!.box.right - right)).toBeLessThan(5)
    expect(Math.abs(figure!.box.bottom - (HEIGHT - 640))).toBeLessThan(5)
  })

  it('is not made of a cell of a table that points to a figure', async () => {
    const rows = [
      ['Entry', 'Acid', 'Spectrum'],
      ['S1', 'DMAc', 'Fig. S4'],
      ['S2', 'DBU', 'Fig. S5'],
    ]
    const lines = rows.flatMap((row, at) =>
      row.map((text, column) => ({ text, x: 60 + 150 * column, y: 700 - 16 * at, size: 10 })),
    )
    expect(await figuresOf({ lines })).toEqual([])
  })
})

it('the crop of a formula holds its fraction on the left and no prose', async () => {
  const lines = [
    { text: 'The rate of drying of the leaves follows from their weight and is', x: 60, y: 700, size: 10 },
    { text: 'd m', x: 150, y: 667, size: 10 },
    { text: 'd t', x: 150, y: 653, size: 10 },
    { text: '= k m + c', x: 172, y: 660, size: 10 },
    { text: '(3)', x: 280, y: 660, size: 10 },
    { text: 'where the weight of the leaves was taken once a day in the shade', x: 60, y: 620, size: 10 },
  ]
  const found = await pool.figures(madePdf([{ lines }]), AbortSignal.timeout(60_000))
  const formula = found.find(({ kind }) => kind === 'formula')!
  expect(formula.number).toBe('3')
  expect(Math.abs(formula.box.left - 150)).toBeLessThan(5)
  expect(formula.box.top).toBeGreaterThan(HEIGHT - 690)
  expect(formula.box.bottom).toBeLessThan(HEIGHT - 635)
})

/** `gloss tables`: the tables of a PDF, without a corpus. */
import { describe, expect, it } from 'vitest'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { madePdf } from '../../fixtures/made-pdf.ts'
import { column, type Json } from '../../fixtures/service.ts'

const { json, run, write } = cliFolder()

const ROWS = [
  ['Plant', 'Fe (mg/100 g)', 'Zn, total'],
  ['Moringa', '8.72', '1.30'],
  ['Spinach', '2.71', '0.53'],
  ['Amaranth', '3.90', '0.90'],
]
const lines = [
  { text: 'Table 1. Minerals of leaves.', x: 60, y: 730, size: 10 },
  ...ROWS.flatMap((row, at) =>
    row.map((text, column) => ({ text, x: 60 + 140 * column, y: 710 - 16 * at, size: 10 })),
  ),
  { text: '* Means of three samples.', x: 60, y: 640, size: 8 },
]

const tablesOf = async (pages: Pages): Promise<Json[]> => {
  write('paper.pdf', madePdf(pages))
  return (await json('tables paper.pdf')).tables
}
const printed = async (pages: Pages, options = '') => {
  write('paper.pdf', madePdf(pages))
  return (await run(`tables paper.pdf${options}`)).stdout
}

describe('gloss tables', () => {
  it.each([0, 90] as const)(
    'reads rows, header, caption and notes of a page turned by %i degrees',
    async (rotate) => {
      const [table, ...others] = await tablesOf([{ lines, rotate }])
      const caption = 'Table 1. Minerals of leaves.'
      expect(table).toMatchObject({
        ...{ page: 1, number: '1', caption, header: 1, rows: ROWS },
        notes: '* Means of three samples.',
      })
      expect(table.boxes.map((row: Json[]) => row.length)).toEqual([3, 3, 3, 3])
      expect(others).toEqual([])
    },
  )

  it('writes CSV and HTML, with the text of each cell', async () => {
    expect(await printed([{ lines }], ' --format csv')).toContain('Plant,Fe (mg/100 g),"Zn, total"')
    const row = '<tr><td>Moringa</td><td>8.72</td><td>1.30</td></tr>'
    expect(await printed([{ lines }], ' --format html')).toContain(row)
  })

  it.each([
    ['its caption', lines, /^p\. 1: Table 1\. Minerals of leaves\.\nPlant +Fe \(mg\/100 g\) +Zn, total\n/],
    ['its page alone', lines.filter(({ text }) => !text.startsWith('Table')), /^p\. 1\nPlant /],
  ])('shows a person a table below %s', async (_, of, shown) => {
    expect(await printed([{ lines: of }])).toMatch(shown)
  })
})

type Line = NonNullable<Parameters<typeof madePdf>[0][number]['lines']>[number]

const SIZE = 10
const PITCH = 16

/** A table whose first line stands at `y`, ruled above and below its header and at its end. */
function ruled(y: number, rows: readonly (readonly string[])[], { x = 60, width = 400 } = {}) {
  const ends = [y + 12, y - 5, y - PITCH * (rows.length - 1) - 5]
  return {
    lines: cellsAt(y, rows, x, 130),
    rules: ends.map((at) => ({ left: x, right: x + width, y: at })),
  }
}

function cellsAt(y: number, rows: readonly (readonly string[])[], x: number, step: number): Line[] {
  return rows.flatMap((row, at) =>
    row.map((text, column) => ({ text, x: x + step * column, y: y - PITCH * at, size: SIZE })),
  )
}

const text = (y: number, ...sentences: readonly string[]): Line[] =>
  sentences.map((sentence, at) => ({ text: sentence, x: 60, y: y - 12 * at, size: SIZE }))

const MORE = [
  ['Fruit', 'Vitamin C', 'Sugar'],
  ['Guava', '228', '8.9'],
  ['Amla', '600', '4.1'],
  ['Lemon', '53', '2.5'],
]
const PROSE = 'the leaves were dried in the shade and ground to a powder'
const first = ruled(700, ROWS)
const second = ruled(560, MORE)
const both = { rules: [...first.rules, ...second.rules], cells: [...first.lines, ...second.lines] }
const twoColumns = Array.from({ length: 10 }, (_, at) =>
  [60, 320].map((x) => ({ text: PROSE, x, y: 800 - 12 * at, size: 8 })),
).flat()
/** A row with one cell continues the second cell of the row above. */
const WRAPPED = [
  ['Model', 'Settings'],
  ['LSTM', 'a length of forty, a hidden size of thirty two,'],
  ['two layers, and a rate of learning of one'],
  ['in a thousand, with a'],
  ['share of one in ten of'],
  ['its weights left out'],
  ['CNN', 'three kernels of three, sixty four of them,'],
  ['and a batch of thirty two windows in each'],
  ['step of the training'],
]
const wrapped = WRAPPED.flatMap((row, at) =>
  row.map((cell, column) => ({
    text: cell,
    x: row.length === 1 ? 190 : 60 + 130 * column,
    y: 700 - 12 * at,
    size: SIZE,
  })),
)

type Pages = Parameters<typeof madePdf>[0]

const page = (rules: readonly { left: number; right: number; y: number }[], ...lines: readonly Line[][]) => ({
  lines: lines.flat(),
  rules,
})
const rulesAt = (...places: readonly number[]) => places.map((y) => ({ left: 60, right: 460, y }))
/** Rows that run up the page. */
const turned = (rows: readonly (readonly string[])[], x: number, pitch: number): Line[] =>
  rows.flatMap((row, at) =>
    row.map((cell, column) => ({
      text: cell,
      x: x + pitch * at,
      y: 60 + 150 * column,
      size: SIZE,
      isUp: true,
    })),
  )

const CAPTION = 'Table 1. Minerals of leaves.'
const NOTES = ['Taxa: one, found at the river; two, found at the sea;', 'three, found in the hills.']
const LONG = 'Table 1. Minerals of the leaves of plants that grow at the river and in the hills.'
const TWO_ROWS = [
  ['Plant', 'Fe', 'Zn'],
  ['', 'mg/100 g', 'mg/100 g'],
]
const SPACED = [
  'Table 1: Minerals of leaves, as means',
  'of three samples that were taken at',
  'the three sites.',
]

/** Expected tables by the content of pages: number, first cell and number of rows. */
const TABLES: Readonly<Record<string, readonly [pages: Pages, tables: string]>> = {
  'with two of one width, captions above': [
    [page(both.rules, both.cells, text(720, 'Table 1. Leaves.'), text(580, 'Table 2. Fruit.'))],
    '1 Plant 4, 2 Fruit 4',
  ],
  'with two of one width, captions below': [
    [page(both.rules, both.cells, text(625, 'Table 1. Leaves.'), text(485, 'Table 2. Fruit.'))],
    '1 Plant 4, 2 Fruit 4',
  ],
  'with the caption at the left': [
    [
      page(
        [],
        cellsAt(700, ROWS, 170, 110),
        text(715, 'Table 1. Minerals of', 'leaves, as means', 'of three samples'),
      ),
    ],
    '1 Plant 4',
  ],
  'over both columns of a page': [
    [page([], twoColumns, text(640, CAPTION), cellsAt(622, ROWS, 130, 170))],
    '1 Plant 4',
  ],
  'with notes under the caption': [
    [
      page(
        first.rules,
        first.lines,
        text(772, CAPTION),
        text(756, ...NOTES).map((line) => ({ ...line, size: 8 })),
      ),
    ],
    '1 Plant 4',
  ],
  'whose cells are sentences': [
    [page(rulesAt(712, 695, 598), text(720, 'Table 1: Settings of the models.'), wrapped)],
    '1 Model 3',
  ],
  'with the caption under the rule at the top': [
    [page([...rulesAt(737), ...first.rules.slice(1)], first.lines, text(725, CAPTION))],
    '1 Plant 4',
  ],
  'with the caption at the foot of the page before': [
    [page([], text(700, PROSE), text(60, CAPTION)), page([], cellsAt(780, ROWS, 60, 130))],
    '1 Plant 4',
  ],
  'turned on a page that is not': [
    [
      page(
        [],
        text(800, ...Array(20).fill(PROSE)),
        turned([[LONG]], 60, 0),
        turned([...ROWS, ...MORE.slice(1)], 80, PITCH),
      ),
    ],
    '1 Plant 7',
  ],
  'with a header between rules and rows in pieces': [
    [
      page(
        rulesAt(712, 678),
        text(720, CAPTION),
        cellsAt(700, TWO_ROWS, 60, 130),
        cellsAt(666, ROWS.slice(1), 60, 130),
        text(610, 'Wild plants of the hills'),
        cellsAt(590, MORE.slice(1), 60, 130),
      ),
    ],
    '1 Plant 8',
  ],
  'under a caption in double spacing': [
    [
      page(
        ruled(640, ROWS).rules,
        text(810, PROSE, '', PROSE, '', PROSE).filter((line) => line.text !== ''),
        SPACED.map((line, at) => ({ text: line, x: 150, y: 730 - 24 * at, size: SIZE })),
        ruled(640, ROWS).lines,
      ),
    ],
    '1 Plant 4',
  ],
}

it.each(Object.keys(TABLES))('a table has its own rows and its caption: %s', async (name) => {
  const [pages, expected] = TABLES[name]!
  const found = (await tablesOf(pages)).map(({ number, rows }) => `${number} ${rows[0]?.[0]} ${rows.length}`)
  expect(found.join(', ')).toBe(expected)
})

it('cells close to each other are separated by upright rules', async () => {
  const rows = [
    ['Soil a', 'clay b', '12'],
    ['Soil c', 'clay d', '13'],
    ['Soil e', 'clay f', '14'],
  ]
  // Two spaces are as wide as what lies between the cells.
  const cells = rows.flatMap((row, at) =>
    row.map((cell, column) => ({ text: cell, x: 60 + 31 * column, y: 700 - PITCH * at, size: SIZE })),
  )
  const caption = { text: 'Table 1. Soils of the fields.', x: 60, y: 730, size: SIZE }
  const levels = [0, 1, 2, 3].map((at) => ({ left: 56, right: 142, y: 712 - PITCH * at }))
  const upright = [56, 89.5, 120.5, 142].map((x) => ({ x, bottom: 664, top: 712 }))
  const tables = await tablesOf([{ lines: [caption, ...cells], rules: levels, upright }])
  expect(column(tables, 'rows')).toEqual([rows])
})

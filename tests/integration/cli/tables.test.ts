/** `gloss tables`: the tables of a PDF, without a corpus. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { madePdf } from '../../fixtures/made-pdf.ts'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()

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

describe('gloss tables', () => {
  it.each([0, 90] as const)(
    'reads rows, header, caption and notes of a page turned by %i degrees',
    async (rotate) => {
      writeFileSync(join(cwd, 'paper.pdf'), madePdf([{ lines, rotate }]))
      const { tables } = (await answerOf(['tables', 'paper.pdf'], { cwd })) as {
        tables: { box: object; boxes: object[][] }[]
      }
      expect(tables).toMatchObject([
        {
          page: 1,
          number: '1',
          caption: 'Table 1. Minerals of leaves.',
          header: 1,
          rows: ROWS,
          notes: '* Means of three samples.',
        },
      ])
      expect(tables[0]?.boxes.map((row) => row.length)).toEqual([3, 3, 3, 3])
    },
  )

  it('writes CSV and HTML, what stands in a cell as text', async () => {
    writeFileSync(join(cwd, 'paper.pdf'), madePdf([{ lines }]))
    const csv = await runCli(['tables', 'paper.pdf', '--format', 'csv'], { cwd })
    expect(csv.stdout).toContain('Plant,Fe (mg/100 g),"Zn, total"')
    const html = await runCli(['tables', 'paper.pdf', '--format', 'html'], { cwd })
    expect(html.stdout).toContain('<tr><td>Moringa</td><td>8.72</td><td>1.30</td></tr>')
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
const SENTENCES = [
  ['Model', 'Settings'],
  ['LSTM', 'a length of forty, a hidden size of thirty two,'],
  ['', 'two layers, and a rate of learning of one'],
  ['', 'in a thousand, with a'],
  ['', 'share of one in ten of'],
  ['', 'its weights left out'],
  ['CNN', 'three kernels of three, sixty four of them,'],
  ['', 'and a batch of thirty two windows in each'],
  ['', 'step of the training'],
]
const WRAPPED = SENTENCES.map((row) => row.filter((cell) => cell !== ''))
const wrapped = WRAPPED.flatMap((row, at) =>
  row.map((cell, column) => ({
    text: cell,
    x: row.length === 1 ? 190 : 60 + 130 * column,
    y: 700 - 12 * at,
    size: SIZE,
  })),
)

describe('each table has its own rows and its caption', () => {
  it.each<
    [string, Parameters<typeof madePdf>[0], (readonly [number: string, first: string, rows: number])[]]
  >([
    [
      'with two of one width, captions above',
      [
        {
          lines: [...both.cells, ...text(720, 'Table 1. Leaves.'), ...text(580, 'Table 2. Fruit.')],
          rules: both.rules,
        },
      ],
      [
        ['1', 'Plant', 4],
        ['2', 'Fruit', 4],
      ],
    ],
    [
      'with two of one width, captions below',
      [
        {
          lines: [...both.cells, ...text(625, 'Table 1. Leaves.'), ...text(485, 'Table 2. Fruit.')],
          rules: both.rules,
        },
      ],
      [
        ['1', 'Plant', 4],
        ['2', 'Fruit', 4],
      ],
    ],
    [
      'with the caption at the left',
      [
        {
          lines: [
            ...cellsAt(700, ROWS, 170, 110),
            ...text(715, 'Table 1. Minerals of', 'leaves, as means', 'of three samples'),
          ],
        },
      ],
      [['1', 'Plant', 4]],
    ],
    [
      'over both columns of a page',
      [
        {
          lines: [
            ...twoColumns,
            ...text(640, 'Table 1. Minerals of leaves.'),
            ...cellsAt(622, ROWS, 130, 170),
          ],
        },
      ],
      [['1', 'Plant', 4]],
    ],
    [
      'with notes under the caption',
      [
        {
          lines: [
            ...first.lines,
            ...text(772, 'Table 1. Minerals of leaves.'),
            ...text(
              756,
              'Taxa: one, found at the river; two, found at the sea;',
              'three, found in the hills.',
            ).map((line) => ({ ...line, size: 8 })),
          ],
          rules: first.rules,
        },
      ],
      [['1', 'Plant', 4]],
    ],
    [
      'whose cells are sentences',
      [
        {
          lines: [...text(720, 'Table 1: Settings of the models.'), ...wrapped],
          rules: [712, 695, 598].map((y) => ({ left: 60, right: 460, y })),
        },
      ],
      [['1', 'Model', 3]],
    ],
    [
      'with the caption under the rule at the top',
      [
        {
          lines: [...first.lines, ...text(725, 'Table 1. Minerals of leaves.')],
          rules: [{ left: 60, right: 460, y: 737 }, ...first.rules.slice(1)],
        },
      ],
      [['1', 'Plant', 4]],
    ],
    [
      'with the caption at the foot of the page before',
      [
        { lines: [...text(700, PROSE), ...text(60, 'Table 1. Minerals of leaves.')] },
        { lines: cellsAt(780, ROWS, 60, 130) },
      ],
      [['1', 'Plant', 4]],
    ],
    [
      'turned on a page that is not',
      [
        {
          lines: [
            ...text(800, ...Array.from({ length: 20 }, () => PROSE)),
            ...[
              [
                {
                  text: 'Table 1. Minerals of the leaves of plants that grow at the river and in the hills.',
                  x: 60,
                  y: 60,
                  size: SIZE,
                  isUp: true,
                },
              ],
              ...[...ROWS, ...MORE.slice(1)].map((row, at) =>
                row.map((cell, column) => ({
                  text: cell,
                  x: 80 + PITCH * at,
                  y: 60 + 150 * column,
                  size: SIZE,
                  isUp: true,
                })),
              ),
            ].flat(),
          ],
        },
      ],
      [['1', 'Plant', 7]],
    ],
    [
      'with a header between rules and rows in pieces',
      [
        {
          lines: [
            ...text(720, 'Table 1. Minerals of leaves.'),
            ...cellsAt(
              700,
              [
                ['Plant', 'Fe', 'Zn'],
                ['', 'mg/100 g', 'mg/100 g'],
              ],
              60,
              130,
            ),
            ...cellsAt(666, ROWS.slice(1), 60, 130),
            ...text(610, 'Wild plants of the hills'),
            ...cellsAt(590, MORE.slice(1), 60, 130),
          ],
          rules: [712, 678].map((y) => ({ left: 60, right: 460, y })),
        },
      ],
      [['1', 'Plant', 8]],
    ],
    [
      'under a caption in double spacing',
      [
        {
          lines: [
            ...text(810, ...[PROSE, '', PROSE, '', PROSE]).filter((line) => line.text !== ''),
            ...[0, 24, 48].map((down, at) => ({
              text: [
                'Table 1: Minerals of leaves, as means',
                'of three samples that were taken at',
                'the three sites.',
              ][at]!,
              x: 150,
              y: 730 - down,
              size: SIZE,
            })),
            ...ruled(640, ROWS).lines,
          ],
          rules: ruled(640, ROWS).rules,
        },
      ],
      [['1', 'Plant', 4]],
    ],
  ])('%s', async (_, pages, expected) => {
    writeFileSync(join(cwd, 'layout.pdf'), madePdf(pages))
    const { tables } = (await answerOf(['tables', 'layout.pdf'], { cwd })) as {
      tables: { number: string; rows: string[][] }[]
    }
    expect(tables.map(({ number, rows }) => [number, rows[0]?.[0], rows.length])).toEqual(expected)
  })
})

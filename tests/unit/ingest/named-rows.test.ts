/** Tests the reading of table rows in passages: each cell with the name of its column; the text itself stays as printed. */
import { describe, expect, it } from 'vitest'
import { passagesOf } from '../../../ingest/index.ts'
import { readPaperOf } from '../../fakes/read-paper.ts'

type Placed = readonly [text: string, x: number, y: number]

const EM = 10

/** Returns a page of lines in the given order, 5 points a character; `isSideways`: the text runs up the page. */
function pageOf(placed: readonly Placed[], isSideways = false) {
  let text = ''
  const boxes: number[] = []
  for (const [words, x, y] of placed) {
    for (const [at] of [...words, ' '].entries()) {
      const [left, top] = [x + 5 * at, y]
      const box = [left, top, left + 5, top + EM] as const
      boxes.push(...(isSideways ? [box[1], 800 - box[2], box[3], 800 - box[0]] : box))
    }
    text += `${words} `
  }
  return { number: 1, width: 600, height: 800, text, boxes: Float32Array.from(boxes) }
}

const tableOf = (
  caption: string,
  rows: readonly (readonly string[])[],
  columns = [50, 150, 300],
): Placed[] => [
  [`\n${caption}`, 45, 100],
  ...rows.flatMap((row, line) =>
    row.flatMap((cell, column): Placed[] => (cell === '' ? [] : [[cell, columns[column]!, 120 + 14 * line]])),
  ),
]

const MINERALS = tableOf('Table 1. Minerals of leaves.', [
  ['Plant', 'Fe (mg/100 g)', 'Zn'],
  ['Moringa', '8.72', '1.30'],
  ['Spinach', '2.71', '0.53'],
  ['Amaranth', '3.90', '0.90'],
])

function readingOf(pages: readonly ReturnType<typeof pageOf>[]) {
  const paper = { ...readPaperOf([pages.map(({ text }) => text).join('\n\n')]), pages: [...pages] }
  const passages = passagesOf(paper)
  return {
    reading: passages.map(({ reading }) => reading ?? '').join('\n'),
    text: passages.map((one) => one.text).join(''),
  }
}

describe('a row of a table', () => {
  const YIELD = ['|||||May|July', 'Plant|Roots|Leaves|Roots|Leaves', 'Caraway|1.2|6.1|1.17|5.32']
  const OILS = ['Oil|Share (%)|Index', 'Roots||', 'Carvone|3.16|1243', 'Limonene|16.99|1029']
  const cells = (...rows: string[]) => rows.map((row) => row.split('|'))
  it.each([
    ['names its columns', MINERALS, 'Plant: Spinach; Fe (mg/100 g): 2.71; Zn: 0.53.'],
    ['has the caption of its table in front', MINERALS, 'Table 1. Minerals of leaves. '],
    [
      'is under a name that is over several columns',
      tableOf(
        'Table 2. Yield.',
        cells(...YIELD, 'Fennel|2.2|7.1|2.17|4.32', 'Dill|3.2|8.1|3.17|3.32'),
        [50, 150, 210, 300, 360, 185, 335],
      ),
      'Plant: Fennel; May Roots: 2.2; May Leaves: 7.1; July Roots: 2.17; July Leaves: 4.32.',
    ],
    [
      'belongs to the heading above it',
      tableOf('Table 3. Oils.', cells(...OILS)),
      'Roots; Oil: Limonene; Share (%): 16.99; Index: 1029.',
    ],
  ])('%s', (_, placed, expected) => {
    expect(readingOf([pageOf(placed)]).reading).toContain(expected)
  })

  it('is the same on a page that is set sideways, and its text stays as it is printed', () => {
    const { reading, text } = readingOf([pageOf(MINERALS, true)])
    expect(reading).toBe(readingOf([pageOf(MINERALS)]).reading)
    expect(text.replace(/\s+/g, ' ')).toContain('Moringa 8.72 1.30 Spinach 2.71 0.53')
  })

  it('is left as it is if no line names the columns, or the text goes column by column', () => {
    const nameless = MINERALS.filter(([, , y]) => y !== 120)
    const byColumn = MINERALS.toSorted((a, b) => (a[2] === 100 ? -1 : b[2] === 100 ? 1 : a[1] - b[1]))
    for (const placed of [nameless, byColumn]) expect(readingOf([pageOf(placed)]).reading).toBe('')
  })
})

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

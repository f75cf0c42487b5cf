import { describe, expect, it } from 'vitest'
import { layOut } from '../../../../ingest/extract/index.ts'
import { type PlacedLine, setPage } from '../../../fixtures/set-page.ts'

function textOf(lines: readonly PlacedLine[]): string {
  return layOut([setPage(lines)])[0]?.page.text ?? ''
}

/** Returns one line for each cell that is not empty. */
function table(rows: readonly (readonly string[])[], baseline: number, pitch = 12): PlacedLine[] {
  return rows.flatMap((row, y) =>
    row.flatMap((text, x) =>
      text === '' ? [] : [{ text, left: 60 + x * 160, baseline: baseline + y * pitch }],
    ),
  )
}

describe('a table', () => {
  const reagents = [
    ['Reagent', 'Supplier', 'Purity'],
    ['DIPEA', 'Shanghai Ziye', '99.9%'],
    ['pyridine', 'Sigma-Aldrich', '99.8%'],
    ['KOtBu', 'Energy Chemical', '98%'],
  ]

  it('keeps a wrapped cell with its row, and the cells in order', () => {
    const lines = [
      ...table([['Aspirin', 'inhibits the first', '81 mg']], 200),
      ...table([['', 'of the two enzymes', 'each day']], 212),
      ...table([['Lupeol', 'is under study', 'unknown']], 232),
    ]
    expect(textOf(lines)).toBe(
      'Aspirin inhibits the first of the two enzymes 81 mg each day\n\nLupeol is under study unknown',
    )
  })

  it('stands apart from the prose above and below it', () => {
    const prose = (baseline: number, text: string) => ({ text, left: 60, baseline })
    const lines = [
      prose(188, 'The reagents of this work are listed here by their names.'),
      ...table(reagents, 200),
      prose(248, 'The work goes on with a second paragraph of prose now.'),
    ]
    expect(textOf(lines).split('\n\n')).toHaveLength(reagents.length + 2)
  })
})

describe('prose', () => {
  it('is no table because two justified lines have a wide gap each', () => {
    const lines = [
      { text: 'fertility of male', left: 60, baseline: 200 },
      { text: 'albino rats was high', left: 160, baseline: 200 },
      { text: 'and of the others it was lower, so', left: 60, baseline: 212 },
      { text: 'morphological', left: 60, baseline: 224 },
      { text: 'changes in the cauda are', left: 140, baseline: 224 },
      { text: 'to be expected here.', left: 60, baseline: 236 },
    ]
    expect(textOf(lines)).not.toContain('\n\n')
  })
})

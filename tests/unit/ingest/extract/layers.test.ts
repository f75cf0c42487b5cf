import { describe, expect, it } from 'vitest'
import { layOut } from '../../../../ingest/extract/index.ts'
import { column, type PlacedLine, setPage } from '../../../fixtures/set-page.ts'

const PROSE = [
  'The left column opens here with a full line',
  'and it goes on with a second line of the kin',
  'that fills the whole width of its own column',
]

function textOf(lines: readonly PlacedLine[]): string {
  return layOut([setPage(lines)])[0]?.page.text ?? ''
}

describe('words printed more than once at the same place', () => {
  const line = (dx: number, dy: number) => ({
    text: 'Effects of bark on cells',
    left: 60 + dx,
    baseline: 200 + dy,
  })

  it.each([
    ['for weight', [line(0, 0), line(0.3, 0)]],
    ['three times', [line(0, 0), line(0.3, 0), line(0.6, 0)]],
    ['as a shadow', [line(1, 1), line(0, 0)]],
    [
      'word by word, then as a line',
      [
        { text: 'Effects of', left: 60, baseline: 200 },
        { text: 'bark on cells', left: 115, baseline: 200 },
        line(0, 0),
      ],
    ],
  ])('are read once: %s', (_, lines) => {
    expect(textOf(lines)).toBe('Effects of bark on cells')
  })
})

describe('text that runs up the page', () => {
  const rows = Array.from({ length: 12 }, (_, at) => [
    `Catchment number ${at} of the study`,
    `${at}.37`,
    `${at + 5} mm`,
  ])

  it('is read row by row after the rest, where it is a table', () => {
    const table = rows.flatMap((row, x) =>
      row.map((text, y) => ({ text, left: 120 + x * 14, baseline: 700 - y * 220, angle: 270 as const })),
    )
    const prose = column([...PROSE, ...PROSE, ...PROSE, ...PROSE, ...PROSE, ...PROSE], {
      left: 320,
      baseline: 100,
    })
    expect(textOf([...table, ...prose])).toContain(
      '\n\nCatchment number 0 of the study 0.37 5 mm\n\nCatchment number 1',
    )
  })
})

describe('a page with its text in two layers', () => {
  it('is read once, though the second is a few points off and breaks its lines elsewhere', () => {
    const words = PROSE.join(' ').split(' ')
    const first = column(PROSE, { left: 60, baseline: 200 }, 14)
    const second = [words.slice(0, 10), words.slice(10, 18), words.slice(18)].map((line, at) => ({
      text: line.join(' '),
      left: 60,
      baseline: 205 + at * 14,
    }))
    expect(textOf([...first, ...second])).toBe(PROSE.join(' '))
  })
})

import { describe, expect, it } from 'vitest'
import { layOut } from '../../../../ingest/extract/index.ts'
import { type PlacedLine, setPage } from '../../../fixtures/set-page.ts'

/** Reads a page on which `^` precedes each raised small character. */
function textOf(marked: string): string {
  const lines: PlacedLine[] = []
  let left = 60
  for (const [, raised, plain] of marked.matchAll(/((?:\^[^^])+)|([^^]+)/gu)) {
    const text = raised === undefined ? (plain ?? '') : raised.replaceAll('^', '')
    const size = raised === undefined ? 10 : 6
    const indent = (text.length - text.trimStart().length) * size * 0.5
    const baseline = raised === undefined ? 200 : 196
    lines.push({ text: text.trim(), left: left + indent, baseline, size, joined: raised !== undefined })
    left += text.length * size * 0.5
  }
  return layOut([setPage(lines)])[0]?.page.text ?? ''
}

describe('a raised number', () => {
  it.each([
    ['a power of ten', 'some 10^6 cells', 'some 10⁶ cells'],
    ['a negative power of ten', 'about 3 × 10^−^3 of them', 'about 3 × 10⁻³ of them'],
    ['of a unit', 'at 5 mg L^−^1 each', 'at 5 mg L⁻¹ each'],
    ['an area', 'on 25 cm^2 of it', 'on 25 cm² of it'],
    ['a statistic', 'with R^2 of 0.9', 'with R² of 0.9'],
    ['the mark of a reference', 'as was shown^2 before', 'as was shown² before'],
    ['two marks', 'as was shown^2^,^3 before', 'as was shown²,³ before'],
    ['marks with a space between', 'as was shown^2^ ^3 before', 'as was shown² ³ before'],
    ['the mark after a year', 'until 2010^3 it was', 'until 2010³ it was'],
    ['degrees', 'turned by 90^o at once', 'turned by 90° at once'],
    ['the mark behind a share', 'in 8.0%^2^3 of all', 'in 8.0%²³ of all'],
  ])('stays raised as %s', (_, marked, is) => {
    expect(textOf(marked)).toBe(is)
  })
  it.each([
    ['on its word where TeX sets it a little off', 1, 'as was shown.² Before'],
    ['apart behind a word space', 3, 'as was shown. 2 Before'],
  ])('stands %s', (_, gap, is) => {
    const text = 'as was shown.'
    const [left, baseline] = [60 + text.length * 5 + gap, 196]
    const mark = { text: '2', left, baseline, size: 6, guessed: true }
    const page = setPage([
      { text, left: 60, baseline: 200 },
      mark,
      { text: 'Before', left: left + 6, baseline: 200 },
    ])
    expect(layOut([page])[0]?.page.text).toBe(is)
  })
})

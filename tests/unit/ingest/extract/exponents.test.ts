import { describe, expect, it } from 'vitest'
import { layOut } from '../../../../ingest/extract/index.ts'
import { type PlacedLine, setPage } from '../../../fixtures/set-page.ts'

/** `^` before each character that stands raised and small. */
function textOf(marked: string): string {
  const lines: PlacedLine[] = []
  let left = 60
  for (const [, raised, plain] of marked.matchAll(/((?:\^[^\s^])+)|([^^]+)/gu)) {
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
    { name: 'a power of ten', marked: 'some 10^6 cells', is: 'some 10⁶ cells' },
    { name: 'a negative power of ten', marked: 'about 3 × 10^−^3 of them', is: 'about 3 × 10⁻³ of them' },
    { name: 'of a unit', marked: 'at 5 mg L^−^1 each', is: 'at 5 mg L⁻¹ each' },
    { name: 'an area', marked: 'on 25 cm^2 of it', is: 'on 25 cm² of it' },
    { name: 'a statistic', marked: 'with R^2 of 0.9', is: 'with R² of 0.9' },
    { name: 'the mark of a reference', marked: 'as was shown^2 before', is: 'as was shown² before' },
    { name: 'two marks', marked: 'as was shown^2^,^3 before', is: 'as was shown²,³ before' },
    { name: 'the mark after a year', marked: 'until 2010^3 it was', is: 'until 2010³ it was' },
    { name: 'degrees', marked: 'turned by 90^o at once', is: 'turned by 90° at once' },
    { name: 'the mark behind a share', marked: 'in 8.0%^2^3 of all', is: 'in 8.0%²³ of all' },
  ])('stays raised as $name', ({ marked, is }) => {
    expect(textOf(marked)).toBe(is)
  })

  it.each([
    { name: 'what nothing tells from a digit', marked: 'a row of 37^3 of it', is: 'a row of 373 of it' },
  ])('is plain as $name', ({ marked, is }) => {
    expect(textOf(marked).replaceAll(' ', '')).toBe(is.replaceAll(' ', ''))
  })
})

import { describe, expect, it } from 'vitest'
import { createRowLanguages } from '../../../index/row-languages.ts'

/** Rows of these languages, so many of each. */
function rowsOf(counts: Readonly<Record<string, number>>) {
  const languages = createRowLanguages()
  for (const [code, count] of Object.entries(counts)) for (let i = 0; i < count; i++) languages.add(code)
  return languages
}

describe('the languages of the rows', () => {
  const cases = [
    { name: 'none of no rows', counts: {}, held: [] },
    { name: 'one row alone', counts: { deu: 1 }, held: ['deu'] },
    { name: 'most rows first', counts: { deu: 2, eng: 3, fra: 1 }, held: ['eng', 'deu', 'fra'] },
    { name: 'equal numbers by code', counts: { fra: 2, deu: 2, eng: 2 }, held: ['deu', 'eng', 'fra'] },
    { name: 'four rows of four hundred', counts: { eng: 396, deu: 4 }, held: ['eng', 'deu'] },
    { name: 'not four rows of more', counts: { eng: 397, deu: 4 }, held: ['eng'] },
    { name: 'five rows of a thousand', counts: { eng: 995, deu: 5 }, held: ['eng', 'deu'] },
    { name: 'not four rows of a thousand', counts: { eng: 996, deu: 4 }, held: ['eng'] },
  ]
  it.each(cases)('are $name', ({ counts, held }) => {
    expect(rowsOf(counts).held()).toEqual(held)
  })

  it('follow the rows that come and go', () => {
    const languages = rowsOf({ deu: 2, eng: 1 })
    expect(languages.held()).toEqual(['deu', 'eng'])
    languages.remove(0)
    languages.add('eng')
    expect(languages.held()).toEqual(['eng', 'deu'])
    languages.remove(1)
    expect(languages.held()).toEqual(['eng'])
    languages.remove(2)
    languages.remove(3)
    expect(languages.held()).toEqual([])
  })

  it('count only rows that are there', () => {
    const languages = rowsOf({ eng: 401, deu: 4 })
    expect(languages.held()).toEqual(['eng'])
    for (let row = 0; row < 5; row++) languages.remove(row)
    expect(languages.held()).toEqual(['eng', 'deu'])
  })

  it('are the same after their chosen rows were kept', () => {
    const languages = createRowLanguages()
    for (const code of ['fra', 'eng', 'deu', 'eng', 'deu', 'eng']) languages.add(code)
    const parts = languages.parts([1, 2, 3, 5])
    expect(parts).toEqual({ codes: ['deu', 'eng'], of: [1, 0, 1, 1] })
    const again = createRowLanguages(parts)
    expect(again.held()).toEqual(['eng', 'deu'])
    again.remove(0)
    again.remove(2)
    again.add('deu')
    expect(again.held()).toEqual(['deu', 'eng'])
    expect(again.parts([1, 4])).toEqual({ codes: ['deu'], of: [0, 0] })
  })
})

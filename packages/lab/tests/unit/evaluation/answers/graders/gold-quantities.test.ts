/** The quantities of a gold, with the unit that is told apart from it. */
import { describe, expect, it } from 'vitest'
import { readGold } from '../../../../../evaluation/answers/graders/numeric.ts'

describe('the quantities of a gold', () => {
  const units = (gold: string, unit?: string) =>
    readGold(gold, unit)?.map(({ value, unit: read }) => `${value} ${read?.[0]?.factor ?? '-'}`)

  it.each([
    { name: 'without a unit', gold: '5', read: ['5 -'] },
    { name: 'with its own', gold: '5 km', read: ['5 1000'] },
    { name: 'with one told apart', gold: '5', unit: 'km', read: ['5 1000'] },
    { name: 'with a power of ten', gold: '5', unit: '10^{-3} km', read: ['5 1'] },
    { name: 'with a power of ten alone', gold: '5', unit: '10^{3}', read: ['5 1000'] },
    { name: 'its own first', gold: '5 m', unit: 'km', read: ['5 1'] },
    { name: 'several', gold: '5, 6', unit: 'km', read: ['5 1000', '6 1000'] },
    { name: 'with a full stop', gold: '5', unit: 'km.', read: ['5 1000'] },
    { name: 'with a blank for a unit', gold: '5', unit: '  ', read: ['5 -'] },
    { name: 'with an empty formula', gold: '5', unit: '{}', read: ['5 1'] },
    { name: 'with an unknown one', gold: '5', unit: 'furlongs', read: undefined },
    { name: 'with more than a unit', gold: '5', unit: 'km or so', read: undefined },
    { name: 'that is no number', gold: 'many', read: undefined },
  ])('$name', ({ gold, unit, read }) => {
    expect(units(gold, unit)).toEqual(read)
  })
})

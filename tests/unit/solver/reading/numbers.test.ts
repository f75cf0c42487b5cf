/** Numbers as models write them. */
import { describe, expect, it } from 'vitest'
import { plainNumber, scoreOf, shareOf } from '../../../../solver/reading/scores.ts'

describe('a plain number', () => {
  it.each([
    { said: '4', is: 4 },
    { said: ' 4.5 ', is: 4.5 },
    { said: '4,5', is: 4.5 },
    { said: '.5', is: 0.5 },
    { said: '-1', is: -1 },
    { said: '+2', is: 2 },
    { said: 'zero', is: 0 },
    { said: ' one', is: 1 },
    { said: 'ten', is: 10 },
    { said: 'eleven', is: null },
    { said: '4.', is: null },
    { said: '1.2.3', is: null },
    { said: '', is: null },
  ])('"$said" is $is', ({ said, is }) => {
    expect(plainNumber(said)).toBe(is)
  })
})

describe('a score of five', () => {
  it.each([
    { value: 4, is: 4 },
    { value: -2.5, is: -2.5 },
    { value: Number.POSITIVE_INFINITY, is: null },
    { value: Number.NaN, is: null },
    { value: '4', is: 4 },
    { value: ' Four\n', is: 4 },
    { value: '**4**', is: 4 },
    { value: '4/5', is: 4 },
    { value: '4 / 5', is: 4 },
    { value: 'four out of five', is: 4 },
    { value: '4 Out Of 5.0', is: 4 },
    { value: '4/10', is: null },
    { value: '4/', is: null },
    { value: 'good', is: null },
    { value: '80%', is: null },
    { value: null, is: null },
    { value: undefined, is: null },
    { value: [4], is: null },
    { value: true, is: null },
  ])('$value is $is', ({ value, is }) => {
    expect(scoreOf(value, 5)).toBe(is)
  })
})

describe('a share', () => {
  it.each([
    { value: 0.85, is: 0.85 },
    { value: 85, is: 85 },
    { value: '.85', is: 0.85 },
    { value: '0.85/1', is: 0.85 },
    { value: '85%', is: 0.85 },
    { value: ' 85 %\n', is: 0.85 },
    { value: '100%', is: 1 },
    { value: '0%', is: 0 },
    { value: '85/100%', is: 0.85 },
    { value: '85/1%', is: null },
    { value: 'most %', is: null },
    { value: '%', is: null },
    { value: 'one', is: 1 },
    { value: null, is: null },
  ])('$value is $is', ({ value, is }) => {
    expect(shareOf(value)).toBe(is)
  })
})

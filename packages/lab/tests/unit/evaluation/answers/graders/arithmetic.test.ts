/** The number at the start of a text: what it is worth, and where it ends. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNumber, readNumber } from '../../../../../evaluation/answers/graders/arithmetic.ts'

/** Rows of `text | value | what is left behind it`. */
function rows(table: string): { text: string; value: number; rest: string }[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [text, value, rest = ''] = line.split('|').map((cell) => cell.trim())
      return { text: text!, value: Number(value), rest }
    })
}

function read(text: string): { value: number; rest: string } | undefined {
  const found = readNumber(text)
  return found && { value: found.value, rest: text.slice(found.end).trim() }
}

describe('a number is read as far as it goes', () => {
  const table = [
    // numerals
    ...rows(`
    0 | 0
    42 | 42
    42.5 | 42.5
    42. | 42
    .5 | 0.5
    .5e2 | 50
    1e3 | 1000
    1E-3 | 0.001
    1.5e+2 | 150
    1,234 | 1234
    1,234,567.5 | 1234567.5
    1 234 567 | 1234567
    1'234'567 | 1234567
    12,34 | 12 | ,34
    1,2345 | 1 | ,2345
    1 2345 | 1 |  2345
    1234,567 | 1234 | ,567
    5 km | 5 |  km
    5e | 5 | e
    5 e | 5 |  e
    5e2.5 | 5 | e2.5
    007 | 7`),
    // uncertainties and mixed numbers
    ...rows(`
    1.234(5) nm | 1.234 |  nm
    1.2(345) m | 1.2 |  m
    1.2(3456) | 4147.2
    1.5(2)/3 | 1
    3 1/3 | 3.3333333333333335
    3 1 / 2 | 3.5
    3 1/2.5 | 3 |  1/2.5
    3 10/100 | 3.1
    3.5 1/2 | 3.5 |  1/2
    1e2 1/2 | 100 |  1/2`),
    // sums, products, and what comes first
    ...rows(`
    1+2 | 3
    1 + 2 - 4 | -1
    5 ± 1 | 5
    5 ± 1 + 2 | 7
    5 + x | 5 |  + x
    5 - | 5 |  -
    2*3 | 6
    12/4/3 | 1
    12/4*3 | 9
    12/(4*3) | 1
    1+2*3 | 7
    (1+2)*3 | 9
    2*-3 | -6
    2* km | 2 | * km
    2/ s | 2 | / s
    -5 | -5
    +5 | 5
    - 5 | -5
    2(3) | 6
    (1/2)(3) | 1.5
    2π | 6.283185307179586
    2pi | 2 | pi
    2*pi | 6.283185307179586
    2*pis | 2 | *pis
    3 sqrt(4) | 6
    1.4 10^(-15) | 1.4e-15
    3 e^(0) | 3
    3 e^0 | 3
    3 (4) | 12`),
    // powers
    ...rows(`
    2^3 | 8
    2^-1 | 0.5
    2^+2 | 4
    2^(1+1) | 4
    2^3^2 | 512
    -2^2 | -4
    2^x | 2 | ^x
    2^ | 2 | ^
    2 ^ 3 | 8
    (2)^3 | 8
    4^(1/2) | 2`),
    // functions and constants
    ...rows(`
    sqrt(16) | 4
    sqrt 16 | 4
    sqrt(3+1)/2 | 1
    sin(0) | 0
    cos(0) | 1
    tan(0) | 0
    arcsin(1) | 1.5707963267948966
    arccos(1) | 0
    arctan(1) | 0.7853981633974483
    exp(0) | 1
    exp(1) | 2.718281828459045
    ln(e) | 1
    log(1000) | 3
    log 100 | 2
    sin(30°) | 0.49999999999999994
    2cos(60°) | 1.0000000000000002
    π | 3.141592653589793
    pi/2 | 1.5707963267948966
    e | 2.718281828459045
    1-1/e | 0.6321205588285577
    30° | 30 | °`),
    // a remark in brackets behind a decimal
    ...rows(`
    0.456 (41/90) | 0.456 |  (41/90)
    0.456 (41/90). | 0.456 |  (41/90).
    0.456(41/90) | 0.20773333333333333
    0.5 (2) m | 1 |  m
    5 (3) | 15`),
  ]

  it.each(table)('$text', ({ text, value, rest }) => {
    const found = read(text)
    expect(found?.value).toBeCloseTo(value, 12)
    expect(found?.rest).toBe(rest)
  })
})

describe('what does not open with a number is none', () => {
  it.each([
    '',
    ' ',
    'km',
    'x5',
    '-',
    '+-5',
    '*5',
    '()',
    '(5',
    '(5 km)',
    'sqrt',
    'sqrt()',
    'sqrtx',
    'sine 5',
    'exp(x)',
    'ex',
    'pin',
    'e5',
    '1/0',
    'ln(0)',
    'sqrt(-1)',
    '9e999',
  ])('"%s"', (text) => {
    expect(readNumber(text)).toBeUndefined()
    expect(isNumber(text)).toBe(false)
  })
})

it('a number and nothing else is a number', () => {
  expect(isNumber('1/3')).toBe(true)
  expect(isNumber('-2.5e3')).toBe(true)
  expect(isNumber('1/3 m')).toBe(false)
  expect(isNumber('5 km')).toBe(false)
})

/** Every bracket and every power is one call deeper: forty are read, more are not. */
describe('what is nested', () => {
  it.each([
    { name: 'forty brackets', text: `${'('.repeat(40)}7${')'.repeat(40)}`, value: 7 },
    { name: 'forty-one brackets', text: `${'('.repeat(41)}7${')'.repeat(41)}`, value: undefined },
    { name: 'forty functions', text: `${'sqrt '.repeat(40)}1`, value: 1 },
    { name: 'forty-one functions', text: `${'sqrt '.repeat(41)}1`, value: undefined },
    { name: 'brackets side by side', text: Array(60).fill('(1)').join('*'), value: 1 },
    { name: 'functions side by side', text: Array(60).fill('cos(0)').join('*'), value: 1 },
    { name: 'powers side by side', text: Array(60).fill('1^1').join('+'), value: 60 },
  ])('$name', ({ text, value }) => {
    expect(readNumber(text)?.value).toBe(value)
  })

  it('of a tower of powers the first forty are raised', () => {
    expect(read(`1${'^1'.repeat(40)}`)).toEqual({ value: 1, rest: '' })
    expect(read(`1${'^1'.repeat(41)}`)).toEqual({ value: 1, rest: '^1' })
  })
})

it('sums and products of whole numbers are those of JavaScript', () => {
  const expression = fc.letrec<{ sum: string; product: string; atom: string }>((tie) => ({
    atom: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.integer({ min: 1, max: 99 }).map(String),
      tie('sum').map((sum) => `(${sum})`),
    ),
    product: fc
      .array(fc.tuple(fc.constantFrom('*', '/'), tie('atom')), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.flat().slice(1).join('')),
    sum: fc
      .array(fc.tuple(fc.constantFrom(' + ', ' - '), tie('product')), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.flat().slice(1).join('')),
  })).sum
  fc.assert(
    fc.property(expression, (text) => {
      const value = Number(new Function(`return ${text}`)())
      fc.pre(Number.isFinite(value))
      expect(readNumber(text)).toEqual({ value, end: text.length })
    }),
    { numRuns: 200 },
  )
})

describe('what stands behind a number', () => {
  it('is a remark where it is a long sum in brackets behind a decimal, wherever in the text', () => {
    expect(read('0.456 (41/90 + 0.000000000000)')).toEqual({
      value: 0.456,
      rest: '(41/90 + 0.000000000000)',
    })
    const sum = `${'1 + '.repeat(10)}0.456`
    expect(read(`${sum} (41/90)`)).toEqual({ value: expect.closeTo(10.456, 12), rest: '(41/90)' })
  })

  it('is a unit where a degree sign stands outside of brackets and functions, and a factor within', () => {
    expect(read('sqrt(4) + 5°')).toEqual({ value: 7, rest: '°' })
    expect(read('(2)°')).toEqual({ value: 2, rest: '°' })
    expect(read('(180°)')).toEqual({ value: Math.PI, rest: '' })
  })
})

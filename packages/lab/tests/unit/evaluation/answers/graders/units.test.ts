/** The unit at the start of a text: its factor to SI, its dimension, and where it ends. */
import { describe, expect, it } from 'vitest'
import { isSameDimension, NO_UNIT, readUnit } from '../../../../../evaluation/answers/graders/units.ts'

interface Row {
  readonly text: string
  readonly factor: number
  /** `m1 s-2`, in the order of the alphabet. */
  readonly dimension: string
  readonly rest: string
}

/** Rows of `text | factor | dimension | what is left behind it`. */
function rows(table: string): Row[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [text, factor, dimension, rest] = line.split('|').map((cell) => cell.trim())
      return { text: text!, factor: Number(factor), dimension: dimension ?? '', rest: rest ?? '' }
    })
}

function dimensionText(dimension: Readonly<Record<string, number>>): string {
  return Object.keys(dimension)
    .sort()
    .map((base) => `${base}${dimension[base]}`)
    .join(' ')
}

function expectUnit({ text, factor, dimension, rest }: Row, reading: number): void {
  const read = readUnit(text)
  const unit = read.readings[reading]!
  expect(unit.factor / factor).toBeCloseTo(1, 9)
  expect(dimensionText(unit.dimension)).toBe(dimension)
  expect(read.rest).toBe(rest)
}

describe('a unit is read as far as it goes', () => {
  it.each(
    rows(`
    m | 1 | m1
    km | 1e3 | m1
    km away | 1e3 | m1 | away
    m s | 1 | m1 s1
    m*s | 1 | m1 s1
    m.s | 1 | m1 s1
    m/s | 1 | m1 s-1
    m / s | 1 | m1 s-1
    m/s/s | 1 | m1 s-2
    m/s^2 | 1 | m1 s-2
    m/s^(2) | 1 | m1 s-2
    m s^(-1) | 1 | m1 s-1
    m s^-1 | 1 | m1 s-1
    m s-1 | 1 | m1 s-1
    m s(-1) | 1 | m1 s-1
    m s-12 | 1 | m1 s-12
    m2 | 1 | m2
    m+2 | 1 | m2
    m^(1/2) | 1 | m0.5
    m^0.5 | 1 | m0.5
    Hz^(-1/2) | 1 | s0.5
    nT/Hz^(1/2) | 1e-9 | A-1 kg1 s-1.5
    m^(3/2) s | 1 | m1.5 s1
    cm^2 | 1e-4 | m2
    cm^-3 | 1e6 | m-3
    cm3 | 1e-6 | m3
    m22 | 1 | m1 | 22
    m2.5 | 1 | m1 | 2.5
    m^2/m | 1 | m1
    m/m | 1 |
    W/(m^2 sr) | 1 | kg1 s-3
    W/(m2*s) | 1 | kg1 s-4
    J/(mol K) | 1 | K-1 kg1 m2 mol-1 s-2
    (m/s)^2 | 1 | m2 s-2
    (m s)/(kg) | 1 | kg-1 m1 s1
    ((m)) | 1 | m1
    JK^(-1) | 1 | K-1 kg1 m2 s-2
    kJkmol | 1e6 | kg1 m2 mol1 s-2
    Jmol^(-1) | 1 | kg1 m2 mol-1 s-2
    KJ | 1e3 | kg1 m2 s-2
    Kelvin | 1 | K1
    Joules per mole | 1 | kg1 m2 mol-1 s-2
    joules per mole per kelvin | 1 | K-1 kg1 m2 mol-1 s-2
    1/K | 1 | K-1
    (1/K) | 1 | K-1
    (1)/s | 1 | s-1
    kg-m | 1 | kg1 m1
    square metres | 1 | m2
    cubic centimetres | 1e-6 | m3
    metres squared | 1 | m2
    seconds cubed | 1 | s3
    metres per second squared | 1 | m1 s-2
    Square Feet | 0.09290304 | m2
    °K | 1 | K1
    in | 0.0254 | m1
    in^2 | 6.4516e-4 | m2
    in lb | 0.011521246198 | kg1 m1
    min | 60 | s1
    h | 3600 | s1
    % | 0.01 |
    % of it | 0.01 | | of it
    $ | 1 | currency1
    R_sun | 6.957e8 | m1
    μm | 1e-6 | m1
    `),
  )('$text', (row) => expectUnit(row, 0))
})

describe('no unit opens the text, which is left as it is', () => {
  it.each([
    { text: '', rest: '' },
    { text: ' furlongs ', rest: 'furlongs' },
    { text: '(m', rest: '(m' },
    { text: '(furlong)', rest: '(furlong)' },
    { text: '()', rest: '()' },
    { text: 'm_x', rest: 'm_x' },
    { text: 'in the plane', rest: 'in the plane' },
    { text: 'a sum', rest: 'a sum' },
    { text: 'as is', rest: 'as is' },
    { text: 'am here', rest: 'am here' },
    { text: '5', rest: '5' },
    { text: '/', rest: '/' },
    // Longer than two symbols, or two that are a word.
    { text: 'ms_more', rest: 'ms_more' },
    { text: 'molmolK', rest: 'molmolK' },
    { text: 'sms', rest: 'sms' },
    { text: 'daJkmol', rest: 'daJkmol' },
  ])('"$text"', ({ text, rest }) => {
    expect(readUnit(text)).toEqual({ readings: [], rest })
  })

  it('brackets deeper than eight are none', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}m${')'.repeat(depth)}`
    expect(readUnit(nested(8)).readings).toHaveLength(4)
    expect(readUnit(nested(9)).readings).toEqual([])
  })

  it('a bracket that is not closed ends the unit before it', () => {
    expect(readUnit('s (m')).toMatchObject({ rest: '(m', readings: [{ dimension: { s: 1 } }, {}, {}, {}] })
    expect(readUnit('s ()')).toMatchObject({ rest: '()', readings: [{ dimension: { s: 1 } }, {}, {}, {}] })
    expect(readUnit('kg (m zz)')).toMatchObject({ rest: '(m zz)' })
  })
})

describe('a word that is also a unit is one where a unit or nothing follows', () => {
  it.each([
    { text: 'in', dimension: 'm1' },
    { text: 'in lb', dimension: 'kg1 m1' },
    { text: 'a', dimension: 's1' },
    { text: 'in.', dimension: 'm1' },
    { text: 'in 5', dimension: 'm1' },
    { text: 'in A', dimension: 'A1 m1' },
  ])('$text', ({ text, dimension }) => {
    expect(dimensionText(readUnit(text).readings[0]!.dimension)).toBe(dimension)
  })
})

/** In the order of the readings: as written; `lb` as a force; all behind a slash below it; both. */
describe('what is ambiguous has a reading each', () => {
  it('J/mol K', () => {
    const dimensions = readUnit('J/mol K').readings.map(({ dimension }) => dimensionText(dimension))
    const [narrow, wide] = ['K1 kg1 m2 mol-1 s-2', 'K-1 kg1 m2 mol-1 s-2']
    expect(dimensions).toEqual([narrow, narrow, wide, wide])
  })

  it('behind the slash of a bracket nothing is below it', () => {
    const dimensions = readUnit('(m/s) kg').readings.map(({ dimension }) => dimensionText(dimension))
    expect(new Set(dimensions)).toEqual(new Set(['kg1 m1 s-1']))
  })

  it.each(['lb', 'lbs', 'pound', 'pounds'])('%s', (pound) => {
    const read = readUnit(pound).readings.map(({ factor, dimension }) => [factor, dimensionText(dimension)])
    const [mass, force] = [
      [0.45359237, 'kg1'],
      [4.4482216152605, 'kg1 m1 s-2'],
    ]
    expect(read).toEqual([mass, force, mass, force])
  })
})

describe('a temperature scale keeps its zero by itself only', () => {
  it.each([
    { text: '°C', offset: 273.15 },
    { text: 'degrees Celsius', offset: 273.15 },
    { text: 'deg C', offset: 273.15 },
    { text: '° C', offset: 273.15 },
    { text: 'degree. celsius', offset: 273.15 },
    { text: '°F', offset: 459.67 },
    { text: 'degrees Fahrenheit', offset: 459.67 },
    { text: 'K', offset: undefined },
    { text: 'J/°C', offset: undefined },
    { text: '°C^-1', offset: undefined },
    { text: 'm °C', offset: undefined },
  ])('$text', ({ text, offset }) => {
    expect(readUnit(text).readings[0]!.offset).toBe(offset)
  })

  it('a degree by itself is an angle', () => {
    const [unit] = readUnit('°').readings
    expect(unit).toEqual({ factor: Math.PI / 180, dimension: {} })
  })
})

describe('two dimensions are the same', () => {
  it.each([
    { name: 'none and none', one: {}, other: {}, isSame: true },
    { name: 'in another order', one: { m: 1, s: -1 }, other: { s: -1, m: 1 }, isSame: true },
    { name: 'a power of 0 is none', one: { m: 0 }, other: {}, isSame: true },
    { name: 'thirds add up', one: { m: 1 / 3 + 1 / 3 + 1 / 3 }, other: { m: 1 }, isSame: true },
    { name: 'another power', one: { m: 1 }, other: { m: 2 }, isSame: false },
    { name: 'the first has one more', one: { m: 1, s: 1 }, other: { m: 1 }, isSame: false },
    { name: 'the second has one more', one: { m: 1 }, other: { m: 1, s: 1 }, isSame: false },
    { name: 'other bases', one: { m: 1 }, other: { s: 1 }, isSame: false },
  ])('$name: $isSame', ({ one, other, isSame }) => {
    expect(isSameDimension(one, other)).toBe(isSame)
  })

  it('no unit has none and changes nothing', () => {
    expect(NO_UNIT).toEqual({ factor: 1, dimension: {} })
  })
})

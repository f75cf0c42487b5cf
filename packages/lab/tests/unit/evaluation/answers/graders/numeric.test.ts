/** Numbers with units against a gold: to the edge of the tolerance, unit by unit, range by range. */
import { describe, expect, it } from 'vitest'
import {
  gradeNumeric,
  type NumericRequest,
  RELATIVE_TOLERANCE,
} from '../../../../../evaluation/answers/graders/numeric.ts'

const USUAL: NumericRequest = {
  question: '',
  gold: '',
  prediction: '',
  unit: undefined,
  relativeTolerance: 0.05,
  missingUnit: 'refuse',
  reading: 'meant',
}

/** `equal`, `value` and so on; a judge's with a question mark. */
function graded(prediction: string, gold: string, changed: Partial<NumericRequest> = {}): string {
  const { isCorrect, reason } = gradeNumeric({ ...USUAL, prediction, gold, ...changed })
  if (isCorrect === null) return `${reason}?`
  expect(isCorrect).toBe(reason === 'equal')
  return reason
}

/** Rows of `prediction | gold | grade`. */
function rows(table: string): { prediction: string; gold: string; grade: string }[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [prediction, gold, grade] = line.split('|').map((cell) => cell.trim())
      return { prediction: prediction!, gold: gold!, grade: grade! }
    })
}

describe('the tolerance is a share of the gold, its edge included', () => {
  it.each(
    rows(`
    105 | 100 | equal
    95 | 100 | equal
    105.001 | 100 | value
    94.999 | 100 | value
    -105 | -100 | equal
    -95 | -100 | equal
    -94.9 | -100 | value
    1.05 | 1 | equal
    1.0500000009 | 1 | equal
    1.0500000011 | 1 | value
    0 | 0 | equal
    0.0000000009 | 0 | equal
    0.000000001 | 0 | equal
    0.0000000011 | 0 | value
    -0.0000000011 | 0 | value
    100 | -100 | value
    `),
  )('$prediction for $gold: $grade', ({ prediction, gold, grade }) => {
    expect(graded(prediction, gold)).toBe(grade)
  })

  it('is usually 5 %', () => {
    expect(RELATIVE_TOLERANCE).toBe(0.05)
  })

  it('none leaves no room', () => {
    expect(graded('101', '100', { relativeTolerance: 0 })).toBe('value')
    expect(graded('100.0', '100', { relativeTolerance: 0 })).toBe('equal')
  })

  it('what is wrong by it, but within the doubt, is left open', () => {
    const within = { relativeTolerance: 0.01, doubtWithin: 0.05 }
    expect(graded('101', '100', within)).toBe('equal')
    expect(graded('103', '100', within)).toBe('near?')
    expect(graded('105', '100', within)).toBe('near?')
    expect(graded('106', '100', within)).toBe('value')
    expect(graded('103 km', '100 J', within)).toBe('unit_dimension')
    expect(graded('103', '100', { relativeTolerance: 0.01 })).toBe('value')
  })
})

describe('ranges', () => {
  it.each(
    rows(`
    15 | 10-20 | equal
    10 | 10-20 | equal
    20 | 10-20 | equal
    9.5 | 10-20 | equal
    21 | 10-20 | equal
    9.4 | 10-20 | value
    21.1 | 10-20 | value
    10-20 | 10 to 20 | equal
    10.5-19 | 10-20 | equal
    10.6-20 | 10-20 | range?
    10-21.1 | 10-20 | range?
    20-30 | 10-20 | range?
    20.1-30 | 10-20 | value
    5-10 | 10-20 | range?
    5-9.9 | 10-20 | value
    4-6 | 5 | range?
    1-2 km | 1000-2000 m | equal
    -20 to -10 | -20 to -10 | equal
    `),
  )('$prediction for $gold: $grade', ({ prediction, gold, grade }) => {
    expect(graded(prediction, gold)).toBe(grade)
  })

  it('by the letter a range that overlaps is wrong', () => {
    expect(graded('10-25', '10-20', { reading: 'literal' })).toBe('value')
    expect(graded('4-6', '5', { reading: 'literal' })).toBe('range?')
  })
})

describe('several values', () => {
  it.each(
    rows(`
    1; 2 | 1, 2 | equal
    1; 3 | 1, 2 | value
    2; 1 | 1, 2 | value
    1; 2; 3 | 1, 2 | count
    1 | 1, 2 | count
    y = 2; x = 1 | x = 1; y = 2 | equal
    y = 1; x = 2 | x = 1; y = 2 | value
    2; 1 | x = 1; y = 2 | value
    a = 1; b = 2 | x = 1; y = 2 | equal
    1 km; 2 J | 1 km; 2 km | unit_dimension
    1 km; 2 | 1 km; 2 km | unit_missing
    9; 2 J | 1; 2 m | unit_dimension
    9 m; 2 J | 1 m; 2 m | value
    2 J; 9 m | 1 m; 2 m | unit_dimension
    5-6 km; 5 apples | 5 km; 5 m | range?
    5 apples; 6 km | 5 m; 5 km | value
    z = 1 | x = 1 | equal
    5 zz; 1 | 1, 2 | unit_unknown?
    1,5 | 1.5 | parse?
    1,5 m | 1.5 m | parse?
    1,5; 3 | 1.5 | count
    `),
  )('$prediction for $gold: $grade', ({ prediction, gold, grade }) => {
    expect(graded(prediction, gold)).toBe(grade)
  })

  it('in another order are left open where there is doubt', () => {
    const within = { doubtWithin: 0.05 }
    expect(graded('2; 1', '1, 2', within)).toBe('order?')
    expect(graded('10; 9', '9, 10', within)).toBe('order?')
    expect(graded('3; 1; 2', '1, 2, 3', within)).toBe('order?')
    expect(graded('2; 4', '1, 2', within)).toBe('value')
    expect(graded('2; 1', 'x = 1; 2', within)).toBe('value')
    expect(graded('2', '1', within)).toBe('value')
    expect(graded('y = 1; x = 2', 'x = 1; y = 2', within)).toBe('value')
  })

  it('in a sentence with other numbers besides are no list', () => {
    expect(graded('made of 5 bricks, then 6 bricks', '5')).toBe('parse?')
    expect(graded('5 bricks, 6 stones', '5')).toBe('parse?')
    expect(graded('5 bricks, 6', '5')).toBe('count')
    expect(graded('5 km, 6 km', '5 km')).toBe('count')
    expect(graded('5 bricks, 6 stones', '5', { reading: 'literal' })).toBe('count')
  })
})

describe('units', () => {
  it.each(
    rows(`
    1 km | 1000 m | equal
    1060 m | 1 km | value
    5 J | 5 m | unit_dimension
    5 | 5 m | unit_missing
    5 apples | 5 m | unit_unknown?
    0.45 | 45% | equal
    45 | 45% | equal
    45% | 45% | equal
    20 °C | 293.15 K | equal
    293.15 K | 20 °C | equal
    68 °F | 20 °C | equal
    20 °C | 20 K | value
    7.42 lb | 33 N | equal
    7.42 lb | 3.366 kg | equal
    9 lb | 33 N | value
    9 lb | 3.366 kg | value
    0.1-0.2 | 10-20% | equal
    5 J/mol K | 5 J mol^-1 K^-1 | equal
    12 cats | 12 dogs | wording_differs?
    12 dog | 12 dogs | equal
    `),
  )('$prediction for $gold: $grade', ({ prediction, gold, grade }) => {
    expect(graded(prediction, gold)).toBe(grade)
  })

  it('a missing one may be accepted', () => {
    const accepting = { missingUnit: 'accept' } as const
    expect(graded('5', '5 m', accepting)).toBe('equal')
    expect(graded('6', '5 m', accepting)).toBe('value')
    expect(graded('10', '5 m', accepting)).toBe('value')
    expect(graded('5 apples', '5 m', accepting)).toBe('unit_unknown?')
  })

  it('by the letter one that the gold has not is another dimension', () => {
    expect(graded('5 m', '5', { reading: 'literal' })).toBe('unit_dimension')
    expect(graded('5 m', '5')).toBe('equal')
    expect(graded('50%', '0.5', { reading: 'literal' })).toBe('equal')
    expect(graded('12 cats', '12 dogs', { reading: 'literal' })).toBe('equal')
  })
})

describe('a change of temperature is the same in °C and K', () => {
  it.each([
    'change',
    'difference',
    'depression',
    'elevation',
    'lowered',
    'raised',
    'rise',
    'drop',
    'increases',
    'decrease',
  ])('where the question speaks of it: %s', (word) => {
    const question = `What is the ${word} of the temperature?`
    expect(graded('12 °C', '12 K', { question })).toBe('temperature_reading?')
    expect(graded('12 K', '12 °C', { question })).toBe('temperature_reading?')
    expect(graded('14 °C', '12 K', { question })).toBe('value')
  })

  it('below 0 K it can be nothing else', () => {
    expect(graded('-3 °C', '-3 K')).toBe('equal')
    expect(graded('-3 K', '-3 °C')).toBe('temperature_reading?')
    expect(graded('-4 °C', '-3 K')).toBe('value')
    expect(graded('-5.4 °F', '-3 K')).toBe('equal')
    expect(graded('-3 K', '-5.4 °F')).toBe('temperature_reading?')
    expect(graded('0 °C', '0 K')).toBe('value')
    expect(graded('0.5 °C', '0.5 K')).toBe('value')
  })

  it('a temperature is read in its scale', () => {
    expect(graded('12 °C', '12 K', { question: 'What is the temperature?' })).toBe('value')
    expect(graded('12 °C', '12 °C', { question: 'What is the change?' })).toBe('equal')
    expect(graded('14 °C', '12 °C', { question: 'What is the change?' })).toBe('value')
    expect(graded('0 °C', '0 K', { question: 'What is the change?' })).toBe('temperature_reading?')
  })
})

describe('a unit that is told apart from the gold', () => {
  it.each([
    { prediction: '5 km', gold: '5', unit: 'km', grade: 'equal' },
    { prediction: '5000 m', gold: '5', unit: 'km', grade: 'equal' },
    { prediction: '5', gold: '5', unit: 'km', grade: 'unit_missing' },
    { prediction: '5', gold: '5', unit: ' ', grade: 'equal' },
    { prediction: '5 J', gold: '5', unit: 'km', grade: 'unit_dimension' },
    { prediction: '5 km', gold: '5 m', unit: 'km', grade: 'value' },
    { prediction: '5 m', gold: '5 m', unit: 'km', grade: 'equal' },
    { prediction: '5e-15 N', gold: '5', unit: '10^{-15} N', grade: 'equal' },
    { prediction: '5 N', gold: '5', unit: '10^{-15} N', grade: 'value' },
    { prediction: '5e-15', gold: '5', unit: '10^{-15} N', missingUnit: 'accept', grade: 'equal' },
    { prediction: '5', gold: '5', unit: '10^{-15} N', missingUnit: 'accept', grade: 'equal' },
    { prediction: '5e15', gold: '5', unit: '10^{-15} N', missingUnit: 'accept', grade: 'value' },
    { prediction: '5000', gold: '5', unit: '10^3', grade: 'equal' },
    { prediction: '5', gold: '5', unit: '10^3', grade: 'equal' },
    { prediction: '5', gold: '5', unit: '$\\$$', missingUnit: 'accept', grade: 'equal' },
    { prediction: '5 USD', gold: '5', unit: '$', grade: 'equal' },
    { prediction: '5 m', gold: '5', unit: '$', grade: 'unit_dimension' },
    { prediction: '5 km', gold: '5', unit: '$\\mathrm{km}$', grade: 'equal' },
    { prediction: '5', gold: 'five', unit: 'km', grade: 'parse?' },
  ] as const)('$prediction for $gold in $unit: $grade', ({ prediction, gold, grade, ...changed }) => {
    expect(graded(prediction, gold, changed)).toBe(grade)
  })

  it.each([
    { prediction: '5 furlongs', grade: 'equal' },
    { prediction: '5', grade: 'equal' },
    { prediction: '6 furlongs', grade: 'value' },
    { prediction: '5 km', grade: 'unit_unknown?' },
    { prediction: 'x furlongs', grade: 'parse?' },
  ])('that the table does not know is equal to its spelling: $prediction', ({ prediction, grade }) => {
    expect(graded(prediction, '5', { unit: 'furlongs' })).toBe(grade)
  })

  it('that the table does not know may open with a power of ten', () => {
    const unit = '10^{3} furlongs'
    expect(graded('5 furlongs', '5', { unit })).toBe('equal')
    expect(graded('5000 furlongs', '5', { unit })).toBe('equal')
    expect(graded('50 furlongs', '5', { unit })).toBe('value')
  })

  it('of a gold that is no number leaves it to a judge', () => {
    expect(graded('5 furlongs', 'many', { unit: 'furlongs' })).toBe('parse?')
    expect(graded('many', 'many', { unit: 'furlongs' })).toBe('parse?')
  })
})

it('what is spelled like the gold is the gold, also if it is no number', () => {
  expect(graded('many', '$many$')).toBe('equal')
  expect(graded('many', 'few')).toBe('parse?')
  expect(graded('about many', '5')).toBe('parse?')
})

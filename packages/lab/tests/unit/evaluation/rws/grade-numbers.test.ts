/** The grader of Reasoning With a Star: the final answer and numbers, checks S26 to S36 of its specification. */
import { afterAll, describe, expect, it } from 'vitest'
import { openStarGrader, starItem, starPairs } from '../../../../../../tests/fixtures/star-grader.ts'

const grader = openStarGrader()
afterAll(() => grader.close())

describe('S27 all pairs of E6', () => {
  it.each(
    starPairs(String.raw`1.5 nT | 1.5e-9 T  ;;  5.25 nT | 5 nT  ;;  1.05 | 1
400 km/s | $4\times10^{5}\ \mathrm{m\,s^{-1}}$  ;;  3 cm^-3 | 3e6 m^{-3}  ;;  1 G | 1e-4 T  ;;  2.0e32 erg | 2e25 J
30 deg | 0.5236 rad  ;;  45% | 0.45  ;;  ~10^5 K | 1e5 K  ;;  5.0 ± 0.3 nT | 4.9 nT  ;;  1,000 km | 1000 km  ;;  10⁵ K | 1e5 K
T = 1.5×10^6 K | 1.5 MK  ;;  1 R_sun | 6.96e5 km  ;;  10 Mm | 1e7 m  ;;  2 keV | 3.2e-16 J  ;;  0 nT | 0 T  ;;  1/3 | 0.333
1.2 yr | 438 d  ;;  8 mV/m | 0.008 V m^-1  ;;  7 ions cm^-3 | 7 cm^{-3}  ;;  1e9 cm^-2 s^-1 sr^-1 | 1e13 m^-2 s^-1 sr^-1`),
  )('$name: correct', async ({ answer, gold }) => {
    expect(await grader.verdict('numeric', answer, gold)).toBe('correct')
  })

  it.each([
    ['5.26 nT', '5 nT', 'incorrect value'],
    ['-5 nT', '5 nT', 'incorrect value'],
    ['10 mm', '10 Mm', 'incorrect value'],
    ['5', '5 nT', 'incorrect unit_missing'],
    ['0', '0 nT', 'incorrect unit_missing'],
    ['5 km', '5 nT', 'incorrect unit_dimension'],
    ['5 nT', '5', 'incorrect unit_dimension'],
    ['1 MK', '86 eV', 'incorrect unit_dimension'],
    ['three nT', '3 nT', 'undecided parse'],
  ])('%s | %s: %s', async (answer, gold, is) => {
    expect(await grader.verdict('numeric', answer, gold)).toBe(is)
  })
})

it.each([
  '-1,234.5',
  '-1.2345e3',
  '-1.2345×10^{3}',
  '-1.2345*10**3',
  '−1234.5',
  '$-1.2345\\cdot10^3$',
  'x = -1234.5',
  '\\approx -1234.5',
  '-\\frac{2469}{2}',
  '-1234.5 ± 2',
])('S29 the number form %s', async (answer) => {
  expect(await grader.verdict('numeric', answer, '-1234.5')).toBe('correct')
})

it('S32 three reasons of units, the required one from the hint where the gold has none', async () => {
  expect(await grader.verdict('numeric', '400', '400', 'Give the speed in km/s.')).toBe(
    'incorrect unit_missing',
  )
  expect(await grader.verdict('numeric', '4e5 m/s', '400', 'Give the speed in km/s.')).toBe('correct')
  expect(await grader.verdict('numeric', '400 nT', '400', 'Units: km/s')).toBe('incorrect unit_dimension')
  expect(await grader.verdict('numeric', '5 zz', '5 nT')).toBe('undecided unit_unknown')
})

it('S33 several values by label or by order, and their count', async () => {
  expect(await grader.verdict('numeric', 'b = 2 nT, a = 1 nT', 'a = 1 nT, b = 2 nT')).toBe('correct')
  expect(await grader.verdict('numeric', '1; 2', '1 and 2')).toBe('correct')
  expect(await grader.verdict('numeric', '2, 1', '1, 2')).toBe('incorrect value')
  expect(await grader.verdict('numeric', '1, 2', '1, 2, 3')).toBe('incorrect count')
})

it('S34 ranges', async () => {
  expect(await grader.verdict('numeric', '15 nT', '10-20 nT')).toBe('correct')
  expect(await grader.verdict('numeric', '21 nT', '10-20 nT')).toBe('correct')
  expect(await grader.verdict('numeric', '22 nT', '10-20 nT')).toBe('incorrect value')
  expect(await grader.verdict('numeric', '10 to 20 nT', '10-20 nT')).toBe('correct')
  expect(await grader.verdict('numeric', '4-6 nT', '5 nT')).toBe('undecided range')
})

describe('S35 JSON that the hint asks for', () => {
  const hint = 'Answer ONLY JSON with keys v and where; v in km/s.'
  const gold = '{"v": 400, "where": "corona"}'
  it.each([
    ['{"v": "400 km/s", "where": "the corona"}', 'correct'],
    ['```json\n{"where": "corona",\n "v": "4e5 m/s"}\n```', 'correct'],
    ['{"v": "500 km/s", "where": "corona"}', 'incorrect value'],
    ['{"v": "400 km/s"}', 'incorrect keys'],
    ['{"v": "400 km/s", "where": "corona", "more": 1}', 'incorrect keys'],
    ['{"v": "400 km/s", "where": "corona",}', 'incorrect keys'],
    ['400 km/s', 'incorrect keys'],
    ['{"v": "400 km/s", "where": "the chromosphere"}', 'undecided wording_differs'],
  ])('%s: %s', async (answer, is) => {
    expect(await grader.verdict('numeric', answer, gold, hint)).toBe(is)
  })
})

describe('of several values of JSON the first that is wrong gives the reason, then the first that is open', () => {
  const hint = 'Answer ONLY JSON with the keys of the question; v in km/s.'

  it('and an answer of JSON is told as it was read', async () => {
    const item = starItem('numeric', '{"v": 400}', hint)
    expect(await grader.grade(item, 'It is {"v": "400 km/s"}')).toMatchObject({
      verdict: 'correct',
      type: 'json',
      reason: 'equal',
      pred: '{"v":"400 km/s"}',
      byProgram: 'correct',
    })
    expect(await grader.grade(item, ' ')).toMatchObject({ type: 'numeric', reason: 'no_answer' })
  })
})

it('S36 a gold of 0, no number, an uncertainty, per cent, degrees Celsius', async () => {
  expect(await grader.verdict('numeric', '1e-10 nT', '0 nT')).toBe('correct')
  expect(await grader.verdict('numeric', '1e-8 nT', '0 nT')).toBe('incorrect value')
  expect(await grader.verdict('numeric', 'NaN', 'NaN')).toBe('correct')
  expect(await grader.verdict('numeric', '5', 'NaN')).toBe('undecided wording_differs')
  expect(await grader.verdict('numeric', '45 %', '0.45')).toBe('correct')
  expect(await grader.verdict('numeric', '25 degC', '298.15 K')).toBe('correct')
})

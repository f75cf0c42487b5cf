import { expect, it } from 'vitest'
import { describeSlowest } from '../../../scripts/dev/slowest-suites.ts'

it('the ten slowest test files are listed, slowest first, with a warning where one is over its budget', () => {
  const suites = Array.from({ length: 12 }, (_, at) => ({
    project: 'unit',
    path: `tests/unit/${at}.test.ts`,
    seconds: at / 2,
  }))
  const lines = describeSlowest(suites, 21).filter((line) => line.includes(' s of '))
  expect(lines).toHaveLength(11)
  expect(lines[0]).toBe('     5.5 s of   5 s  tests/unit/11.test.ts  over budget')
  expect(lines[1]).toBe('     5.0 s of   5 s  tests/unit/10.test.ts')
  expect(lines[10]).toBe('    21.0 s of  20 s  the whole run  over budget')
})

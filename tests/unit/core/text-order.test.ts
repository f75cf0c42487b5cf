import { expect, it } from 'vitest'
import { compareText } from '../../../core/text-order.ts'

it('texts are ordered by their characters’ numbers, on every machine alike', () => {
  expect(['b', 'a', 'B', 'ä', '', 'ab', 'a'].sort(compareText)).toEqual(['', 'B', 'a', 'a', 'ab', 'b', 'ä'])
  expect([compareText('a', 'b'), compareText('b', 'b'), compareText('b', 'a')]).toEqual([-1, 0, 1])
})

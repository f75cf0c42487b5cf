import { expect, it } from 'vitest'
import { nearestNames } from '../../../scripts/dev/measure.ts'

it.each([
  { name: 'retreival', near: ['retrieval'] },
  { name: 'pagernk', near: ['pagerank'] },
  { name: '???', near: [] },
  { name: '', near: [] },
])('the measurement nearest to "$name" is $near', ({ name, near }) => {
  expect(nearestNames(name, ['retrieval', 'pagerank', 'proxy'])).toEqual(near)
})

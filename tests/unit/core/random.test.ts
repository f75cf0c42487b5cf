import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampled, seededRandom, shuffle } from '../../../core/index.ts'

const members = fc.uniqueArray(fc.integer(), { maxLength: 40 })

// Published figures, intervals and sample questions were drawn with these numbers.
it('seeded numbers, shuffles and samples are the same in every version', () => {
  const random = seededRandom(1)
  expect([random(), random(), random()]).toEqual([
    0.6270739405881613, 0.002735721180215478, 0.5274470399599522,
  ])
  expect(shuffle([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([2, 4, 5, 7, 3, 1, 6])
  expect(sampled([1, 2, 3, 4, 5, 6, 7, 8, 9], 4, 3)).toEqual([7, 1, 4, 8])
})

it('a shuffle keeps every member and leaves the array that it was given as it was', () => {
  fc.assert(
    fc.property(members, fc.nat(), (given, seed) => {
      const before = [...given]
      const shuffled = shuffle(given, seed)
      expect(given).toEqual(before)
      expect(shuffled.toSorted((a, b) => a - b)).toEqual(before.sort((a, b) => a - b))
    }),
  )
})

it('a sample has different members, as many as requested or all, and is the same for every call', () => {
  fc.assert(
    fc.property(members, fc.nat(50), fc.nat(), (given, count, seed) => {
      const chosen = sampled(given, count, seed)
      expect(new Set(chosen).size).toBe(Math.min(count, given.length))
      expect(chosen.every((member) => given.includes(member))).toBe(true)
      expect(sampled(given, count, seed)).toEqual(chosen)
    }),
  )
})

/** Which unit comes next where a question has several clauses. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coveringScores } from '../../../retrieval/cover-clauses.ts'

function ranked(units: readonly string[], scores: Float64Array): string[] {
  const order = [...units.keys()].sort((a, b) => scores[b]! - scores[a]! || (units[a]! < units[b]! ? -1 : 1))
  return order.map((i) => units[i]!)
}

it('puts the unit of the other clause before those that say the same again', () => {
  const units = ['oil', 'oil again', 'oil once more', 'heart']
  const scores = Float64Array.of(0.9, 0.8, 0.7, 0.5)
  const shares = [Float64Array.of(0.8, 0.8, 0.7, 0), Float64Array.of(0, 0, 0.1, 0.8)]
  const covering = coveringScores({ units, scores }, shares)
  expect(ranked(units, covering)).toEqual(['oil', 'heart', 'oil again', 'oil once more'])
})

const cases = fc.array(
  fc.record({
    score: fc.double({ min: -1, max: 2, noNaN: true }),
    shares: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
  }),
  { minLength: 1, maxLength: 130 },
)
const scoresOf = (all: readonly { score: number; shares: [number, number] }[], names: readonly string[]) =>
  coveringScores({ units: names, scores: Float64Array.from(all, ({ score }) => score) }, [
    Float64Array.from(all, ({ shares }) => shares[0]),
    Float64Array.from(all, ({ shares }) => shares[1]),
  ])

it('takes no score away, and gives no unit more than the best score', () => {
  fc.assert(
    fc.property(cases, (all) => {
      const names = all.map((_, i) => `unit ${i}`)
      const best = Math.max(0, ...all.map(({ score }) => score))
      for (const [i, score] of scoresOf(all, names).entries()) {
        expect(score).toBeGreaterThanOrEqual(all[i]!.score)
        expect(score).toBeLessThanOrEqual(all[i]!.score + best + 1e-9)
      }
    }),
  )
})

it('ranks alike in whatever order the units come', () => {
  fc.assert(
    fc.property(cases, (all) => {
      const names = all.map((_, i) => `unit ${i}`)
      const backwards = [...names].reverse()
      const forth = ranked(names, scoresOf(all, names))
      expect(ranked(backwards, scoresOf([...all].reverse(), backwards))).toEqual(forth)
    }),
  )
})

it('adds what a unit says more of each clause than those before it, the mean of the clauses', () => {
  const scores = Float64Array.of(0.5, 1, 0.25)
  const shares = [Float64Array.of(0.5, 0.75, 1), Float64Array.of(0.5, 0, 0.25)]
  // b is taken first: 1 + .375. Then a has nothing more of the first clause: .5 + .25; c .25 + .125 + .125. Then c: .25 + .125.
  expect([...coveringScores({ units: ['a', 'b', 'c'], scores }, shares)]).toEqual([0.75, 1.375, 0.375])
})

it('takes equal units in the order of their ids', () => {
  const shares = [Float64Array.of(0.5, 0.5), Float64Array.of(0.5, 0.5)]
  expect([...coveringScores({ units: ['b', 'a'], scores: Float64Array.of(1, 1) }, shares)]).toEqual([1, 1.5])
})

it('leaves scores alone where none is above 0', () => {
  const scores = Float64Array.of(-1, 0)
  expect([...coveringScores({ units: ['a', 'b'], scores }, [Float64Array.of(1, 1)])]).toEqual([-1, 0])
})

it('looks at the best hundred units', () => {
  const units = Array.from({ length: 101 }, (_, place) => `u${place}`)
  const scores = Float64Array.from(units, (_, place) => 200 - place)
  const share = Float64Array.from(units, (_, place) => (place >= 99 ? 1 : 0))
  const covering = coveringScores({ units, scores }, [share])
  expect([covering[99], covering[100]]).toEqual([101 + 200, 100])
})

/** Tests that the selected rows are those that a full sort puts first. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bestRows } from '../../../index/index.ts'

// Few values, so that many rows are equal, some of them close together and some far apart.
const score = fc.oneof(
  fc.constantFrom(0, 0.25, 0.5, 0.5, 1, 2, 1e-7, 2e-7, 1e6, -1e6, 1e6 + 1),
  fc.float({ min: -1, max: 1, noNaN: true }),
)
const row = fc.record({ score, isAllowed: fc.boolean(), id: fc.string({ minLength: 1, maxLength: 4 }) })

it('highest score first, equal ones by id; only rows that are allowed, from a row on and above a score', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 300 }),
      fc.nat(40),
      fc.nat(20),
      fc.constantFrom(-2e6, 0, 0.5),
      (rows, depth, first, above) => {
        const from = Math.min(first, rows.length)
        const ids = rows.map(({ id }) => id)
        const scores = Float32Array.from(rows, (one) => one.score)
        const allowed = Uint8Array.from(rows, ({ isAllowed }) => (isAllowed ? 1 : 0))
        const expected = [...rows.keys()]
          .filter((i) => i >= from && allowed[i] === 1 && scores[i]! > above)
          .sort((a, b) => scores[b]! - scores[a]! || (ids[a]! < ids[b]! ? -1 : 1))
          .slice(0, depth)
        expect(bestRows(scores, rows.length, { depth, from, allowed, above, ids })).toEqual(expected)
      },
    ),
    { numRuns: 500 },
  )
})

/** The bins choose what a full sort would. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bestRows } from '../../../index/selection.ts'

const row = fc.record({
  // Few values, so that many rows are equal.
  score: fc.constantFrom(-1, 0, 0, 0.25, 0.5, 0.5, 0.5, 1, 2),
  allowed: fc.boolean(),
  id: fc.string({ minLength: 1, maxLength: 4 }),
})

it('the selection is the rows that a full sort puts first: highest score, equal ones by id', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(-2, 0, 0.5),
      (rows, depth, above) => {
        const ids = rows.map(({ id }) => id)
        const scores = Float32Array.from(rows, ({ score }) => score)
        const allowed = Uint8Array.from(rows, (one) => (one.allowed ? 1 : 0))
        const expected = [...rows.keys()]
          .filter((i) => allowed[i] === 1 && scores[i]! > above)
          .sort((a, b) => scores[b]! - scores[a]! || (ids[a]! < ids[b]! ? -1 : 1))
          .slice(0, depth)
        expect(bestRows(scores, rows.length, { depth, allowed, above, ids })).toEqual(expected)
      },
    ),
    { numRuns: 500 },
  )
})

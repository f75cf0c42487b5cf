import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonPieces } from '../../../../api/http/json-pieces.ts'

const whole = (value: unknown) => [...jsonPieces(value)].join('')

it('writes any plain value as JSON.stringify does, however deep it is', () => {
  const values = fc
    .anything({ withNullPrototype: true, withSparseArray: false, maxDepth: 10 })
    .filter(isPlain)
  fc.assert(fc.property(values, (value) => whole(value) === JSON.stringify(value)))
})

it.for([
  [{ a: undefined, b: [undefined, Number.NaN, new Date(0)], c: {} }],
  [[]],
  [{ text: 'a 😀 \ud800 "quoted"\n' }],
])('writes $0 as JSON.stringify does', ([value]) => expect(whole(value)).toBe(JSON.stringify(value)))

it('cuts long lists into pieces', () => {
  const answer = { answers: Array.from({ length: 50 }, () => ({ hits: [{ text: 'x'.repeat(1_000) }] })) }
  const longest = Math.max(...[...jsonPieces(answer)].map(({ length }) => length))
  expect(longest).toBeLessThan(1_100)
})

/** Returns whether a value is of a kind that answers consist of. */
function isPlain(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value) !== undefined
}

/** Vectors of phrases by slot, against cosines taken one by one. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPhraseMatrix, type PhraseMatrix } from '../../../../graph/facts/phrase-matrix.ts'

const DIMS = 4
const vector = (...values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values)
  return Float32Array.from({ length: DIMS }, (_, i) => (values[i] ?? 0) / (length || 1))
}
const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, i) => sum + value * other[i]!, 0)

const EAST = vector(1)
/** At these cosines to EAST. */
const at = (value: number) => vector(value, Math.sqrt(1 - value * value))

function filled(...rows: readonly (readonly [slot: number, phrase: string, value: number])[]): PhraseMatrix {
  const matrix = createPhraseMatrix(DIMS)
  for (const [slot, phrase, value] of rows) matrix.put(slot, phrase, at(value))
  return matrix
}

describe('the vectors of phrases', () => {
  it('are put at slots, replaced and taken away', () => {
    const matrix = filled([7, 'tea', 0.5], [0, 'bark', 0.25])
    expect([matrix.size(), matrix.phrase(7), matrix.phrase(0), matrix.phrase(1)]).toEqual([
      2,
      'tea',
      'bark',
      undefined,
    ])
    matrix.put(7, 'leaf', at(0.75))
    expect([matrix.size(), matrix.phrase(7)]).toEqual([2, 'leaf'])
    expect(matrix.cosines(EAST, [7]).get(7)).toBeCloseTo(0.75, 3)
    matrix.remove(7)
    matrix.remove(7)
    matrix.remove(99)
    expect([matrix.size(), matrix.phrase(7), matrix.phrase(0)]).toEqual([1, undefined, 'bark'])
    expect([...matrix.cosines(EAST, [7, 0]).keys()]).toEqual([0])
  })

  it('are scanned for the best, equal ones by phrase', () => {
    const matrix = filled([1, 'b', 0.5], [2, 'a', 0.5], [3, 'c', 0.9], [4, 'd', -0.2])
    const scan = matrix.scan(EAST)
    const best = scan.best(3)
    expect(best.slots).toEqual([3, 2, 1])
    expect(best.cosines.map((value) => Math.round(value * 100))).toEqual([90, 50, 50])
    expect(best.lowest).toBeCloseTo(-0.2, 2)
    expect(scan.cosine(3)).toBeCloseTo(0.9, 2)
    expect(scan.cosine(9)).toBeUndefined()
    expect(scan.best(9).slots).toHaveLength(4)
    expect(scan.best(0).slots).toEqual([])
  })

  it('know no best and no lowest where there are none', () => {
    expect(createPhraseMatrix(DIMS).scan(EAST).best(3)).toEqual({ slots: [], cosines: [], lowest: 0 })
    const matrix = filled([1, 'a', 0.5])
    matrix.remove(1)
    expect(matrix.scan(EAST).best(3)).toEqual({ slots: [], cosines: [], lowest: 0 })
    expect(matrix.near(EAST, -1)).toEqual([])
  })

  it('leave out what was removed from the best, the lowest and the near', () => {
    const matrix = filled([1, 'a', 0.9], [2, 'b', 0.8], [3, 'c', 0.7], [4, 'd', 0.6], [5, 'e', -0.9])
    matrix.remove(1)
    matrix.remove(5)
    const best = matrix.scan(EAST).best(2)
    expect(best.slots).toEqual([2, 3])
    expect(best.lowest).toBeCloseTo(0.6, 2)
    expect(
      matrix
        .near(EAST, -1)
        .map(({ slot }) => slot)
        .sort(),
    ).toEqual([2, 3, 4])
  })

  it('are near from the very cosine on, though the scan is coarse', () => {
    const matrix = createPhraseMatrix(DIMS)
    // Exact in float32 and of 8 bits: .5 of a unit vector.
    matrix.put(1, 'at', vector(1, 1, 1, 1))
    matrix.put(2, 'below', at(0.499))
    matrix.put(3, 'above', at(0.501))
    const found = matrix.near(EAST, 0.5).sort((a, b) => a.slot - b.slot)
    expect(found.map(({ slot }) => slot)).toEqual([1, 3])
    expect(found[0]?.cosine).toBeCloseTo(0.5, 6)
  })

  it('prefer the exact order to that of the scan', () => {
    // Within the error of the scan of each other; more of them than are wanted.
    const values = Array.from({ length: 20 }, (_, i) => 0.5 + i * 0.0001)
    const matrix = filled(...values.map((value, i) => [i, `p${i}`, value] as const))
    expect(matrix.scan(EAST).best(5).slots).toEqual([19, 18, 17, 16, 15])
  })

  it.each([255, 256, 257, 600])('hold %i phrases, and half of them after the others went', (count) => {
    const matrix = createPhraseMatrix(DIMS)
    for (let slot = 0; slot < count; slot++) matrix.put(slot, `p${slot}`, at(slot / count))
    expect(matrix.scan(EAST).best(1).slots).toEqual([count - 1])
    for (let slot = 0; slot < count; slot += 2) matrix.remove(slot)
    for (let slot = 1; slot < count / 2; slot += 2) matrix.remove(slot)
    const left = Array.from({ length: count }, (_, slot) => slot).filter(
      (slot) => slot % 2 === 1 && slot >= count / 2,
    )
    expect(matrix.size()).toBe(left.length)
    expect(matrix.scan(EAST).best(count).slots).toEqual(left.toReversed())
    expect(matrix.parts().slots).toEqual(left)
    matrix.put(2, 'new', at(0.999))
    expect(matrix.scan(EAST).best(1).slots).toEqual([2])
  })

  it('answer after any history, and from a snapshot, as a list of vectors does', () => {
    const step = fc.record({
      slot: fc.nat(9),
      value: fc.option(fc.integer({ min: -8, max: 8 }), { freq: 2 }),
      reopens: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let matrix = createPhraseMatrix(DIMS)
        const plain = new Map<number, Put>()
        for (const [i, { slot, value, reopens }] of steps.entries()) {
          if (value === null) {
            matrix.remove(slot)
            plain.delete(slot)
          } else {
            const put = { phrase: `p${i}`, vector: at(value / 10) }
            matrix.put(slot, put.phrase, put.vector)
            plain.set(slot, put)
          }
          if (reopens) matrix = createPhraseMatrix(DIMS, matrix.parts())
        }
        expectSame(matrix, plain)
      }),
      { numRuns: 40 },
    )
  })
})

interface Put {
  readonly phrase: string
  readonly vector: Float32Array
}

function expectSame(matrix: PhraseMatrix, plain: ReadonlyMap<number, Put>): void {
  expect(matrix.size()).toBe(plain.size)
  const cosines = new Map([...plain].map(([slot, put]) => [slot, cosine(EAST, put.vector)]))
  for (const [slot, { phrase }] of plain) expect(matrix.phrase(slot)).toBe(phrase)
  for (const [slot, value] of matrix.cosines(EAST, [...plain.keys()]))
    expect(value).toBeCloseTo(cosines.get(slot)!, 3)
  const scan = matrix.scan(EAST)
  for (const [slot, value] of cosines) expect(scan.cosine(slot)).toBeCloseTo(value, 2)
  const best = scan.best(5)
  expect(best.slots.map((slot) => cosines.get(slot)!.toFixed(1))).toEqual(
    [...cosines.values()]
      .sort((a, b) => b - a)
      .slice(0, 5)
      .map((value) => value.toFixed(1)),
  )
  const near = matrix.near(EAST, 0.25).map(({ slot }) => slot)
  expect(near.sort()).toEqual([...cosines].flatMap(([slot, value]) => (value >= 0.25 ? [slot] : [])).sort())
}

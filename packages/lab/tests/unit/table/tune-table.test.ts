import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../../core/index.ts'
import type { FloatTable } from '../../../../../models/adapters/static-embedder.ts'
import { tableVectors, tuneTable } from '../../../table/index.ts'

const DIMS = 8
const WORDS = Array.from({ length: 30 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}${i}`)
const UNSEEN = 'absent'

function tableOf(seed: number): FloatTable {
  const random = seededRandom(seed)
  const vocabulary = ['[UNK]', UNSEEN, ...WORDS]
  const rows = Float32Array.from({ length: vocabulary.length * DIMS }, () => random() - 0.5)
  return { vocabulary, dims: DIMS, rows, repeatPower: 0.8 }
}

const base = tableOf(1)
const random = seededRandom(5)
const texts = Array.from({ length: 200 }, () =>
  Array.from({ length: 4 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' '),
)
const [lessons, heldOut] = [texts.slice(0, 160), texts.slice(160)]
// Another table of the same words serves as a teacher that a table can imitate.
const other = tableOf(2)
const teach = (some: readonly string[]) => split(tableVectors(other, some))

function split(flat: Float32Array): Float32Array[] {
  return Array.from({ length: flat.length / DIMS }, (_, i) => flat.subarray(i * DIMS, (i + 1) * DIMS))
}

/** Returns the mean squared difference of all similarities between texts. */
function pairError(one: readonly Float32Array[], teacher: readonly Float32Array[]): number {
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
  let sum = 0
  one.forEach((a, i) => {
    one.forEach((b, j) => {
      sum += (dot(a, b) - dot(teacher[i]!, teacher[j]!)) ** 2
    })
  })
  return sum / one.length ** 2
}

describe('a table that is tuned', () => {
  const tuning = tuneTable(base, { texts: lessons, vectors: teach(lessons) })

  it('comes nearer to the teacher on texts that it did not learn', async () => {
    const error = (table: FloatTable) => pairError(split(tableVectors(table, heldOut)), teach(heldOut))
    expect(error(await tuning)).toBeLessThan(0.5 * error(base))
  })
})

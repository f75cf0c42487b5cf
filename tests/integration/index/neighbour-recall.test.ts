/** A neighbour graph is a guess: how many of the nearest vectors it finds follows from the care that it is built and searched with. */
import { expect, it } from 'vitest'
import { seededRandom } from '../../../core/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'

const DIMS = 128
const VECTORS = 3_000
const QUESTIONS = 50
const NEAREST = 10
const LOOKED_AT = 100
// Seen: .956, and .876 with a tenth of the candidates while it is built. Vectors of embedders, which lie in groups, are easier.
const MIN_RECALL = 0.93

it('finds nearly all of the nearest, of vectors that lie anywhere', () => {
  const random = seededRandom(7)
  const anyVector = () => {
    const parts = Float32Array.from({ length: DIMS }, () => random() - 0.5)
    const length = Math.hypot(...parts)
    return parts.map((part) => part / length)
  }
  const vectors = Array.from({ length: VECTORS }, anyVector)
  const graph = openUsearch()(DIMS, null)!
  for (const [row, vector] of vectors.entries()) graph.add(row, vector)
  let found = 0
  for (const question of Array.from({ length: QUESTIONS }, anyVector)) {
    const rows = new Set(Array.from(graph.search(question, LOOKED_AT).rows))
    found += nearestRows(question, vectors).filter((row) => rows.has(row)).length
  }
  expect(found / (QUESTIONS * NEAREST)).toBeGreaterThan(MIN_RECALL)
})

function nearestRows(question: Float32Array, vectors: readonly Float32Array[]): number[] {
  const cosines = vectors.map((vector) => vector.reduce((sum, part, at) => sum + part * question[at]!, 0))
  return [...cosines.keys()].sort((one, other) => cosines[other]! - cosines[one]!).slice(0, NEAREST)
}

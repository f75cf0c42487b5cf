import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createSequenceLabeller,
  featureHash,
  readSequenceWeights,
  type SequenceWeights,
  writeSequenceWeights,
} from '../../../core/sequences/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const LABELS = ['B', 'I', 'O']
const FEATURES = ['a', 'b', 'c', 'd']
const weight = fc.integer({ min: -127, max: 127 })

/** Models with weights for every feature and label, and for every pair of labels. */
const models: fc.Arbitrary<SequenceWeights> = fc
  .record({
    weights: fc.array(weight, { minLength: 12, maxLength: 12 }),
    transitions: fc.array(weight, { minLength: 12, maxLength: 12 }),
  })
  .map(({ weights, transitions }) => ({
    labels: LABELS,
    scale: 0.5,
    transitions: Int8Array.from(transitions),
    features: Uint32Array.from(FEATURES, featureHash).sort(),
    offsets: Uint32Array.of(0, 3, 6, 9, 12),
    which: Uint8Array.from({ length: 12 }, (_, cell) => cell % 3),
    weights: Int8Array.from(weights),
  }))
const sequences = fc.array(fc.subarray([...FEATURES, 'unknown']), { maxLength: 5 })

function scoreOf(model: SequenceWeights, features: readonly (readonly string[])[], path: readonly number[]) {
  let score = 0
  let before = LABELS.length
  for (const [at, label] of path.entries()) {
    score += model.transitions[before * LABELS.length + label]!
    for (const name of features[at]!) {
      const row = model.features.indexOf(featureHash(name))
      if (row >= 0) score += model.weights[row * LABELS.length + label]!
    }
    before = label
  }
  return score
}

function everyPath(length: number): number[][] {
  if (length === 0) return [[]]
  return everyPath(length - 1).flatMap((path) => LABELS.map((_, label) => [...path, label]))
}

describe('a sequence labeller', () => {
  it('gives the labels with the largest sum of weights', () => {
    fc.assert(
      fc.property(models, sequences, (model, features) => {
        const labels = createSequenceLabeller(model)(features)
        const found = scoreOf(
          model,
          features,
          labels.map((label) => LABELS.indexOf(label)),
        )
        const best = Math.max(...everyPath(features.length).map((path) => scoreOf(model, features, path)))
        expect(found).toBe(best)
      }),
      { numRuns: 60 },
    )
  })

  it('reads from its file the weights that were written', () => {
    const file = join(temporaryFolder(), 'weights.bin')
    fc.assert(
      fc.property(models, (model) => {
        writeFileSync(file, writeSequenceWeights(model))
        expect(readSequenceWeights(pathToFileURL(file))).toEqual(model)
      }),
      { numRuns: 20 },
    )
  })
})

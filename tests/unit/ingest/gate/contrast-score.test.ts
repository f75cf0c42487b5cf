/** How near a text is to a topic: the mean over the three nearest of each side, so that one keyword alone decides nothing. */
import { expect, it } from 'vitest'
import { contrastScores, rawContrast } from '../../../../ingest/gate/contrast-score.ts'

const TEXT = Float32Array.of(1, 0)
/** A vector of length 1 with this cosine to the text. */
const anchor = (cosine: number) => ({ vector: Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2)) })

it('averages the three nearest positives and the three nearest other fields', () => {
  const { positive, negative } = contrastScores(TEXT, {
    positives: [0.1, 0.9, 0.3, 0.6, 0.2].map(anchor),
    others: [0.4, 0, 0.2, -0.5].map(anchor),
  })
  expect(positive).toBeCloseTo((0.9 + 0.6 + 0.3) / 3, 6)
  expect(negative).toBeCloseTo((0.4 + 0.2 + 0) / 3, 6)
})

it('counts nearness to the topic once more, beside the difference to other fields', () => {
  expect(rawContrast(0.5, 0.2)).toBeCloseTo(0.5 + (0.5 - 0.2), 6)
})

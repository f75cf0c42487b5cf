/** Whether a corpus says anything about a question, from figures of its best units. */
import { describe, expect, it } from 'vitest'
import { probability, scoreOf } from '../../../retrieval/answerability.ts'
import { answerability, hasAnswerabilityModel, LEAST_ANSWERABILITY } from '../../../retrieval/index.ts'

const QUESTION = 'Which IC50 did the bark extract show?'
const NEAR = {
  cosine: 0.7,
  first: 0.7,
  background: 0.2,
  best: 0.9,
  five: 1,
  length: Math.log(5),
  density: 0.6,
}
const FAR = {
  cosine: 0.25,
  first: 0.2,
  background: 0.1,
  best: 0.2,
  five: 0.4,
  length: Math.log(5),
  density: 0.6,
}
const EMBEDDERS = ['static-1-256', 'minilm-q8-384', 'never-measured']

describe.each(EMBEDDERS)('answerability by %s', (embedder) => {
  it('tells near questions from far ones, with vectors and without', () => {
    for (const cosine of [true, false]) {
      const near = cosine ? NEAR : { ...NEAR, cosine: null }
      const far = cosine ? FAR : { ...FAR, cosine: null }
      expect(answerability(QUESTION, near, embedder)).toBeGreaterThan(LEAST_ANSWERABILITY)
      expect(answerability(QUESTION, far, embedder)).toBeLessThan(LEAST_ANSWERABILITY)
    }
  })

  it('is 0 where nothing is near, and for less than two letters', () => {
    expect(answerability(QUESTION, null, embedder)).toBe(0)
    for (const question of ['x', '?', ' 7 !', '漢']) expect(answerability(question, NEAR, embedder)).toBe(0)
    expect(answerability('pH', NEAR, embedder)).toBeGreaterThan(0)
  })

  it('rises with every share of the question that is covered', () => {
    const scores = [0, 0.25, 0.5, 0.75, 1].map((share) =>
      answerability(QUESTION, { ...NEAR, best: share, five: share }, embedder),
    )
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
  })
})

it('knows the embedders that were measured', () => {
  expect(EMBEDDERS.map(hasAnswerabilityModel)).toEqual([true, true, false])
})

describe('a model', () => {
  it('is logistic: 1 / (1 + e^-sum) of its bias and of weight x figure', () => {
    expect(probability({ bias: 0, weights: {} }, NEAR)).toBe(0.5)
    // -1 + 2 x .9 + .5 x .6
    expect(probability({ bias: -1, weights: { best: 2, density: 0.5 } }, NEAR)).toBeCloseTo(
      1 / (1 + Math.exp(-1.1)),
      12,
    )
  })

  it('counts a cosine that there is not as 0', () => {
    expect(probability({ bias: 1, weights: { cosine: 9 } }, { ...NEAR, cosine: null })).toBeCloseTo(
      1 / (1 + Math.exp(-1)),
      12,
    )
  })

  it('is that of the embedder, that of words where cosines do not count, and 0 where there is none', () => {
    const models = { e: { bias: 0, weights: {} }, words: { bias: 1, weights: {} } }
    const score = (embedderId: string, closeness = NEAR as typeof NEAR | { cosine: null }) =>
      scoreOf(models, { text: QUESTION, closeness: { ...NEAR, ...closeness }, embedderId })
    const ofWords = 1 / (1 + Math.exp(-1))
    expect(score('e')).toBe(0.5)
    expect(score('other')).toBeCloseTo(ofWords, 12)
    expect(score('e', { cosine: null })).toBeCloseTo(ofWords, 12)
    expect(scoreOf({}, { text: QUESTION, closeness: NEAR, embedderId: 'e' })).toBe(0)
  })
})

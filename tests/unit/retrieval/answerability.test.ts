/** Tests whether a corpus can answer a question and is about the topic of a query, from scores of its best units. */
import { describe, expect, it } from 'vitest'
import {
  answerability,
  hasAnswerabilityModel,
  MIN_ANSWERABILITY,
  MIN_TOPICALITY,
  topicality,
} from '../../../retrieval/index.ts'

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
  best: 0.1,
  five: 0.2,
  length: Math.log(5),
  density: 0.6,
}
const NO_VECTORS = { cosine: null, first: null, background: null }
const EMBEDDERS = ['static-1-256', 'minilm-q8-384', 'never-measured']
const VERDICTS = [
  { name: 'answerability', verdict: answerability, least: MIN_ANSWERABILITY },
  { name: 'topicality', verdict: topicality, least: MIN_TOPICALITY },
]

describe.each(VERDICTS.flatMap((one) => EMBEDDERS.map((embedder) => ({ ...one, embedder }))))(
  '$name by $embedder',
  ({ verdict, least, embedder }) => {
    it('tells near questions from far ones, with vectors and without', () => {
      for (const vectors of [{}, NO_VECTORS]) {
        expect(verdict(QUESTION, { ...NEAR, ...vectors }, embedder)).toBeGreaterThan(least)
        expect(verdict(QUESTION, { ...FAR, ...vectors }, embedder)).toBeLessThan(least)
      }
    })

    it('is 0 where nothing is near, and for less than two letters', () => {
      expect(verdict(QUESTION, null, embedder)).toBe(0)
      for (const question of ['x', '?', ' 7 !', '漢']) expect(verdict(question, NEAR, embedder)).toBe(0)
      expect(verdict('pH', NEAR, embedder)).toBeGreaterThan(0)
    })

    it('rises with every share of the question that is covered', () => {
      const scores = [0, 0.25, 0.5, 0.75, 1].map((share) =>
        verdict(QUESTION, { ...NEAR, best: share, five: share }, embedder),
      )
      expect(scores).toEqual(scores.toSorted((one, other) => one - other))
    })
  },
)

it('the embedders that were measured are known', () => {
  expect(EMBEDDERS.map(hasAnswerabilityModel)).toEqual([true, true, false])
})

/** Whether a corpus is about what a query asks, from figures of its best units. */
import { describe, expect, it } from 'vitest'
import { LEAST_TOPICALITY, topicality } from '../../../retrieval/index.ts'

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
const EMBEDDERS = ['static-1-256', 'minilm-q8-384', 'never-measured']

describe.each(EMBEDDERS)('topicality by %s', (embedder) => {
  it('tells near queries from far ones, with vectors and without', () => {
    for (const vectors of [{}, { cosine: null, first: null, background: null }]) {
      const scoreOf = (closeness: typeof NEAR) => topicality(QUESTION, { ...closeness, ...vectors }, embedder)
      expect(scoreOf(NEAR)).toBeGreaterThan(LEAST_TOPICALITY)
      expect(scoreOf(FAR)).toBeLessThan(LEAST_TOPICALITY)
    }
  })

  it('is 0 where nothing is near, and for less than two letters', () => {
    expect(topicality(QUESTION, null, embedder)).toBe(0)
    for (const query of ['x', '?', ' 7 !']) expect(topicality(query, NEAR, embedder)).toBe(0)
  })

  it('rises with every share of the query that is covered', () => {
    const scores = [0, 0.25, 0.5, 0.75, 1].map((share) =>
      topicality(QUESTION, { ...NEAR, best: share, five: share }, embedder),
    )
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
  })
})

/** Rounds, edges, leftovers and bounds of walks that can be followed by hand, and the checks before them. */
import { describe, expect, it } from 'vitest'
import { checkDamping, sumOfReset } from '../../../../graph/rank/graph-view.ts'
import { powerRank } from '../../../../graph/rank/power-rank.ts'
import { createPushRanker } from '../../../../graph/rank/push-rank.ts'
import { directed, type Edge, resetOf } from '../../../fixtures/pagerank/graphs.ts'

/** 0 > 1 > 2 > 3 with `alone` nodes beside it, without which every push is wide. */
const chain = (alone: number) =>
  directed({
    nodes: 4 + alone,
    edges: [
      [0, 1, 1],
      [1, 2, 1],
      [2, 3, 1],
    ],
  }).view()

describe.each([
  { name: 'a push over the whole graph', alone: 0 },
  { name: 'a wide push', alone: 20 },
  { name: 'a narrow push', alone: 1_000 },
])('$name', ({ alone }) => {
  const view = chain(alone)
  const ranked = (epsilon: number, tail: 'degree' | 'none' = 'none') => {
    const { nodes, scores, ...rest } = createPushRanker().rank(view, resetOf([[0, 1]]), {
      damping: 0.5,
      epsilon,
      tail,
    })
    return { ...rest, nodes: [...nodes].sort(), scores: [...scores.subarray(0, 4)] }
  }

  it.each([
    // Node 3 spreads nothing: its sixteenth goes back to the reset, and all is divided by what is left.
    { name: 'to the end', epsilon: 0.25, rounds: 3, nodes: [0, 1, 2, 3], leftover: 0, scores: [8, 4, 2, 1] },
    {
      name: 'but for the last step',
      epsilon: 0.250001,
      rounds: 2,
      nodes: [0, 1, 2],
      leftover: 0.125,
      scores: [],
    },
    { name: 'one step', epsilon: 0.75, rounds: 1, nodes: [0, 1], leftover: 0.25, scores: [] },
    { name: 'one step at the very bar', epsilon: 1, rounds: 1, nodes: [0, 1], leftover: 0.25, scores: [] },
    { name: 'no step', epsilon: 1.5, rounds: 0, nodes: [0], leftover: 0.5, scores: [] },
  ])('walks $name', ({ epsilon, rounds, nodes, leftover, scores }) => {
    const found = ranked(epsilon)
    expect(found).toMatchObject({ rounds, edges: rounds, nodes, leftover, errorBound: leftover })
    if (scores.length > 0)
      expect(found.scores.map((score) => score * 15)).toEqual(
        scores.map((score) => expect.closeTo(score, 12)),
      )
    else expect(found.scores).toEqual([0.5, rounds > 0 ? 0.25 : 0, rounds > 1 ? 0.125 : 0, 0])
  })

  it('shares the leftover by the degrees of what is reached, at twice the bound', () => {
    // An eighth among the three nodes with one edge each.
    const { scores, errorBound, leftover } = ranked(0.250001, 'degree')
    expect([leftover, errorBound]).toEqual([0.125, 0.25])
    expect(scores).toEqual(
      [0.5 + 0.125 / 3, 0.25 + 0.125 / 3, 0.125 + 0.125 / 3, 0].map((score) => expect.closeTo(score, 12)),
    )
  })
})

describe('a push over most edges at once', () => {
  // Each of eight nodes leads to the next four: as all start with an eighth, what they have halves from round to round.
  const ring = directed({
    nodes: 8,
    edges: Array.from({ length: 32 }, (_, i): Edge => [i >> 2, ((i >> 2) + 1 + (i % 4)) % 8, 1]),
  }).view()
  const everywhere = resetOf(Array.from({ length: 8 }, (_, node) => [node, 1] as const))

  it.each([
    { name: 'above what they have', epsilon: 2 ** -5 * 1.01, rounds: 0, leftover: 0.5 },
    { name: 'at what they have', epsilon: 2 ** -5, rounds: 1, leftover: 0.25 },
    { name: 'at what they have after a round', epsilon: 2 ** -6, rounds: 2, leftover: 0.125 },
    { name: 'below it', epsilon: 2 ** -6 * 0.99, rounds: 2, leftover: 0.125 },
  ])('goes on while a node has its bar: $name', ({ epsilon, rounds, leftover }) => {
    const found = createPushRanker().rank(ring, everywhere, { epsilon, tail: 'none' })
    expect(found).toMatchObject({ rounds, edges: 32 * rounds, leftover })
    expect([...found.scores.subarray(0, 8)]).toEqual(Array(8).fill((1 - leftover) / 8))
  })
})

it.each([
  { name: 'a wide push', alone: 20 },
  { name: 'a narrow push', alone: 1_000 },
])('$name counts a node once that two others lift to its bar and over', ({ alone }) => {
  const view = directed({
    nodes: 4 + alone,
    edges: [
      [0, 2, 1],
      [1, 2, 1],
      [2, 3, 1],
    ],
  }).view()
  const both = resetOf([
    [0, 1],
    [1, 1],
  ])
  // Each brings a quarter to node 2.
  const { rounds, edges } = createPushRanker().rank(view, both, { epsilon: 0.25 })
  expect([rounds, edges]).toEqual([2, 3])
})

describe('a walk', () => {
  it('settles at half and a millionth where nothing else is said', () => {
    const view = chain(0)
    const plain = createPushRanker().rank(view, resetOf([[0, 1]]))
    const said = createPushRanker().rank(view, resetOf([[0, 1]]), {
      damping: 0.5,
      epsilon: 1e-6,
      tail: 'degree',
    })
    expect({ ...plain }).toEqual({ ...said })
    const dense = directed({
      nodes: 2,
      edges: [
        [0, 1, 1],
        [1, 0, 1],
      ],
    }).view()
    // Halves 20 times before it is below a millionth.
    expect(createPushRanker().rank(dense, resetOf([[0, 1]])).rounds).toBe(20)
  })

  it('of nodes without edges has no tail to share', () => {
    const view = directed({ nodes: 2, edges: [] }).view()
    const { scores, leftover, edges } = createPushRanker().rank(view, resetOf([[1, 2]]))
    expect([[...scores], leftover, edges]).toEqual([[0, 1], 0, 0])
  })

  it('passes over a node of the reset that weighs nothing', () => {
    const { nodes } = createPushRanker().rank(
      chain(0),
      resetOf([
        [0, 1],
        [3, 0],
      ]),
      { epsilon: 1.5 },
    )
    expect([...nodes]).toEqual([0])
  })

  it.each([
    { epsilon: 1e-15, refused: false },
    { epsilon: 0.9e-15, refused: true },
    { epsilon: Number.NaN, refused: true },
  ])('with an epsilon of $epsilon is refused: $refused', ({ epsilon, refused }) => {
    const rank = () => createPushRanker().rank(chain(0), resetOf([[0, 1]]), { epsilon })
    if (refused) expect(rank).toThrow(`epsilon ${epsilon}`)
    else expect(rank).not.toThrow()
  })
})

describe('power iteration', () => {
  const view = directed({
    nodes: 2,
    edges: [
      [0, 1, 1],
      [1, 0, 1],
    ],
  }).view()

  it.each([
    // The change halves: .5 x 2 in the first round, then half each.
    {
      name: 'no round',
      settings: { rounds: 0 },
      rounds: 0,
      change: Number.POSITIVE_INFINITY,
      scores: [1, 0],
    },
    { name: 'one round', settings: { rounds: 1 }, rounds: 1, change: 1, scores: [0.5, 0.5] },
    { name: 'two rounds', settings: { rounds: 2 }, rounds: 2, change: 0.5, scores: [0.75, 0.25] },
    {
      name: 'until it changes no more than it may',
      settings: { tolerance: 0.5 },
      rounds: 2,
      change: 0.5,
      scores: [0.75, 0.25],
    },
    { name: 'one more', settings: { tolerance: 0.49 }, rounds: 3, change: 0.25, scores: [0.625, 0.375] },
    {
      name: 'with more damping',
      settings: { damping: 0.75, rounds: 1 },
      rounds: 1,
      change: 1.5,
      scores: [0.25, 0.75],
    },
  ])('does $name', ({ settings, rounds, change, scores }) => {
    const found = powerRank(view, resetOf([[0, 4]]), settings)
    expect({ ...found, scores: [...found.scores] }).toEqual({ rounds, change, scores })
  })

  it('does sixty rounds where nothing else is said, unless nothing changes any more', () => {
    expect(powerRank(view, resetOf([[0, 1]])).rounds).toBeLessThanOrEqual(60)
    const { rounds } = powerRank(view, resetOf([[0, 1]]), { damping: 0.9 })
    expect(rounds).toBe(60)
    expect(
      powerRank(
        view,
        resetOf([
          [0, 1],
          [1, 1],
        ]),
      ).rounds,
    ).toBe(1)
  })
})

describe('a reset and a damping', () => {
  const view = chain(0)

  it.each([
    {
      name: 'the sum of its weights',
      reset: resetOf([
        [0, 1],
        [3, 2],
        [0, 4],
      ]),
      sum: 7,
    },
    {
      name: 'zeros beside another',
      reset: resetOf([
        [0, 0],
        [1, 0.5],
      ]),
      sum: 0.5,
    },
  ])('are summed up: $name', ({ reset, sum }) => {
    expect(sumOfReset(view, reset)).toBe(sum)
  })

  it.each([
    { name: 'a node behind the last', reset: resetOf([[4, 1]]), reason: 'node 4 of a graph of 4 nodes' },
    { name: 'a node before the first', reset: resetOf([[-1, 1]]), reason: 'node -1' },
    { name: 'half a node', reset: resetOf([[0.5, 1]]), reason: 'node 0.5' },
    {
      name: 'more weights than nodes',
      reset: { nodes: [0], weights: [1, 1] },
      reason: '1 nodes with 2 weights',
    },
    { name: 'no sum', reset: resetOf([[0, 0]]), reason: 'sum to 0' },
    {
      name: 'no end',
      reset: resetOf([
        [0, 1e308],
        [1, 1e308],
      ]),
      reason: 'sum to Infinity',
    },
  ])('are refused: $name', ({ reset, reason }) => {
    expect(() => sumOfReset(view, reset)).toThrow(reason)
  })

  it.each([
    [0, true],
    [0.5, true],
    [0.999, true],
    [1, false],
    [-0.1, false],
    [Number.NaN, false],
  ])('of %d may be: %s', (damping, may) => {
    if (may) expect(() => checkDamping(damping)).not.toThrow()
    else expect(() => checkDamping(damping)).toThrow(`damping ${damping} is not in [0, 1)`)
  })
})

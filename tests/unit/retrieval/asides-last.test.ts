import { describe, expect, it } from 'vitest'
import { asidesLast } from '../../../retrieval/index.ts'

describe('asides', () => {
  const hit = (name: string, score: number) => ({ name, score, isAside: name.startsWith('aside') })
  const orders = [
    {
      of: 'come behind text that is nearly as good',
      hits: [hit('aside', 0.9), hit('text', 0.8)],
      to: 'text aside',
    },
    {
      of: 'stay above text that is far worse',
      hits: [hit('aside', 0.9), hit('text', 0.3)],
      to: 'aside text',
    },
    {
      of: 'stay above text of just half their score',
      hits: [hit('aside', 0.5), hit('text', 0.25), hit('late', 0.2)],
      to: 'aside text late',
    },
    {
      of: 'let only text pass that is better than half of the first of them',
      hits: [hit('aside 1', 0.9), hit('aside 2', 0.8), hit('text', 0.42)],
      to: 'aside 1 text aside 2',
    },
    {
      of: 'keep their order among themselves',
      hits: [hit('aside 1', 0.9), hit('aside 2', 0.8), hit('text', 0.7), hit('late', 0.1)],
      to: 'text aside 1 aside 2 late',
    },
  ]
  it.each(orders)('$of', ({ hits, to }) => {
    expect(
      asidesLast(hits)
        .map(({ name }) => name)
        .join(' '),
    ).toBe(to)
  })
})

/** Where a walk starts: at the names of the question, rare ones with more weight, and at the units like it. */
import { expect, it } from 'vitest'
import type { LinkedName } from '../../../graph/index.ts'
import { createNameGraph } from '../../../graph/name-graph.ts'
import type { Candidates } from '../../../index/index.ts'
import { seedsOf } from '../../../retrieval/walk-from.ts'

const NO_CANDIDATES: Candidates = {
  units: [],
  papers: [],
  words: Float32Array.of(),
  cosines: Float32Array.of(),
  wordRange: { lowest: 0, highest: 0 },
  wordsPossible: 0,
  cosineRange: { lowest: 0, highest: 0 },
}

function name(parts: Partial<LinkedName> & Pick<LinkedName, 'node'>): LinkedName {
  return { name: 'lupeol', asked: 'lupeol', units: 1, share: 1, isTitle: false, isPhrase: false, ...parts }
}

it.each([
  { what: 'of a name are shared among the units that have it', linked: { units: 4 }, weight: 1 / 4 },
  { what: 'of a form are shared among what it stands for', linked: { share: 0.5 }, weight: 1 / 2 },
  { what: 'of a phrase weigh less', linked: { units: 2, isPhrase: true }, weight: 0.125 / 2 },
])('seeds $what', ({ linked, weight }) => {
  const seeds = seedsOf(createNameGraph(), {
    linked: [name({ node: 7 }), name({ node: 9, ...linked })],
    best: NO_CANDIDATES,
  })
  expect(seeds).toEqual({ nodes: [7, 9], weights: [1, weight], alone: [] })
})

it('units like the question weigh by their cosine on the scale of the corpus, a thousandth for the nearest', () => {
  const { nodes, weights, alone } = seedsOf(createNameGraph(), {
    linked: [],
    best: {
      ...NO_CANDIDATES,
      units: ['near', 'between', 'far'],
      papers: ['p', 'p', 'p'],
      cosines: Float32Array.of(1, 0.5, 0),
      cosineRange: { lowest: 0, highest: 1 },
    },
  })
  expect({ nodes, weights }).toEqual({ nodes: [], weights: [] })
  expect(alone).toEqual([
    { unit: 'near', weight: 0.001 },
    { unit: 'between', weight: 0.0005 },
  ])
})

import { expect, it } from 'vitest'
import { FACT_GRAPHS } from '../../../../graph/index.ts'

it('a graph of facts weighs its edges as HippoRAG 2 publishes it, or as ours, and is named after all of it', () => {
  expect(FACT_GRAPHS).toEqual({
    published: {
      name: 'published',
      hasMentions: false,
      factWeight: 2,
      hasSynonyms: true,
      loneFactor: 1,
      id: 'published ends 2 true 1',
    },
    ours: {
      name: 'ours',
      hasMentions: true,
      factWeight: 0.125,
      hasSynonyms: false,
      loneFactor: 0.0625,
      id: 'ours 32/4/0.125/0.0625 0.125 false 0.0625',
    },
  })
})

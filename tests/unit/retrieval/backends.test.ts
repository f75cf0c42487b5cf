/** Tests `words`, `vanilla` and `hybrid` over an index computed by hand: each term scores 1, cosines are given. */
import { describe, expect, it } from 'vitest'
import { hybridBackend, type Retriever, vanillaBackend, wordsBackend } from '../../../retrieval/index.ts'
import type { Question, Retrieval } from '../../../retrieval/ports.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { fakeIndex } from '../../fakes/fake-index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'

const UNITS = [
  { unit: 'a', paper: 'p', text: 'lupeol in bark', cosine: 0.25 },
  { unit: 'b', paper: 'p', text: 'bark of birch', cosine: 0.75 },
  { unit: 'c', paper: 'q', text: 'a bridge', cosine: 0.5 },
  { unit: 'd', paper: 'q', text: 'lupeol', cosine: 0.125 },
]

function opened(
  make: (ground: Parameters<typeof wordsBackend>[0]) => Retriever,
  units: Parameters<typeof fakeIndex>[0] = UNITS,
) {
  const index = fakeIndex(units)
  const embedded: string[] = []
  const embedder = fakeEmbedder(2, (text) => {
    embedded.push(text)
    return [1, 0]
  })
  const backend = make({ index, embedder })
  const ask = (question: Partial<Question> = {}) =>
    backend.retrieve({ text: 'lupeol bark', k: 4, ...question })
  return { ask, index, embedded, name: backend.name }
}

/** Score of each hit and why; `hybrid`: the share of the question's terms plus .6 of the cosine. */
const BACKENDS = [
  { name: 'words', make: wordsBackend, hits: ['a 2: words 2', 'b 1: words 1', 'd 1: words 1'] },
  {
    name: 'vanilla',
    make: vanillaBackend,
    hits: ['b 0.75: cosine 0.75', 'c 0.5: cosine 0.5', 'a 0.25: cosine 0.25', 'd 0.125: cosine 0.125'],
  },
  {
    name: 'hybrid',
    make: hybridBackend,
    hits: [
      'a 1.15: words 2, cosine 0.25',
      'b 0.95: words 1, cosine 0.75',
      'd 0.575: words 1, cosine 0.125',
      'c 0.3: words 0, cosine 0.5',
    ],
  },
] as const

describe.each(BACKENDS)('$name', ({ name, make, hits: expected }) => {
  it('ranks by its own side, and says why', async () => {
    const backend = opened(make)
    const { hits } = await expectStages(['embed', 'search', 'fuse'], backend.ask)
    expect(backend.name).toBe(name)
    const shown = hits.map(({ unit, score, why }) => {
      const reasons = Object.entries(why).map(([side, value]) => `${side} ${value}`)
      return `${unit} ${Number(score.toFixed(9))}: ${reasons.join(', ')}`
    })
    expect(shown).toEqual(expected)
  })

  it.for([
    { k: 1, depth: 100 },
    { k: 25, depth: 100 },
    { k: 26, depth: 104 },
  ])('looks $depth deep for $k hits, at all papers', async ({ k, depth }) => {
    const { ask, index } = opened(make)
    await ask({ k })
    expect(index.asked).toMatchObject([{ depth, filter: null }])
  })
})

/** The second unit repeats the first clause, the third the second one. */
it.each(
  casesIn<'text' | 'one' | 'other' | 'order'>(`
  text | one | other | order
  Which acid makes the extract toxic, and which diterpene killed the cells? | acid makes extract toxic | diterpene killed cells | acb
  The kinase that lupeol blocks: which part of it is bound? | kinase lupeol blocks | part bound | acb
  Does basil oil protect mice and rats? | basil oil protect mice | rats | abc
  Were 1,200 mice given basil oil? | 1 200 mice given basil | oil | abc
  What, and how, did the oil heal? | oil heal | how | abc
`),
)(
  'a question falls into clauses that each say something: $text $order',
  async ({ text, one, other, order }) => {
    const units = [one, one, other].map((of, i) => ({ unit: 'abc'.charAt(i), text: of, cosine: 0.5 - i / 8 }))
    const backend = opened((ground) => hybridBackend(ground, undefined, { coversClauses: true }), units)
    const { hits } = await backend.ask({ text })
    expect(hits.map(({ unit }) => unit).join('')).toBe(order)
  },
)

/** Asks and expects stages of these names, none below 0 and together within the time of the call. */
async function expectStages(names: readonly string[], ask: () => Promise<Retrieval>): Promise<Retrieval> {
  const started = performance.now()
  const retrieval = await ask()
  const took = performance.now() - started
  expect(Object.keys(retrieval.stages)).toEqual(names)
  const times = Object.values(retrieval.stages)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(0)
  // The sum of differences may be off by a rounding of doubles.
  expect(times.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(took + 1e-6)
  return retrieval
}
